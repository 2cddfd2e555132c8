// What was written in the form of an entry: pairs of name and value, in order.
// Of the form as such, and not of what was written.
export const LEFT_OUT = new Set(["csrf", "once", "rev", "act", "place", "photos[]"]);

/** What would be sent; a photo that is still on its way is not part of it. */
export const fieldsOf = (form, facts) => {
  const all = [...new FormData(form)].filter(([name, value]) => !LEFT_OUT.has(name) && typeof value === "string")
    .map(([name, value]) => [name, facts.standing(name, value)]);
  return all.filter(([name, value], index) => {
    if (name === "photo_id") return value !== "";
    return name !== "alt" || all[index - 1]?.[1] !== "";
  });
};
