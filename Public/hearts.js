// Hearts without loading the page anew: shown at once, undone with words if the server refuses or the line is cut.
// Without this file each is a form like any other.
const words = document.querySelector("script[data-refused]").dataset;
const language = document.documentElement.lang;
const patience = 8_000;

// What each place's heart is, and what was last asked for, while an answer is awaited.
const open = new Map();

const forms = (place) => document.querySelectorAll(`form[data-heart="${place}"]`);

const show = (place, on, hearts) => {
  for (const form of forms(place)) {
    form.setAttribute("action", `/favourites/${place}${on ? "/delete" : ""}`);
    form.querySelector("button").setAttribute("aria-pressed", on);
    const count = form.querySelector("[data-hearts]");
    if (count) count.textContent = hearts ? new Intl.NumberFormat(language).format(hearts) : "";
  }
};

const seen = (form) => {
  const text = form.querySelector("[data-hearts]")?.textContent ?? "";
  return {
    on: form.querySelector("button").getAttribute("aria-pressed") === "true",
    hearts: Number(text.replace(/\D/g, "")),
  };
};

const send = async (place, on, form) => {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(`/favourites/${place}${on ? "" : "/delete"}`, {
    method: "POST", body, headers: { Accept: "application/json" }, keepalive: true,
  });
  if (!answer.ok) throw answer;
  return answer.json();
};

// One request at a time for each place: presses meanwhile change what is wanted, and the last of them counts.
const settle = async (place, form, state) => {
  try {
    do {
      const wanted = state.wanted;
      const done = await send(place, wanted, form);
      state.said = done.message;
      state.on = done.hearted;
      state.hearts = done.hearts;
      // The server may know better, of a heart pressed in another tab.
      if (state.wanted === wanted) state.wanted = state.on;
    } while (state.wanted !== state.on);
    show(place, state.on, state.hearts);
    const here = encodeURIComponent(location.pathname + location.search);
    const more = state.on ? `/favourites/${place}?next=${here}` : undefined;
    toast(state.said ?? "", form, () => press(place, form, !state.on), more);
    // Whoever counts favourites on the page counts anew.
    document.dispatchEvent(new Event("heart-settled"));
  } catch (fault) {
    show(place, state.on, state.hearts);
    // Without a session the heart is set after the login, to which the form leads as a whole page.
    if (fault.status === 401) return leave(place, form, state.wanted);
    toast(await reason(fault), form);
  } finally {
    open.delete(place);
  }
};

const leave = (place, form, on) => {
  form.setAttribute("action", `/favourites/${place}${on ? "" : "/delete"}`);
  form.submit();
};

const reason = async (fault) => {
  if (!(fault instanceof Response)) return words.cut;
  const problem = await fault.json().catch(() => ({}));
  return problem.detail ?? words.refused;
};

const press = (place, form, wanted) => {
  const state = open.get(place);
  if (state) {
    state.wanted = wanted;
    return show(place, wanted, state.hearts + (wanted - state.on));
  }
  const now = { ...seen(form), wanted };
  open.set(place, now);
  show(place, wanted, now.hearts + (wanted - now.on));
  settle(place, form, now);
};

// The region is there before the words, or nobody hears them.
const region = Object.assign(document.createElement("div"), { className: "toasts" });
region.setAttribute("role", "status");
document.body.append(region);
let timer;
// The heart that the words are about: by keyboard they stand right behind it, wherever they are drawn.
let heart;
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
const leaveToHeart = () => {
  if (region.contains(document.activeElement)) heart?.focus({ preventScroll: true });
};
const hide = () => {
  leaveToHeart();
  region.replaceChildren();
  holds.clear();
  clearTimeout(timer);
};

const toast = (said, form, undo, more) => {
  leaveToHeart();
  // Where the list was drawn anew meanwhile, its heart is another one.
  heart = form && (form.isConnected ? form : forms(form.dataset.heart)[0] ?? form).querySelector("button");
  const box = Object.assign(document.createElement("div"), { className: "toast" });
  box.append(Object.assign(document.createElement("span"), { textContent: said }));
  if (undo) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words.undo });
    button.addEventListener("click", () => {
      hide();
      undo();
    });
    box.append(button);
  }
  if (more) box.append(Object.assign(document.createElement("a"), { href: more, textContent: words.more }));
  region.replaceChildren(box);
  wait();
};

for (const [name, by, on] of [
  ["pointerenter", "pointer", true], ["pointerleave", "pointer", false],
  ["focusin", "focus", true], ["focusout", "focus", false],
]) region.addEventListener(name, () => hold(by, on));

// Other scripts of the page have something to say too.
document.addEventListener("toast", ({ detail }) => toast(detail));

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && region.hasChildNodes()) return hide();
  const ways = [...region.querySelectorAll("button, a")];
  if (event.key !== "Tab" || !ways.length) return;
  const at = ways.indexOf(document.activeElement);
  if (at < 0 && document.activeElement === heart && !event.shiftKey) {
    event.preventDefault();
    ways[0].focus();
  } else if (at >= 0) {
    const next = ways[at + (event.shiftKey ? -1 : 1)];
    // Tab goes on from the heart; back is the heart itself.
    if (next || event.shiftKey) event.preventDefault();
    (next ?? heart).focus();
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  // A visitor's form leads to the login by itself.
  if (!form.matches("form[data-heart]") || event.defaultPrevented || !form.elements.csrf) return;
  event.preventDefault();
  const wanted = form.querySelector("button").getAttribute("aria-pressed") !== "true";
  press(form.dataset.heart, form, wanted);
});
