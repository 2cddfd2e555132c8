// Loaded only where map tiles are configured: the list's pins and groups over those tiles. The drawn map stays where it
// is until the first tile has come, so nothing is lost without scripts or with a dead tile server.
import { offer } from "./pan.js";
import { whereabouts } from "./position.js";

const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
// One finger scrolls the page, two move the map.
const byTouch = matchMedia("(pointer: coarse)").matches;
let current;

const element = (name, className, text = "") => Object.assign(document.createElement(name), { className, textContent: text });

// Parts markers that would lie on each other; each has its point and its radius in pixels.
const spread = (spots) => {
  for (let round = 0; round < 40; round += 1) {
    let moved = false;
    spots.forEach((one, first) => spots.slice(first + 1).forEach((other, index) => {
      let [x, y] = [other.at.x - one.at.x, other.at.y - one.at.y];
      const gap = Math.hypot(x, y), lacks = one.radius + other.radius - gap;
      if (lacks < 0.5) return;
      // On the very same spot each goes its own way: the golden angle makes a disc of a stack.
      if (gap < 0.01) [x, y] = [Math.cos((first + index) * 2.399963), Math.sin((first + index) * 2.399963)];
      else [x, y] = [x / gap, y / gap];
      one.at = one.at.subtract([x * lacks / 2, y * lacks / 2]);
      other.at = other.at.add([x * lacks / 2, y * lacks / 2]);
      moved = true;
    }));
    if (!moved) return;
  }
};

const spot = (L, link) => {
  const home = L.latLng(Number(link.dataset.lat), Number(link.dataset.lon));
  const count = link.querySelector("text")?.textContent ?? "";
  const label = link.getAttribute("aria-label");
  const isGroup = link.classList.contains("cl");
  const reach = Number(link.dataset.reach);
  // The place that the page is about is no link.
  const isHere = !link.hasAttribute("href");
  const face = element(isHere ? "span" : "button", count ? "face" : "face face--small", count);
  face.setAttribute("aria-label", label);
  if (isHere) face.setAttribute("role", "img");
  const radius = isGroup ? 21 : 14;
  // Where only the dong is known nothing stands.
  const isArea = link.classList.contains("area");
  const icon = L.divIcon({
    html: isArea ? "" : face, className: isArea ? "" : `spot ${link.getAttribute("class")}`, iconSize: [44, 44],
  });
  const marker = L.marker(home, { icon, keyboard: false, interactive: !isHere });
  if (!isHere) {
    const way = element("a", "link", label);
    way.href = link.getAttribute("href");
    marker.bindPopup(way, { closeButton: false, offset: [0, -8], autoPanPadding: [16, 16] });
    // The button's own click opens it; Leaflet's key handler would do so once more and so close it.
    marker.off("keypress");
    marker.on("popupopen", () => way.focus({ preventScroll: true }));
    marker.on("popupclose", () => way.contains(document.activeElement) && face.focus({ preventScroll: true }));
  }
  // Where the building is known roughly only.
  const near = reach ? L.circle(home, { radius: reach, className: "near", interactive: false }) :
    link.classList.contains("pin--near") &&
    L.circleMarker(home, { radius: isHere ? 44 : 19, className: isHere ? "near near--on" : "near", interactive: false });
  return { home, marker, radius, near, reach };
};

const build = async (figure) => {
  const { tiles, leaflet, credit, zoomIn, zoomOut } = figure.dataset;
  const drawing = figure.querySelector("svg");
  const links = [...(drawing?.querySelectorAll("[data-lat]") ?? [])];
  if (!links.length) return;
  const L = await import(leaflet);
  if (!figure.isConnected) return;
  const canvas = element("div", "leaflet");
  canvas.setAttribute("role", "region");
  canvas.setAttribute("aria-label", drawing.getAttribute("aria-label"));
  drawing.after(canvas);
  const map = current = L.map(canvas, {
    zoomControl: false, scrollWheelZoom: false, dragging: !byTouch,
    zoomAnimation: !still, fadeAnimation: !still, inertia: !still,
  });
  map.attributionControl.setPrefix(false);
  // A list's map has buttons of its own, which are links without scripts.
  if (figure.querySelector(".ctl")) figure.addEventListener("map-zoom", ({ detail }) => map.zoomIn(Math.log2(detail)));
  else L.control.zoom({ position: "topright", zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map);
  const spots = links.map((link) => spot(L, link));
  const ways = L.polyline([], { className: "lead", interactive: false }).addTo(map);
  map.on("zoomend", () => {
    for (const one of spots) one.at = map.latLngToLayerPoint(one.home);
    spread(spots);
    for (const one of spots) one.marker.setLatLng(map.layerPointToLatLng(one.at));
    ways.setLatLngs(spots.map((one) => [one.home, one.marker.getLatLng()]));
  });
  map.fitBounds(L.latLngBounds(spots.map((one) => one.home)), { padding: [36, 36], maxZoom: spots.some((one) => one.reach) ? 14 : 16, animate: false });
  map.fire("zoomend");
  map.on("moveend", () => {
    const shown = map.getBounds();
    offer(figure, [shown.getSouth(), shown.getWest(), shown.getNorth(), shown.getEast()]);
  });
  whereabouts().then((here) => {
    if (!here || map !== current) return;
    const point = [here.latitude, here.longitude];
    L.circle(point, { radius: here.accuracy, className: "near near--on", interactive: false }).addTo(map);
    L.circleMarker(point, { radius: 7, className: "here", interactive: false }).addTo(map);
  });
  for (const one of spots) {
    if (one.near) one.near.addTo(map);
    one.marker.addTo(map);
  }
  canvas.addEventListener("keydown", (event) => event.key === "Escape" && map.closePopup());
  // Leaflet takes the credit as HTML; it is text.
  L.tileLayer(tiles, { maxZoom: 19, attribution: element("i", "", credit).innerHTML })
    .once("tileload", () => figure.classList.add("has-tiles"))
    .addTo(map);
};

const start = () => {
  current?.remove();
  current = undefined;
  const figure = document.querySelector("[data-tiles]");
  if (figure) build(figure).catch(() => figure.classList.remove("has-tiles"));
};

for (const event of ["list-shown", "rows-shown"]) document.addEventListener(event, start);
start();
