// Keys for the queue: j and k move, o opens, x chooses, t takes, ? lists them. They can be switched off, and a field that
// is being typed in keeps its own. Without this file everything is a link, a box or a button.
const form = document.querySelector("[data-queue]");
const keys = document.querySelector("[data-keys]");
const isOn = keys.querySelector("[data-keys-on]");
const name = "moeum-queue-keys";

const rows = () => [...document.querySelectorAll("[data-row]")];
// The row on which one is, or was before the list of keys was opened.
let last;
const current = () => {
  const focused = document.activeElement;
  return focused?.closest("[data-row]") ?? (keys.contains(focused) || focused === document.body ? last : undefined);
};
document.addEventListener("focusin", (event) => {
  last = event.target.closest("[data-row]") ?? last;
});
const box = (row) => row?.querySelector("input[name=id]");

const said = form?.querySelector("[data-chosen]");
const count = () => {
  if (!said) return;
  const chosen = form.querySelectorAll("input[name=id]:checked").length;
  said.textContent = chosen ? said.dataset.chosen.replace("#", chosen) : said.dataset.none;
};

const move = (step) => {
  const all = rows();
  const at = all.indexOf(current());
  const next = all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + step))];
  next?.querySelector("[data-open]").focus();
};

const choose = () => {
  const found = box(current());
  if (!found) return;
  found.checked = !found.checked;
  count();
};

const take = () => {
  const button = form?.querySelector("[data-take]");
  if (!button) return;
  if (!form.querySelector("input[name=id]:checked")) {
    const found = box(current());
    if (!found) return;
    found.checked = true;
  }
  form.requestSubmit(button);
};

const list = () => {
  keys.open = !keys.open;
  const back = keys.open ? undefined : last?.querySelector("[data-open]");
  (back ?? keys.querySelector("summary")).focus();
};

const shortcuts = {
  j: () => move(1),
  k: () => move(-1),
  o: () => current()?.querySelector("[data-open]").click(),
  x: choose,
  t: take,
  "?": list,
};

const isTyping = (target) =>
  target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=radio])");

document.addEventListener("keydown", (event) => {
  if (!isOn.checked || event.repeat && event.key === "t") return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
  const shortcut = shortcuts[event.key];
  if (!shortcut) return;
  event.preventDefault();
  shortcut();
});

try {
  isOn.checked = localStorage.getItem(name) !== "off";
} catch { /* Whoever keeps nothing has the keys on. */ }
isOn.addEventListener("change", () => {
  try {
    localStorage.setItem(name, isOn.checked ? "on" : "off");
  } catch { /* Then it holds for this page. */ }
});
form?.addEventListener("change", count);
count();
