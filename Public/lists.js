// The order of a list: its places are moved by dragging them with a mouse or a finger, with the arrow keys, and with the
// buttons, all without loading the page anew. Without this file the buttons are forms like any other.
const list = document.querySelector("[data-entries]");
const status = document.querySelector("[data-list-said]");
const rows = () => [...list.children];
const say = (text) => { status.textContent = text; };

// As the server has it, and what is still to be told to it, one after the other.
let saved = list ? rows() : [];
let sending = Promise.resolve();
// Rises when a move failed: those that were made from where it left things count no more.
let round = 0;
let waiting = 0;

const number = () => {
  rows().forEach((row, index, all) => {
    const place = index + 1;
    row.querySelector("[data-number]").textContent = place;
    for (const button of row.querySelectorAll("[data-by]")) {
      button.value = place + Number(button.dataset.by);
      button.classList.toggle("is-off", button.value < 1 || button.value > all.length);
    }
    row.querySelector("[data-top]").classList.toggle("is-off", place === 1);
  });
};

const show = (order) => {
  list.append(...order);
  number();
};

/** Puts the rows into the server's order; others may have moved some meanwhile, and put on or taken off others. */
const follow = (ids, row) => {
  // Not from under a finger: what it moves is told next.
  if (list.querySelector(".is-held")) return;
  const known = new Map(rows().map((row) => [row.dataset.place, row]));
  if (ids.length !== known.size || ids.some((id) => !known.has(id))) return location.reload();
  const focused = document.activeElement;
  saved = ids.map((id) => known.get(id));
  if (ids.every((id, index) => rows()[index].dataset.place === id)) return;
  show(saved);
  say(list.dataset.moved.replace("#", ids.indexOf(row.dataset.place) + 1));
  if (list.contains(focused)) focused.focus({ preventScroll: true });
};

const send = async (row, place, order) => {
  const body = new URLSearchParams(new FormData(row.querySelector("form.entry-move")));
  body.set("position", place);
  body.set("order", 1);
  const action = row.querySelector("form.entry-move").action;
  const answer = await fetch(action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok || answer.redirected) throw new Error(answer.status);
  saved = order;
  return (await answer.json()).order;
};

/** Puts a row where it is to stand and tells the server; where that fails, it goes back. */
const settle = (row) => {
  number();
  const order = rows();
  const place = order.indexOf(row) + 1;
  say(list.dataset.moved.replace("#", place));
  const made = round;
  waiting += 1;
  sending = sending.then(() => made === round && send(row, place, order)).then((ids) => {
    waiting -= 1;
    // What is still to be told to it follows the order of the page.
    if (ids && !waiting) follow(ids, row);
  }, () => {
    waiting -= 1;
    round += 1;
    const focused = document.activeElement;
    show(saved);
    if (list.contains(focused)) focused.focus();
    say("");
    fail();
  });
};

// What went wrong is seen wherever one is on the page, and moves nothing: the hearts' script shows it.
const fail = () => document.dispatchEvent(new CustomEvent("toast", { detail: list.dataset.failed }));

const moveTo = (row, to) => {
  const all = rows();
  const from = all.indexOf(row);
  if (to < 0 || to >= all.length || to === from) return false;
  all[to][to < from ? "before" : "after"](row);
  settle(row);
  return true;
};

const move = (row, by) => moveTo(row, rows().indexOf(row) + by);

const dragging = (hold) => {
  const row = hold.closest(".entry");
  let grabbed;
  // Where the row would be drawn, less where it is drawn: it follows the finger while its place changes.
  const follow = (event) => {
    const box = row.getBoundingClientRect();
    const shown = Number(row.dataset.by ?? 0);
    const by = event.clientY - grabbed - (box.top - shown);
    row.dataset.by = by;
    row.style.setProperty("translate", `0 ${by}px`);
  };
  hold.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    grabbed = event.clientY - row.getBoundingClientRect().top;
    hold.setPointerCapture(event.pointerId);
    row.classList.add("is-held");
  });
  hold.addEventListener("pointermove", (event) => {
    if (grabbed === undefined) return;
    const { clientY } = event;
    const middle = (other) => other.getBoundingClientRect().top + other.offsetHeight / 2;
    const [above, below] = [row.previousElementSibling, row.nextElementSibling];
    // The row itself stays in the document, or the finger would lose it: its neighbours change sides.
    if (above && clientY < middle(above)) row.after(above);
    else if (below && clientY > middle(below)) row.before(below);
    follow(event);
    if (clientY < 80) scrollBy(0, -12);
    else if (clientY > innerHeight - 80) scrollBy(0, 12);
  });
  const drop = (isMeant) => {
    if (grabbed === undefined) return;
    grabbed = undefined;
    delete row.dataset.by;
    row.classList.remove("is-held");
    row.style.removeProperty("translate");
    if (!isMeant) show(saved);
    else if (rows().indexOf(row) !== saved.indexOf(row)) settle(row);
  };
  hold.addEventListener("pointerup", () => drop(true));
  hold.addEventListener("pointercancel", () => drop(false));
  hold.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape") drop(false);
    if (!by) return;
    event.preventDefault();
    if (move(row, by)) hold.focus();
  });
};

if (list) {
  for (const hold of list.querySelectorAll("[data-hold]")) {
    hold.hidden = false;
    dragging(hold);
  }
  list.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button?.matches("[data-by], [data-top]")) return;
    event.preventDefault();
    const row = button.closest(".entry");
    if (!("top" in button.dataset ? moveTo(row, 0) : move(row, Number(button.dataset.by)))) return;
    // At the end of the list the button has gone: the other one takes over.
    const rest = button.classList.contains("is-off") ? row.querySelector("[data-by]:not(.is-off)") : button;
    (rest ?? row.querySelector("[data-hold]")).focus();
  });
}
