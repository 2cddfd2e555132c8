// The next rows of a list are put below those that are there, and the address follows. Without this file "next" is a plain link to them.
const rows = (page) => page.querySelector("[data-rows]");
const onward = (page) => page.querySelector("a[data-more]");
const added = () => history.state?.more ?? [];
let pending;

const fetched = async (url, signal) => {
  const answer = await fetch(url, { headers: { "X-Fragment": "list" }, credentials: "same-origin", signal });
  if (!answer.ok || answer.redirected) throw new Error(answer.status);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
};

// A month that goes on has its heading already: what is of it goes to what is there.
const join = (section) => {
  const heading = section.querySelector("h2[id]");
  const known = heading && document.getElementById(heading.id)?.parentElement.querySelector(":scope > ul");
  if (known) known.append(...section.querySelector(":scope > ul").children);
  else rows(document).append(section);
};

const append = async (url, signal) => {
  const page = await fetched(url, signal);
  const all = [...(rows(page)?.children ?? [])];
  const first = all[0]?.querySelector("h2 a, h3 a, a");
  if (rows(page)?.matches("[data-joins]")) all.forEach(join);
  else rows(document).append(...all);
  // The map shows the numbers of the rows that came last.
  const [map, fresh] = [document, page].map((part) => part.querySelector("figure.map"));
  if (map && fresh) map.replaceWith(fresh);
  const [link, next] = [document, page].map(onward);
  if (next) link.replaceWith(next);
  else link.remove();
  return first;
};

// Back from where a row led to, the list is made again: from its first rows, which the address has left behind, to the
// last that had been added.
const restore = async () => {
  pending?.abort();
  const own = pending = new AbortController();
  const { y, first } = history.state ?? {};
  const urls = added();
  if (!urls.length) return;
  try {
    const beginning = await fetched(first, own.signal);
    rows(document).replaceChildren(...rows(beginning).children);
    document.querySelector(".pager").replaceWith(beginning.querySelector(".pager"));
    for (const url of urls) await append(url, own.signal);
    if (y !== undefined) scrollTo({ top: y, behavior: "instant" });
    document.dispatchEvent(new Event("rows-shown"));
  } catch {
    // The list is as long as it was loaded, and goes on from there.
    if (!own.signal.aborted) history.replaceState({ ...history.state, more: [] }, "");
  }
};

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-more]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (link.ariaBusy === "true") return;
  link.ariaBusy = "true";
  const url = link.href;
  pending?.abort();
  const own = pending = new AbortController();
  try {
    const first = await append(url, own.signal);
    const [address] = url.split("#");
    const state = { first: location.pathname + location.search, ...history.state, more: [...added(), url] };
    history.replaceState(state, "", address);
    first?.focus({ preventScroll: true });
    document.dispatchEvent(new Event("rows-shown"));
  } catch {
    if (!own.signal.aborted) location.assign(url);
  } finally {
    link.ariaBusy = null;
  }
});

addEventListener("pagehide", () => {
  if (added().length) history.replaceState({ ...history.state, y: scrollY }, "");
});
// What is awaited belongs to the list that is left.
addEventListener("popstate", () => pending?.abort());
document.addEventListener("list-shown", restore);
restore();
