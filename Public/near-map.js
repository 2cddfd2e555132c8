// The drawn map of a list that the browser sorted: the pins get the numbers of its rows. A map of tiles is made of the same pins.
import { projection } from "./pan.js";

const create = (name, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

// A circle for restaurants, a square for bookshops; smaller where the row does not stand in the list yet.
const pin = ({ item, place, isAbout, number }, isShown, project) => {
  const [x, y] = project(place);
  const way = item.querySelector("h3 a"), isBook = Boolean(item.querySelector(".num--book"));
  const radius = isShown ? 12 : 7;
  const link = create("a", {
    class: `pin${isBook ? " pin--book" : ""}${isAbout ? " pin--near" : ""}`, href: way.getAttribute("href"),
    "aria-label": isShown ? `${number}. ${way.textContent.trim()}` : way.textContent.trim(),
    "data-lat": place.latitude, "data-lon": place.longitude,
  });
  link.append(create("circle", { class: "hit", cx: x, cy: y, r: 22 }), isBook ?
    create("rect", { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2, rx: radius / 2.5 }) :
    create("circle", { cx: x, cy: y, r: radius }));
  if (isShown) link.append(Object.assign(create("text", { x, y: y + 4.5 }), { textContent: number }));
  return link;
};

// A new figure stands for the old one, as where more rows come from the server: whatever moves a map begins with it.
export const drawPins = (region, rows, count) => {
  const figure = region.querySelector("figure.map");
  const fresh = figure?.cloneNode(true);
  const svg = fresh?.querySelector("svg.geo"), world = svg?.querySelector(".world");
  if (!world) return;
  fresh.classList.remove("moves", "has-tiles");
  fresh.querySelector(".leaflet")?.remove();
  world.removeAttribute("transform");
  svg.style.removeProperty("--k");
  for (const old of svg.querySelectorAll(".pin, .cl:not(.cl--dong), .lead, .home, .approx, .here")) old.remove();
  const project = projection(svg);
  const pins = rows.map((row, index) => row.place && pin(row, index < count, project)).filter(Boolean);
  // What is numbered lies above.
  world.append(...pins.reverse());
  figure.replaceWith(fresh);
};
