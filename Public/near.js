// "Near me": asks the browser where it is and opens a list around there: that of all places, or the one that the link
// names. Refused, the page says so where it has words for it; otherwise the link leads to one that has.
const words = (link) => document.getElementById(link.dataset.denied ?? "near-denied");

const denied = (link) => {
  link.removeAttribute("aria-busy");
  const said = words(link);
  if (!said) return location.assign(`${link.href}#near-denied`);
  said.classList.remove("on-target");
  said.hidden = false;
  said.scrollIntoView({ block: "nearest" });
};

export const goNear = (link) => {
  // Said anew where it is refused again.
  const said = words(link);
  if (said) said.hidden = true;
  if (!navigator.geolocation) return denied(link);
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const list = new URL(link.dataset.near || "/places", location.href);
      list.searchParams.set("near", `${coords.latitude.toFixed(4)},${coords.longitude.toFixed(4)}`);
      location.assign(list);
    },
    () => denied(link),
    { maximumAge: 60_000, timeout: 8_000 },
  );
};
