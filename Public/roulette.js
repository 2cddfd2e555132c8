// The wheel turns to what the server picked. Without this file every button is a plain form and the wheel stands still.
const region = document.querySelector("[data-roulette]");
const status = document.querySelector("[data-spun]");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const TURNS = 5, TIME = 2_400;
let pending, turning;

const form = () => region.querySelector("#roulette");

// The part is replaced whole: what was open stays open, and the focus is found again by its name.
const put = (html, focus) => {
  const open = [...region.querySelectorAll("details[open]")].map((fold) => fold.dataset.fold);
  region.innerHTML = html;
  for (const fold of region.querySelectorAll("details")) fold.open = open.includes(fold.dataset.fold);
  const { address, returnTo } = form().dataset;
  for (const input of document.querySelectorAll("form[action='/preferences'] input[name=next]")) input.value = returnTo;
  if (focus) region.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  return address;
};

// No answer came at all: then the page stays, and says so.
class Cut extends Error {}
const reach = (...asked) => fetch(...asked).catch(() => { throw new Cut(); });

const read = async (url) => {
  const answer = await reach(url, { headers: { "X-Fragment": "roulette" }, credentials: "same-origin" });
  // A session that has ended leads to the login.
  if (!answer.ok || answer.redirected) throw new Error(answer.status);
  return answer.text();
};

const result = () => region.querySelector("[data-result]");

const announce = () => {
  const goal = result();
  if (!goal) return;
  const name = goal.querySelector("[lang]") ?? goal;
  status.textContent = [name.textContent, region.querySelector(".pick .badge")?.textContent].filter(Boolean).join(". ");
  goal.focus({ preventScroll: true });
  const box = goal.getBoundingClientRect();
  if (box.bottom > innerHeight || box.top < 0) {
    goal.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
  }
};

const turn = async () => {
  const disc = region.querySelector(".wheel .disc");
  if (!disc || !region.querySelector(".pick") || still.matches || !disc.animate) return announce();
  const box = disc.closest(".wheelbox");
  const frame = disc.closest(".wheel-frame"), { top, bottom } = frame.getBoundingClientRect();
  // Nobody sees it turn above or below the screen.
  if (top < 0 || bottom > innerHeight) frame.scrollIntoView({ block: "nearest" });
  box.classList.add("is-spinning");
  const from = -360 * TURNS - 360 * Math.random();
  turning = disc.animate(
    [{ transform: `rotate(${from}deg)` }, { transform: "rotate(0deg)" }],
    { duration: TIME, easing: "cubic-bezier(.15, .75, .15, 1)" },
  );
  await turning.finished.catch(() => {});
  box.classList.remove("is-spinning");
  if (box.isConnected) announce();
};

const spin = async (button) => {
  if (pending || turning?.playState === "running") return;
  pending = true;
  button?.setAttribute("aria-busy", "true");
  const sent = form();
  try {
    const answer = await reach(sent.action, {
      method: "POST", body: new URLSearchParams(new FormData(sent, button)), credentials: "same-origin",
      headers: { Accept: "application/json" },
    });
    // Nothing is left: its page has an address, and says which filter to drop.
    if (answer.status === 422) return await show((await answer.json()).next, { focus: button?.dataset.focus });
    if (!answer.ok) throw new Error(answer.status);
    const { next } = await answer.json();
    const html = await read(next);
    status.textContent = "";
    const address = put(html, button?.dataset.focus);
    history.pushState({ roulette: true }, "", address);
    at = here();
    turn();
  } catch (fault) {
    if (fault instanceof Cut) return tell("cut");
    plain(sent, button);
  } finally {
    pending = false;
    button?.removeAttribute("aria-busy");
  }
};

const tell = (name) => {
  const words = region.querySelector(`[data-${name}]`);
  if (!words) return;
  words.hidden = false;
  words.scrollIntoView({ block: "nearest" });
};

// As the browser would have done it, with whatever the server then says.
const plain = (sent, button) => {
  if (button?.name) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value });
    sent.append(field);
  }
  sent.submit();
};

const asked = (sent) => {
  const query = new URLSearchParams(new FormData(sent));
  for (const [name, value] of [...query]) if (value === "" || name === "csrf") query.delete(name, value);
  return `/roulette?${query}`;
};

const show = async (url, { focus = "", push = true } = {}) => {
  turning?.cancel();
  try {
    const address = put(await read(url), focus);
    if (push) history.pushState({ roulette: true }, "", address);
    at = here();
  } catch (fault) {
    // Going back has changed the address already: what it shows must come, or the browser says why not.
    if (!push || !(fault instanceof Cut)) return location.assign(url);
    // The filters say again what the page shows.
    form().reset();
    tell("cut");
  }
};

const nearby = async (focus) => {
  const { cellOf, locate } = await import("./position.js");
  const position = await locate();
  const asked = position ? { from: "nearby", near: cellOf(position) } : { from: "nearby" };
  await show(`/roulette?${new URLSearchParams(asked)}`, { focus });
  if (!position) region.querySelector("[data-denied]").hidden = false;
};

const here = () => location.pathname + location.search;
let at = here();

if (region) {
  addEventListener("submit", (event) => {
    if (event.target !== form() || event.submitter?.name === "apply") return;
    event.preventDefault();
    spin(event.submitter);
  });
  region.addEventListener("change", (event) => {
    const { name, value, dataset } = event.target;
    if (event.target.form !== form()) return;
    if (name === "from" && value === "nearby") return nearby(dataset.focus);
    if (name === "from") return show(`/roulette?from=${value}`, { focus: dataset.focus });
    // Of two answers to one question the later counts.
    if (name === "unvisited" && event.target.checked) {
      for (const other of form().querySelectorAll("[name=unvisited]")) other.checked = other === event.target;
    }
    show(asked(form()), { focus: dataset.focus });
  });
  region.addEventListener("click", (event) => {
    if (event.target.closest("[data-locate]")) nearby();
  });
  addEventListener("popstate", () => {
    if (at === here()) return;
    at = here();
    show(at, { push: false });
  });
}
