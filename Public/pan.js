// Moves and zooms the map of a list, drawn or of tiles; without this file links do. What was moved to is searched on demand.
import { whereabouts } from "./position.js";

const CLOSEST = 85_000, WIDEST = 500, TAP = 4;

// "Search this area" for the bounds that are shown now; hidden where they are those of the list.
export const offer = (figure, bounds) => {
  const link = figure.querySelector("[data-again]");
  if (!link) return;
  if (bounds) {
    const degrees = bounds.map((degree) => Math.round(degree * 1e5) / 1e5).join(",");
    link.setAttribute("href", link.getAttribute("href").replace(/bounds=[^&]*/, `bounds=${degrees}`));
  }
  link.hidden = !bounds;
};

const shrink = Math.cos(37.55 * Math.PI / 180);
const frame = (svg) => ["west", "north", "scale"].map((name) => Number(svg.dataset[name]));

// Where a position lies on the drawing.
export const projection = (svg) => {
  const [west, north, scale] = frame(svg);
  return ({ latitude, longitude }) => [(longitude - west) * shrink * scale, (north - latitude) * scale];
};

const drawn = (figure, svg) => {
  const world = svg.querySelector(".world");
  const [west, north, scale] = frame(svg);
  const { width, height } = svg.viewBox.baseVal;
  let [x, y, k] = [0, 0, 1];
  const moved = () => Math.abs(x) > 1 || Math.abs(y) > 1 || k !== 1;
  const show = () => {
    world.setAttribute("transform", `translate(${x} ${y}) scale(${k})`);
    svg.style.setProperty("--k", k);
    const latitude = (down) => north - (down - y) / k / scale;
    const longitude = (right) => west + (right - x) / k / scale / shrink;
    offer(figure, moved() && [latitude(height), longitude(0), latitude(0), longitude(width)]);
  };
  const pan = (right, down) => {
    x += right;
    y += down;
    show();
  };
  // The point of the picture under the finger stays there.
  const zoom = (factor, at = { x: width / 2, y: height / 2 }) => {
    const next = Math.min(CLOSEST, Math.max(WIDEST, scale * k * factor)) / scale;
    x = at.x - (at.x - x) * next / k;
    y = at.y - (at.y - y) * next / k;
    k = next;
    show();
  };
  const units = ({ clientX, clientY }) => new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  const mark = ({ accuracy, ...position }) => {
    const [right, down] = projection(svg)(position);
    if (right < 0 || right > width || down < 0 || down > height) return;
    const here = document.createElementNS(svg.namespaceURI, "g");
    here.setAttribute("class", "here");
    here.setAttribute("role", "img");
    here.setAttribute("aria-label", figure.dataset.map);
    for (const [name, radius] of [["reach", Math.min(accuracy / 111_195 * scale, width)], ["dot", 7]]) {
      const circle = document.createElementNS(svg.namespaceURI, "circle");
      for (const [key, value] of Object.entries({ class: name, cx: right, cy: down, r: radius })) circle.setAttribute(key, value);
      here.append(circle);
    }
    world.append(here);
  };
  return { pan, zoom, units, mark, moved, width, height };
};

const byMouse = (figure, map) => {
  let from, dragged = false;
  figure.addEventListener("dragstart", (event) => event.preventDefault());
  figure.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button || event.target.closest(".ctl, .again")) return;
    from = event;
    dragged = false;
  });
  figure.addEventListener("pointermove", (event) => {
    if (!from || event.pointerType !== "mouse") return;
    if (!dragged && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < TAP) return;
    if (!dragged) figure.setPointerCapture(event.pointerId);
    dragged = true;
    const [before, now] = [map.units(from), map.units(event)];
    map.pan(now.x - before.x, now.y - before.y);
    from = event;
  });
  for (const name of ["pointerup", "pointercancel"]) figure.addEventListener(name, () => { from = undefined; });
  // A link that was dragged is not meant to be followed.
  figure.addEventListener("click", (event) => {
    if (dragged) event.preventDefault(), event.stopPropagation();
    dragged = false;
  }, true);
  figure.addEventListener("dblclick", (event) => !event.target.closest("a") && map.zoom(2, map.units(event)));
  figure.addEventListener("wheel", (event) => {
    // A pinch on a touchpad; the wheel alone scrolls the page.
    if (!event.ctrlKey) return;
    event.preventDefault();
    map.zoom(Math.exp(-event.deltaY / 100), map.units(event));
  }, { passive: false });
};

// One finger scrolls the page, which would end at the map otherwise; two move and zoom the map.
const byTouch = (figure, map) => {
  let last, said;
  const read = ({ touches }) => {
    const all = [...touches].slice(0, 2).map(map.units);
    const mid = { x: (all[0].x + all.at(-1).x) / 2, y: (all[0].y + all.at(-1).y) / 2 };
    return { mid, gap: Math.hypot(all[0].x - all.at(-1).x, all[0].y - all.at(-1).y), count: all.length };
  };
  const begin = (event) => { last = event.touches.length ? read(event) : undefined; };
  for (const name of ["touchstart", "touchend", "touchcancel"]) figure.addEventListener(name, begin, { passive: true });
  figure.addEventListener("touchmove", (event) => {
    const now = read(event);
    if (now.count < 2) {
      figure.classList.add("one-finger");
      clearTimeout(said);
      said = setTimeout(() => figure.classList.remove("one-finger"), 1500);
      return;
    }
    if (last?.count !== now.count) return;
    event.preventDefault();
    map.pan(now.mid.x - last.mid.x, now.mid.y - last.mid.y);
    if (last.gap) map.zoom(now.gap / last.gap, now.mid);
    last = now;
  }, { passive: false });
};

const byKeyboard = (figure, svg, map) => {
  svg.tabIndex = 0;
  const steps = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  svg.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const step = steps[event.key];
    if (step) map.pan(step[0] * map.width / 5, step[1] * map.height / 5);
    else if (event.key === "+" || event.key === "=") map.zoom(2);
    else if (event.key === "-") map.zoom(.5);
    else if (event.key === "Enter" && event.target === svg && map.moved()) figure.querySelector("[data-again]").click();
    else if (event.key === "Escape") document.activeElement.blur();
    else return;
    event.preventDefault();
  });
};

const start = () => {
  const figure = document.querySelector("figure[data-map]:not(.moves)");
  const svg = figure?.querySelector("svg.geo");
  if (!svg) return;
  figure.classList.add("moves");
  const map = drawn(figure, svg);
  byMouse(figure, map);
  byTouch(figure, map);
  byKeyboard(figure, svg, map);
  whereabouts().then((coords) => coords && map.mark(coords));
  figure.addEventListener("click", (event) => {
    const name = event.target.closest("[data-move]")?.dataset.move;
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    const factor = name === "closer" ? 2 : .5;
    // Where tiles lie over the drawing, they move.
    if (figure.classList.contains("has-tiles")) figure.dispatchEvent(new CustomEvent("map-zoom", { detail: factor }));
    else map.zoom(factor);
  });
};

for (const event of ["list-shown", "rows-shown"]) document.addEventListener(event, start);
start();
