// The calendar is one stop on the way through the page: arrows go by days and weeks, Home and End to the ends of a week,
// PageUp and PageDown by months. Without this file each day is a stop of its own.
const calendar = document.querySelector("[data-calendar]");
const links = [...calendar.querySelectorAll("a[data-day]")];
const present = () => links.find((link) => link.tabIndex === 0);
const hasNext = Boolean(document.querySelector("[data-next-month]"));
const leaving = "calendar-left-by-key";

const stand = (link) => {
  for (const other of links) other.tabIndex = other === link ? 0 : -1;
};

const go = (link) => {
  stand(link);
  link.focus();
};

// Days are counted in UTC, where each is as long as the other.
const shifted = (days, months) => {
  const [year, month, day] = present().dataset.day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const date = months ? Date.UTC(year, month - 1 + months, Math.min(day, last)) : Date.UTC(year, month - 1, day + days);
  return new Date(date).toISOString().slice(0, 10);
};

// A day that has not come is no link; the days of other months are on their own pages, where the keyboard goes on.
const step = (days, months = 0) => {
  const day = shifted(days, months);
  const link = links.find((other) => other.dataset.day === day);
  if (link) return go(link);
  const isBefore = day < links[0].dataset.day;
  if (isBefore ? day < "1900-01-01" : !hasNext) return;
  sessionStorage.setItem(leaving, day);
  location.assign(`/diary/${day.slice(0, 7)}?day=${day}`);
};

const inWeek = (isEnd) => {
  const row = [...present().closest("tr").querySelectorAll("a[data-day]")];
  go(isEnd ? row.at(-1) : row[0]);
};

const keys = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  ArrowUp: () => step(-7),
  ArrowDown: () => step(7),
  Home: () => inWeek(false),
  End: () => inWeek(true),
  PageUp: () => step(0, -1),
  PageDown: () => step(0, 1),
};

stand(calendar.querySelector(".chosen a") ?? links[0]);
if (sessionStorage.getItem(leaving) && location.search.includes("day=")) present().focus({ preventScroll: true });
sessionStorage.removeItem(leaving);
calendar.addEventListener("focusin", (event) => stand(event.target));
calendar.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  act();
});
