// Hearts without loading the page anew: shown at once, undone with words if the server refuses or the line is cut.
// Without this file each is a form like any other.
import { say } from "./toasts.js";

const words = document.querySelector("script[data-refused]").dataset;
const language = document.documentElement.lang;

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

const toast = (said, form, undo, more) => {
  // Where the list was drawn anew meanwhile, its heart is another one.
  const heart = form && (form.isConnected ? form : forms(form.dataset.heart)[0] ?? form).querySelector("button");
  say(said, heart, [
    undo && { label: words.undo, run: undo },
    more && { label: words.more, href: more },
  ]);
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  // A visitor's form leads to the login by itself.
  if (!form.matches("form[data-heart]") || event.defaultPrevented || !form.elements.csrf) return;
  event.preventDefault();
  const wanted = form.querySelector("button").getAttribute("aria-pressed") !== "true";
  press(form.dataset.heart, form, wanted);
});
