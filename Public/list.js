// Filters, sorting and paging in place. Without this file every one of them is a plain link or form.
const region = document.querySelector("[data-list]");

const show = async (url, { push = true, focus = "" } = {}) => {
  region.classList.add("is-loading");
  try {
    const answer = await fetch(url, { headers: { "X-Fragment": "list" }, credentials: "same-origin" });
    if (!answer.ok) throw new Error(answer.status);
    region.innerHTML = await answer.text();
    if (push) history.pushState({ list: true }, "", url);
    restoreFocus(focus);
    document.dispatchEvent(new Event("list-shown"));
  } catch {
    location.assign(url);
  } finally {
    region.classList.remove("is-loading");
  }
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

if (region) {
  region.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-in-place]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    show(link.href, { focus: link.dataset.focus });
  });
  region.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-in-place]");
    if (!form) return;
    event.preventDefault();
    show(address(form), { focus: document.activeElement?.dataset.focus });
  });
  region.addEventListener("change", (event) => {
    if (!event.target.matches("[data-submits]")) return;
    show(address(event.target.form), { focus: event.target.dataset.focus });
  });
  addEventListener("popstate", () => show(location.href, { push: false }));
}
