// "Near me": asks the browser where it is and opens a list around there: that of all places, or the one that the link
// names. Refused, the link leads to the districts and says so, or says so where the page itself has nothing more to offer.
const denied = (link) => {
  link.removeAttribute("aria-busy");
  const words = document.getElementById(link.dataset.denied ?? "");
  if (words) words.hidden = false;
  else location.assign(`${link.href}#near-denied`);
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-near]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  // Said anew where it is refused again.
  const words = document.getElementById(link.dataset.denied ?? "");
  if (words) words.hidden = true;
  if (!navigator.geolocation) return denied(link);
  link.setAttribute("aria-busy", "true");
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const list = new URL(link.dataset.near || "/places", location.href);
      list.searchParams.set("near", `${coords.latitude.toFixed(4)},${coords.longitude.toFixed(4)}`);
      location.assign(list);
    },
    () => denied(link),
    { maximumAge: 60_000, timeout: 8_000 },
  );
});
