// Words at the foot of the page about a button that was pressed, with ways to go on.
const patience = 8_000;

// The region is there before the words, or nobody hears them.
const region = Object.assign(document.createElement("div"), { className: "toasts" });
region.setAttribute("role", "status");
document.body.append(region);
let timer;
// The button that the words are about: by keyboard they stand right behind it, wherever they are drawn.
let pressed;
// Whether the keyboard has come here from that button, and not at the end of the page.
let isBehind = false;
// Whoever points at it or has come to it by keyboard is given all the time they need.
const holds = new Set();

const wait = () => {
  clearTimeout(timer);
  if (!holds.size) timer = setTimeout(hide, patience);
};
const hold = (name, on) => {
  if (on) holds.add(name);
  else holds.delete(name);
  wait();
};
const leaveToButton = () => {
  if (region.contains(document.activeElement)) pressed?.focus({ preventScroll: true });
};
const hide = () => {
  leaveToButton();
  region.replaceChildren();
  holds.clear();
  clearTimeout(timer);
};

const way = ({ label, run, href }) => {
  if (href) return Object.assign(document.createElement("a"), { href, textContent: label });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  button.addEventListener("click", () => {
    hide();
    run();
  });
  return button;
};

// ways: of a label and what it runs, or where it leads.
export const say = (said, button, ways = []) => {
  leaveToButton();
  pressed = button;
  const box = Object.assign(document.createElement("div"), { className: "toast" });
  box.append(Object.assign(document.createElement("span"), { textContent: said }));
  box.append(...ways.filter(Boolean).map(way));
  region.replaceChildren(box);
  wait();
};

for (const [name, by, on] of [
  ["pointerenter", "pointer", true], ["pointerleave", "pointer", false],
  ["focusin", "focus", true], ["focusout", "focus", false],
]) region.addEventListener(name, () => hold(by, on));

// Other scripts of the page have something to say too.
document.addEventListener("toast", ({ detail }) => say(detail));

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && region.hasChildNodes()) return hide();
  const ways = [...region.querySelectorAll("button, a")];
  if (event.key !== "Tab" || !ways.length) return;
  const at = ways.indexOf(document.activeElement);
  if (at < 0 && document.activeElement === pressed && !event.shiftKey) {
    event.preventDefault();
    isBehind = true;
    ways[0].focus();
  } else if (at >= 0) {
    const next = ways[at + (event.shiftKey ? -1 : 1)];
    if (!next && !isBehind) return;
    if (!next) isBehind = false;
    // Tab goes on from the button; back is the button itself.
    if (next || event.shiftKey) event.preventDefault();
    (next ?? pressed).focus();
  }
});
