// "Near me": asks the browser where it is and opens the list around there. Without it the link leads to the districts.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-near]");
  if (!link || !navigator.geolocation || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  link.setAttribute("aria-busy", "true");
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const query = new URLSearchParams({ near: `${coords.latitude.toFixed(4)},${coords.longitude.toFixed(4)}` });
      location.assign(`/places?${query}`);
    },
    () => location.assign(link.href),
    { maximumAge: 60_000, timeout: 8_000 },
  );
});
