// Tags while they are typed, after the ARIA combobox pattern with a listbox: the groups one has used, then the values of
// the group that is typed, for the tag in which the caret stands. Without this file the same tags stand in a list.
const SEPARATORS = /[,，、\n]/;
// Between group and value: the first plain dash, or what some keyboards write where there is none.
const dashIn = (tag) => (tag.includes("-") ? tag.indexOf("-") : tag.search(/[－–]/));
const MOST = 8;

// Compared as people look for words: without case and blanks around, composed.
const key = (text) => text.normalize("NFC").trim().toLowerCase();

const used = (box) => {
  const groups = new Map();
  for (const { dataset } of box.querySelectorAll("[data-group]")) {
    groups.set(dataset.group, [...(groups.get(dataset.group) ?? []), dataset.value]);
  }
  return groups;
};

// What is typed of one tag, and where it stands in the line; a field for one tag is that tag whole.
const part = (input, isList) => {
  const { value } = input;
  const caret = input.selectionStart ?? value.length;
  let start = isList ? caret : 0;
  while (isList && start > 0 && !SEPARATORS.test(value[start - 1])) start--;
  let end = isList ? caret : value.length;
  while (isList && end < value.length && !SEPARATORS.test(value[end])) end++;
  return { start, end, typed: value.slice(start, caret) };
};

// The tags of a line, as they are kept.
const typedTags = (line) => line.split(SEPARATORS).map((tag) => tag.trim()).filter(Boolean).map((tag) => {
  const dash = dashIn(tag);
  return dash < 0 ? tag : `${tag.slice(0, dash).trim()}-${tag.slice(dash + 1).trim()}`;
});

// Each a text to show and one to put in.
const offers = (groups, typed, taken) => {
  const dash = dashIn(typed);
  if (dash < 0) {
    const begun = key(typed);
    const names = [...groups.keys()].filter((group) => key(group).includes(begun));
    const tags = begun === "" ? [] : [...groups].flatMap(([group, values]) =>
      values.filter((value) => key(value).includes(begun)).map((value) => `${group}-${value}`));
    return [
      ...names.map((group) => ({ label: `${group}-`, text: `${group}-`, isWhole: false })),
      ...tags.filter((tag) => !taken.has(tag)).map((tag) => ({ label: tag, text: tag, isWhole: true })),
    ].slice(0, MOST);
  }
  const [group, begun] = [typed.slice(0, dash).trim(), key(typed.slice(dash + 1))];
  return (groups.get(group) ?? [])
    .filter((value) => key(value).includes(begun) && !taken.has(`${group}-${value}`))
    .map((value) => ({ label: value, text: `${group}-${value}`, isWhole: true })).slice(0, MOST);
};

const attach = (input, box) => {
  const isList = input.name === "tags";
  const groups = used(box);
  const list = document.createElement("div");
  list.className = "suggest";
  list.id = `${input.id}-list`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", box.dataset.label);
  list.hidden = true;
  const holder = document.createElement("div");
  holder.className = "tag-line";
  input.replaceWith(holder);
  holder.append(input, list);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id,
    autocomplete: "off",
  })) input.setAttribute(name, value);

  let active = -1;
  let shown = [];
  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const mark = (index) => {
    const all = [...list.children];
    active = all.length ? (index + all.length) % all.length : -1;
    all.forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
    if (active < 0) return;
    input.setAttribute("aria-activedescendant", all[active].id);
    all[active].scrollIntoView({ block: "nearest" });
  };
  const option = ({ label }, index) => {
    const row = document.createElement("div");
    row.id = `${list.id}-${index}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", "false");
    row.lang = "ko";
    row.textContent = label;
    return row;
  };
  const open = () => {
    const { typed } = part(input, isList);
    const taken = new Set(typedTags(input.value));
    shown = offers(groups, typed.trimStart(), taken);
    list.replaceChildren(...shown.map(option));
    active = -1;
    input.removeAttribute("aria-activedescendant");
    list.hidden = !shown.length;
    input.setAttribute("aria-expanded", String(shown.length > 0));
  };
  const take = (index) => {
    const { text, isWhole } = shown[index];
    const { start, end } = part(input, isList);
    const before = input.value.slice(0, start);
    const after = input.value.slice(end);
    const lead = before && isList ? " " : "";
    const tail = isWhole && isList && !after ? ", " : "";
    input.value = before + lead + text + tail + after;
    const caret = (before + lead + text + tail).length;
    input.setSelectionRange(caret, caret);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };

  input.addEventListener("input", open);
  input.addEventListener("click", open);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (list.hidden) {
      if (event.key !== "ArrowDown") return;
      open();
      if (!list.hidden) mark(0);
    } else if (event.key === "ArrowDown") mark(active + 1);
    else if (event.key === "ArrowUp") mark(active < 0 ? -1 : active - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && active >= 0) take(active);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", close);
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const index = [...list.children].indexOf(event.target.closest("[role=option]"));
    if (index >= 0) take(index);
  });
};

// The tags one has used become buttons that put them into the line and take them out again; a field for one tag holds
// the last that was pressed.
const offerButtons = (input, box) => {
  const isList = input.name === "tags";
  const buttons = new Map();
  const mark = () => {
    const typed = typedTags(input.value);
    for (const [button, tag] of buttons) button.setAttribute("aria-pressed", String(typed.includes(tag)));
  };
  const press = (tag, isPressed) => {
    const rest = typedTags(input.value).filter((one) => one !== tag);
    if (!isList) input.value = tag;
    else input.value = (isPressed ? rest : [...rest, tag]).join(", ");
    input.dispatchEvent(new Event("tags-put"));
    mark();
  };
  for (const word of box.querySelectorAll("[data-group]")) {
    const button = Object.assign(document.createElement("button"), {
      type: "button", className: "chip", textContent: word.dataset.value,
    });
    const tag = `${word.dataset.group}-${word.dataset.value}`;
    buttons.set(button, tag);
    button.addEventListener("click", () => press(tag, button.getAttribute("aria-pressed") === "true"));
    word.replaceWith(button);
  }
  input.addEventListener("input", mark);
  input.addEventListener("change", mark);
  mark();
};

// Each tag of the line as a chip that takes it out again.
const showChips = (input, drop) => {
  const row = Object.assign(document.createElement("div"), { className: "tag-chips" });
  row.lang = "ko";
  (input.closest(".tag-line") ?? input).before(row);
  const show = () => row.replaceChildren(...typedTags(input.value).map((tag) => {
    const chip = Object.assign(document.createElement("button"), { type: "button", className: "chip", textContent: `${tag} ×` });
    chip.setAttribute("aria-label", `${drop}: ${tag}`);
    chip.addEventListener("click", () => {
      input.value = typedTags(input.value).filter((one) => one !== tag).join(", ");
      input.dispatchEvent(new Event("change", { bubbles: true }));
      input.focus();
    });
    return chip;
  }));
  // While one types, a chip for each letter would flicker.
  input.addEventListener("change", show);
  input.addEventListener("tags-put", show);
  show();
};

const box = document.querySelector("[data-own-tags]");
const input = document.querySelector("[data-tags-form] input[name=tags], [data-tags-form] input[name=to]");
if (box && input) {
  attach(input, box);
  offerButtons(input, box);
}
if (input?.name === "tags") showChips(input, input.form.dataset.drop);
