// What the server does not take of the facts of an entry, told beside each.

/** Says beside each field why the server does not take it; `errors` are codes by field. */
export const showRefusals = (form, errors) => {
  const words = form.querySelector("template[data-refusals]").content;
  for (const [name, input] of [["on", "on"], ["minute", "minute"], ["place_id", "place"]]) {
    const [field, id] = [form.elements[input], `${input}-error`];
    form.querySelector(`[id="${id}"]`)?.remove();
    for (const mark of ["aria-invalid", "aria-describedby"]) field.removeAttribute(mark);
    const said = words.getElementById(`${name}-${errors[name]}`)?.cloneNode(true);
    if (!said) continue;
    said.id = id;
    field.closest(".field").append(said);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", id);
    field.closest("details").open = true;
  }
};
