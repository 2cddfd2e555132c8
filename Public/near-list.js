// The list around a cell, sorted by the position that only this browser knows. Without this file it stays as it came, measured
// from the middle of the cell.
import { cellOf, whereabouts } from "./position.js";
import { drawPins } from "./near-map.js";

const PAGE = 20, EARTH = 6_371_008.8, FARTHEST_WALK = 2_000;

// The haversine formula, as the server measures.
const metresBetween = (one, other) => {
  const degree = Math.PI / 180;
  const up = Math.sin((other.latitude - one.latitude) * degree / 2);
  const across = Math.sin((other.longitude - one.longitude) * degree / 2);
  const chord = up * up + Math.cos(one.latitude * degree) * Math.cos(other.latitude * degree) * across * across;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(chord)));
};

const put = (text, value) => text.replace("{n}", value);

// As the server says distances: to ten metres where a place is known by its road alone, in tenths from a kilometre on.
const distanceText = (exact, isAbout, texts) => {
  const whole = Math.round(exact);
  const metres = isAbout ? Math.max(10, Math.floor((whole + 5) / 10) * 10) : whole;
  const length = metres < 1_000 ? put(texts.metres, metres) : put(texts.kilometres, Math.floor((metres + 50) / 100) / 10);
  const said = isAbout ? put(texts.about, length) : length;
  return whole > FARTHEST_WALK ? said : `${said} · ${put(texts.walk, Math.max(1, Math.ceil(whole / 80)))}`;
};

const read = (item, position) => {
  const { lat, lon } = item.dataset;
  const place = lat && { latitude: Number(lat), longitude: Number(lon) };
  return { item, place, isAbout: "about" in item.dataset, metres: place ? metresBetween(position, place) : Infinity };
};

const write = (row, index, texts) => {
  row.number = index + 1;
  row.item.querySelector(".num").textContent = row.number;
  const said = row.item.querySelector("[data-distance]");
  if (said && row.place) said.textContent = distanceText(row.metres, row.isAbout, texts);
};

// Shows so many rows, and a button for more of them.
const page = (region, rows, count) => {
  rows.forEach((row, index) => { row.item.hidden = index >= count; });
  drawPins(region, rows, count);
  document.dispatchEvent(new Event("rows-shown"));
  const pager = region.querySelector(".pager");
  if (count >= rows.length) return pager.replaceChildren();
  const { more } = region.querySelector("[data-cell]").dataset;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "btn btn--line", textContent: more });
  button.addEventListener("click", () => {
    history.replaceState({ ...history.state, nearRows: count + PAGE }, "");
    page(region, rows, count + PAGE);
    rows[count].item.querySelector("h3 a").focus({ preventScroll: true });
  });
  pager.replaceChildren(button);
};

// An address that was typed or kept from before may say more than the cell.
const cutAddress = (cell) => {
  const url = new URL(location.href);
  if (!url.searchParams.has("near") || url.searchParams.get("near") === cell) return;
  url.searchParams.set("near", cell);
  history.replaceState(history.state, "", url);
};

export const arrange = async (region) => {
  const texts = region.querySelector("[data-cell]")?.dataset;
  if (!texts) return;
  cutAddress(texts.cell);
  const position = await whereabouts();
  const list = region.querySelector("[data-rows]");
  // Meanwhile another list may stand there, or the reader elsewhere.
  if (!position || cellOf(position) !== texts.cell || region.querySelector("[data-cell]")?.dataset !== texts) return;
  const all = [...list.children].map((item) => read(item, position));
  const isNear = ({ place, metres }) => !place || metres <= Number(texts.radius);
  const rows = all.filter(isNear);
  if ("byDistance" in texts) rows.sort((one, other) => one.metres === other.metres ? 0 : one.metres - other.metres);
  rows.forEach((row, index) => write(row, index, texts));
  const beyond = all.filter((row) => !isNear(row));
  for (const { item } of beyond) item.hidden = true;
  list.replaceChildren(...[...rows, ...beyond].map(({ item }) => item));
  const count = rows.filter(({ place }) => place).length;
  const said = count ? put(texts.found, count) : texts.none;
  const others = rows.length - count;
  region.querySelector("[role=status]").textContent = others ? `${said} · ${put(texts.unlocated, others)}` : said;
  region.querySelector("[data-from-cell]").hidden = true;
  page(region, rows, history.state?.nearRows ?? PAGE);
};
