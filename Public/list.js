// Filters, sorting and paging in place. Without this file every one of them is a plain link or form.
const region = document.querySelector("[data-list]");

// Where the list is one around a cell, the browser sorts it by its own position.
const sortNear = async () => {
  if (!region.querySelector("[data-cell]")) return;
  try {
    await (await import("./near-list.js")).arrange(region);
  } catch { /* it stays as it came */ }
};

const here = () => location.pathname + location.search;
let at = here();
let pending;

const show = async (url, { push = true, focus = "", closes = null } = {}) => {
  pending?.abort();
  const own = pending = new AbortController();
  region.classList.add("is-loading");
  try {
    const answer = await fetch(url, {
      headers: { "X-Fragment": "list" }, credentials: "same-origin", signal: own.signal,
    });
    if (!answer.ok) throw new Error(answer.status);
    const text = await answer.text();
    const open = folds();
    region.innerHTML = text;
    for (const fold of region.querySelectorAll("details[data-fold]")) fold.open = open[fold.dataset.fold] ?? fold.open;
    const closed = closes && region.querySelector(`details[data-fold="${closes}"]`);
    if (closed) closed.open = false;
    if (push) history.pushState({ list: true }, "", url);
    at = here();
    renew(region.firstElementChild.dataset);
    restoreFocus(closed ? "" : focus);
    if (closed) region.querySelector("[data-rows] > li, .empty")?.scrollIntoView({ block: "nearest" });
    document.dispatchEvent(new Event("list-shown"));
    sortNear();
  } catch {
    if (own.signal.aborted) return;
    if (push) location.assign(url);
    else location.reload();
  } finally {
    if (pending === own) region.classList.remove("is-loading");
  }
};

// What somebody opened or closed stays so.
const folds = () => Object.fromEntries(
  [...region.querySelectorAll("details[data-fold]")].map((fold) => [fold.dataset.fold, fold.open]),
);

// What stands outside of the part and follows from the address too. After the address, so that the entry left behind
// keeps its own title.
const renew = ({ title, returnTo }) => {
  document.title = title;
  for (const input of document.querySelectorAll("form[action='/preferences'] input[name=next]:not([data-own-next])")) input.value = returnTo;
};

// The part is replaced whole, so the element that had the focus is found again by its name.
const restoreFocus = (name) => {
  const next = name && region.querySelector(`[data-focus="${CSS.escape(name)}"]`);
  const target = next || region.querySelector("[role=status]");
  if (!target) return;
  if (target !== next) target.tabIndex = -1;
  target.focus({ preventScroll: Boolean(next) });
};

const address = (form) => {
  const query = new URLSearchParams(new FormData(form));
  for (const [key, value] of [...query]) if (value === "") query.delete(key, value);
  const text = query.toString();
  return form.getAttribute("action") + (text ? `?${text}` : "");
};

// A form that leads to a list on another page is sent as soon as something is chosen.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submits]") && !region?.contains(event.target)) event.target.form.requestSubmit();
});

if (region) {
  region.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-in-place]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    // A link on the drawn map is one of SVG.
    show(link.href.baseVal ?? link.href, { focus: link.dataset.focus });
  });
  region.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-in-place]");
    if (!form) return;
    event.preventDefault();
    // Pressed in a panel, the button is done with it: what it found is in sight.
    const closes = event.submitter?.closest("details[data-fold]")?.dataset.fold;
    show(address(form), { focus: document.activeElement?.dataset.focus, closes });
  });
  region.addEventListener("change", (event) => {
    if (!event.target.matches("[data-submits]")) return;
    show(address(event.target.form), { focus: event.target.dataset.focus });
  });
  sortNear();
  document.addEventListener("rows-shown", () => { at = here(); });
  // A link within the page, such as the skip link, changes the hash alone: the list stays and so does the focus.
  addEventListener("popstate", (event) => {
    // A photo opened over the list has an address of its own and leaves the list alone.
    if (event.state?.photo) return;
    const before = at;
    at = here();
    if (at !== before) show(location.href, { push: false });
  });
}
