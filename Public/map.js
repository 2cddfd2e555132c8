// Loaded only where map tiles are configured: the same pins over those tiles. The drawn map stays where this fails.
/* global L */
const box = document.querySelector("[data-tiles]");
if (box && globalThis.L) {
  const pins = [...box.querySelectorAll("[data-lat]")];
  const points = pins.map((pin) => [Number(pin.dataset.lat), Number(pin.dataset.lon)]);
  if (points.length) {
    const canvas = document.createElement("div");
    canvas.className = "leaflet";
    const map = L.map(canvas, { scrollWheelZoom: false });
    box.querySelector("svg").replaceWith(canvas);
    L.tileLayer(box.dataset.tiles, { maxZoom: 19, attribution: box.dataset.credit ?? "" }).addTo(map);
    pins.forEach((pin, index) => {
      const marker = L.circleMarker(points[index], { radius: 11 }).addTo(map);
      // An element, because Leaflet reads a string as HTML.
      const label = document.createElement("span");
      label.textContent = pin.getAttribute("aria-label");
      marker.bindTooltip(label);
      marker.on("click", () => location.assign(pin.getAttribute("href")));
    });
    map.fitBounds(L.latLngBounds(points).pad(0.1), { maxZoom: 16 });
  }
}
