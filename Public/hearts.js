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

const send = async (place, on, form, undo) => {
  const body = new URLSearchParams(new FormData(form));
  if (on && undo) body.set("undo", 1);
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
      const done = await send(place, wanted, form, state.undo);
      state.said = done.message;
      state.on = done.hearted;
      state.hearts = done.hearts;
      // The server may know better, of a heart pressed in another tab.
      if (state.wanted === wanted) state.wanted = state.on;
    } while (state.wanted !== state.on);
    show(place, state.on, state.hearts);
    toast(state.said ?? "", () => press(place, form, !state.on, true));
  } catch (fault) {
    show(place, state.on, state.hearts);
    // Without a session the heart is set after the login, to which the form leads as a whole page.
    if (fault.status === 401) return leave(place, form, state.wanted);
    toast(await reason(fault));
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

const press = (place, form, wanted, undo = false) => {
  const state = open.get(place);
  if (state) {
    state.wanted = wanted;
    state.undo = undo;
    return show(place, wanted, state.hearts + (wanted - state.on));
  }
  const now = { ...seen(form), wanted, undo };
  open.set(place, now);
  show(place, wanted, now.hearts + (wanted - now.on));
  settle(place, form, now);
};

// The region is there before the words, or nobody hears them.
const region = Object.assign(document.createElement("div"), { className: "toasts" });
region.setAttribute("role", "status");
document.body.append(region);
let timer;

const hide = () => region.replaceChildren();
const wait = () => {
  clearTimeout(timer);
  timer = setTimeout(hide, patience);
};

const toast = (said, undo) => {
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
  region.replaceChildren(box);
  wait();
};

// Whoever points at it or has come to it by keyboard is given all the time they need.
for (const name of ["pointerenter", "focusin"]) region.addEventListener(name, () => clearTimeout(timer));
for (const name of ["pointerleave", "focusout"]) region.addEventListener(name, wait);

document.addEventListener("submit", (event) => {
  const form = event.target;
  // A visitor's form leads to the login by itself.
  if (!form.matches("form[data-heart]") || event.defaultPrevented || !form.elements.csrf) return;
  event.preventDefault();
  const wanted = form.querySelector("button").getAttribute("aria-pressed") !== "true";
  press(form.dataset.heart, form, wanted);
});
