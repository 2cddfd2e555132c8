// "Near me": asks the browser where it is and opens the list around its cell: that of all places, or the one that the link
// names. Refused, the page says so below the link, or where it has words for it.
import { cellOf, locate } from "./position.js";

const words = (link) => {
  const text = link.dataset.refused;
  if (!text) return document.getElementById(link.dataset.denied ?? "near-denied");
  const next = link.nextElementSibling;
  if (next?.matches(".err")) return next;
  const said = Object.assign(document.createElement("p"), { className: "err", hidden: true, textContent: text });
  said.setAttribute("role", "alert");
  link.after(said);
  return said;
};

const denied = (link) => {
  const said = words(link);
  if (!said) return location.assign(`${link.href}#near-denied`);
  said.classList.remove("on-target");
  said.hidden = false;
};

export const goNear = async (link) => {
  // Said anew where it is refused again.
  const said = words(link);
  if (said) said.hidden = true;
  const position = await locate();
  link.removeAttribute("aria-busy");
  if (!position) return denied(link);
  const list = new URL(link.dataset.near || "/places", location.href);
  list.searchParams.set("near", cellOf(position));
  location.assign(list);
};
