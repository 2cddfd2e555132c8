// Suggestions while typing, after the ARIA combobox pattern with a listbox. The form works without them.
import { keepSearch, recentWords, saveSearches } from "./page.js";

const wait = 120;

/** Of a field that has the focus; `before` is what stood in it when the focus came. */
export const attach = (input, before) => {
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

  const recent = recentSearches(input);
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
  const option = (found, index) => {
    const row = document.createElement("div");
    row.id = `${list.id}-${index}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", "false");
    row.dataset.href = found.href;
    const shape = document.createElement("span");
    shape.className = found.type !== "place" ? "sh sh--term" : found.kind === "bookshop" ? "sh sh--book" : "sh";
    const name = document.createElement("span");
    if (/[가-힣]/.test(found.name)) name.lang = "ko";
    name.textContent = row.dataset.name = found.name;
    if (found.romanName) {
      name.append(" ", Object.assign(document.createElement("span"), {
        className: "roman", lang: "en", textContent: found.romanName,
      }));
    }
    const label = document.createElement("small");
    label.textContent = found.label;
    row.append(shape, name, " ", label);
    return row;
  };
  const load = async () => {
    pending?.abort();
    const query = input.value.trim();
    if (!query) return close();
    recent.hide();
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
    recent.show();
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (list.hidden) {
      if (event.key === "ArrowDown" && recent.enter()) event.preventDefault();
      return;
    }
    if (event.key === "ArrowDown") mark(active + 1);
    else if (event.key === "ArrowUp") mark(active < 0 ? -1 : active - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && active >= 0) go(options()[active]);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", close);
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const row = event.target.closest("[role=option]");
    if (row) go(row);
  });
  const go = (row) => {
    keepSearch(row.dataset.name);
    location.assign(row.dataset.href);
  };
  if (document.activeElement !== input) return;
  recent.show();
  if (input.value !== before) load();
};

const recentSearches = (input) => {
  const words = input.dataset;
  const panel = document.createElement("section");
  panel.className = "suggest recent";
  panel.setAttribute("aria-label", words.recentLabel);
  panel.hidden = true;
  const field = input.closest(".search");
  field.append(panel);

  const button = (text, label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  };
  const hide = () => { panel.hidden = true; };
  const show = () => {
    const all = input.value.trim() ? [] : recentWords();
    panel.replaceChildren();
    panel.hidden = !all.length;
    if (!all.length) return;
    const head = document.createElement("p");
    const title = document.createElement("b");
    title.textContent = words.recentLabel;
    const note = document.createElement("small");
    note.textContent = words.recentNote;
    head.append(title, " ", note);
    const list = document.createElement("ul");
    for (const word of all) {
      const row = document.createElement("li");
      const link = document.createElement("a");
      link.href = `${input.form.getAttribute("action")}?q=${encodeURIComponent(word)}`;
      link.textContent = word;
      if (/[가-힣]/.test(word)) link.lang = "ko";
      row.append(link, button("×", `${word}: ${words.recentErase}`, () => {
        saveSearches(recentWords().filter((other) => other !== word));
        input.focus();
        show();
      }));
      list.append(row);
    }
    panel.append(head, list, button(words.recentClear, "", () => {
      saveSearches([]);
      input.focus();
      show();
    }));
  };
  field.addEventListener("focusout", ({ relatedTarget }) => {
    if (!field.contains(relatedTarget)) hide();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    hide();
    input.focus();
    event.preventDefault();
  });
  input.addEventListener("focus", show);
  // Taken before the click, which would otherwise move the focus out and hide the panel.
  panel.addEventListener("mousedown", (event) => event.preventDefault());
  return { show, hide, enter: () => !panel.hidden && (panel.querySelector("a").focus(), true) };
};
