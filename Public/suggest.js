// Suggestions while typing, after the ARIA combobox pattern with a listbox. The form works without them.
const wait = 120;

const attach = (input) => {
  const list = document.createElement("div");
  list.className = "suggest";
  list.id = `${input.id}-list`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.dataset.suggestLabel);
  list.hidden = true;
  input.closest(".search").append(list);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id,
  })) input.setAttribute(name, value);

  let timer, pending, active = -1;
  const options = () => [...list.children];

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const mark = (index) => {
    const all = options();
    active = all.length ? (index + all.length) % all.length : -1;
    all.forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
    if (active >= 0) input.setAttribute("aria-activedescendant", all[active].id);
  };
  const option = (place, index) => {
    const row = document.createElement("div");
    row.id = `${list.id}-${index}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", "false");
    row.dataset.href = `/places/${place.id}`;
    const shape = document.createElement("span");
    shape.className = place.kind === "bookshop" ? "sh sh--book" : "sh";
    const name = document.createElement("span");
    name.lang = "ko";
    name.textContent = place.name;
    const where = document.createElement("small");
    where.textContent = place.districtName;
    row.append(shape, name, " ", where);
    return row;
  };
  const load = async () => {
    pending?.abort();
    const query = input.value.trim();
    if (!query) return close();
    pending = new AbortController();
    try {
      const answer = await fetch(`/places/suggest?q=${encodeURIComponent(query)}`, {
        headers: { Accept: "application/json" }, signal: pending.signal,
      });
      if (!answer.ok) return close();
      const { suggestions } = await answer.json();
      list.replaceChildren(...suggestions.map(option));
      if (!suggestions.length || document.activeElement !== input) return close();
      active = -1;
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
    } catch (problem) {
      if (problem.name !== "AbortError") close();
    }
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(load, wait);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || list.hidden) return;
    if (event.key === "ArrowDown") mark(active + 1);
    else if (event.key === "ArrowUp") mark(active < 0 ? -1 : active - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && active >= 0) location.assign(options()[active].dataset.href);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", close);
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const row = event.target.closest("[role=option]");
    if (row) location.assign(row.dataset.href);
  });
};

// On first focus, because lists replace their search field in place.
const attached = new WeakSet();
document.addEventListener("focusin", ({ target }) => {
  if (!target.matches("input[data-suggest]") || attached.has(target)) return;
  attached.add(target);
  attach(target);
});
