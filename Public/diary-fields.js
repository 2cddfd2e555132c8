// What was written in the form of an entry: pairs of name and value, in order.
// Of the form as such, and not of what was written.
const LEFT_OUT = new Set(["csrf", "once", "rev", "act", "place", "photos[]"]);

/** What would be sent; a photo that is still on its way is not part of it. */
export const fieldsOf = (form, facts) => {
  const all = [...new FormData(form)].filter(([name, value]) => !LEFT_OUT.has(name) && typeof value === "string")
    .map(([name, value]) => [name, facts.standing(name, value)]);
  return all.filter(([name, value], index) => {
    if (name === "photo_id") return value !== "";
    return name !== "alt" || all[index - 1]?.[1] !== "";
  });
};

/** Writes such pairs into the form, all but its photos. */
export const fillIn = (form, fields) => {
  for (const field of form.elements) {
    if (!field.name || LEFT_OUT.has(field.name) || field.closest("[data-photos]")) continue;
    const values = fields.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.type === "radio") field.checked = values.includes(field.value);
    else if (field.type !== "hidden" && field.type !== "file") field.value = values[0] ?? "";
  }
};
