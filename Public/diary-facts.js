// Day, time, place and weather of the entry that is being written. Day and time count as they last stood: what is being typed
// passes through days that nobody means.

/** `changed` is called when typing has ended. */
export const watchFacts = (form, changed) => {
  const facts = { on: form.elements.on.value, minute: form.elements.minute.value };
  const typed = new Set();
  for (const name of Object.keys(facts)) {
    const field = form.elements[name];
    field.addEventListener("keydown", ({ key }) => key !== "Tab" && typed.add(name));
    field.addEventListener("blur", () => typed.delete(name) && changed());
  }
  // The chip says what is chosen below it.
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "weather") return;
    const chip = form.querySelector("[data-weather]");
    chip.replaceChildren(...[...target.parentElement.childNodes].slice(1).map((node) => node.cloneNode(true)));
    chip.hidden = target.value === "none";
  });
  return {
    get day() { return facts.on; },
    /** What counts of a field of the form. */
    standing(name, value) {
      if (!(name in facts)) return value;
      // No entry is without a day.
      if (!typed.has(name) && (value || name !== "on")) facts[name] = value;
      return facts[name];
    },
    /** Typing ends with the page; what is half-typed does not count. */
    end({ isLeaving }) {
      for (const name of typed) if (!isLeaving || form.elements[name].validity.valid) typed.delete(name);
    },
  };
};
