// "Near me": asks the browser where it is and opens a list around there: that of all places, or the one that the link
// names. Without it the link leads to the districts.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-near]");
  if (!link || !navigator.geolocation || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  link.setAttribute("aria-busy", "true");
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const list = new URL(link.dataset.near || "/places", location.href);
      list.searchParams.set("near", `${coords.latitude.toFixed(4)},${coords.longitude.toFixed(4)}`);
      location.assign(list);
    },
    () => location.assign(link.href),
    { maximumAge: 60_000, timeout: 8_000 },
  );
});
