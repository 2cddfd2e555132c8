// Shows in place what a server's answer says is wrong with a form. What is typed stays as it is, and the address stays
// the form's own: to load it again asks for it and sends nothing.
const FIELDS = {
  rating: "fieldset[role=radiogroup]", body: "#body", visited_on: "#visited_on", keyword: "[data-most-keywords]", photos: "#photos",
};
const segmenter = new Intl.Segmenter();

const copy = (from, to, names) => {
  for (const name of names) {
    if (from.hasAttribute(name)) to.setAttribute(name, from.getAttribute(name));
    else to.removeAttribute(name);
  }
};

const showField = (form, fresh, name) => {
  const [own, sent] = [form, fresh].map((part) => part.querySelector(FIELDS[name]));
  form.querySelector(`#${name}-error`)?.remove();
  if (!own || !sent) return;
  copy(sent, own, ["aria-invalid", "aria-describedby"]);
  const wrong = fresh.querySelector(`#${name}-error`);
  if (!wrong) return;
  if (own.matches("fieldset")) own.append(wrong);
  else (own.closest("label") ?? own).after(wrong);
};

// What stands between the title and the form: a notice, the review as it is.
const between = (form) => {
  const all = [...form.parentElement.children];
  return all.slice(all.findIndex((part) => part.querySelector("h1")) + 1, all.indexOf(form));
};

const showPhotos = (photos, fresh, ids) => {
  const known = new Set(photos.rows.map((row) => row.dataset.id));
  const others = [...fresh.querySelectorAll("[data-photos] > [data-id]")].filter((row) => !known.has(row.dataset.id));
  // What arrived while the form was on its way is none of the answer's.
  for (const row of photos.rows.filter((candidate) => ids.includes(candidate.dataset.id))) {
    const sent = fresh.querySelector(`[data-photos] > [data-id="${row.dataset.id}"]`);
    if (!sent) {
      photos.remove(row);
      continue;
    }
    for (const name of ["kind", "alt"]) {
      const [field, fresh] = [row, sent].map((part) => part.querySelector(`[data-${name}]`));
      const error = `[id^=${name}-][id$=-error]`;
      const wrong = sent.querySelector(error);
      row.querySelector(error)?.remove();
      copy(fresh, field, ["id", "aria-invalid", "aria-describedby"]);
      if (wrong) (field.closest("label") ?? field).after(wrong);
    }
  }
  photos.list.prepend(...others);
  photos.number();
};

/** `ids` are the photos that were sent. Returns whether the page had the form in it. */
export const showRefusal = (form, photos, { html, ids }) => {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("form[data-review]");
  if (!fresh) return false;
  copy(fresh, form, ["action", "data-draft", "data-draft-key", "data-draft-rev"]);
  for (const field of form.querySelectorAll(":scope > input[type=hidden]")) field.remove();
  form.prepend(...fresh.querySelectorAll(":scope > input[type=hidden]"));
  for (const part of between(form)) part.remove();
  form.before(...between(fresh));
  for (const name of Object.keys(FIELDS)) showField(form, fresh, name);
  showPhotos(photos, fresh, ids);
  form.querySelector(".errsum")?.remove();
  const summary = fresh.querySelector(".errsum");
  if (summary) form.querySelector(".field").before(summary);
  (summary ?? form.querySelector("[aria-invalid]"))?.focus();
  return true;
};

export const clearSummary = (form) => form.querySelector(".errsum")?.remove();

const holds = {
  rating: (form) => form.querySelector("[name=rating]:checked"),
  body: (form) => {
    const { value, dataset } = form.querySelector("#body");
    const length = [...segmenter.segment(value.trim().normalize("NFC"))].length;
    return length >= Number(dataset.least) && length <= Number(dataset.most);
  },
  visited_on: (form) => form.querySelector("#visited_on").validity.valid,
  keyword: (form) => form.querySelectorAll("[name=keyword]:checked").length
    <= Number(form.querySelector("[data-most-keywords]").dataset.mostKeywords),
};

/** What has been mended is wrong no longer. */
export const clearMended = (form, name) => {
  if (!Object.hasOwn(holds, name)) return;
  const wrong = form.querySelector(`#${name}-error`);
  if (!wrong || !holds[name](form)) return;
  wrong.remove();
  const field = form.querySelector(FIELDS[name]);
  field.removeAttribute("aria-invalid");
  const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== `${name}-error`);
  if (others.join("")) field.setAttribute("aria-describedby", others.join(" "));
  else field.removeAttribute("aria-describedby");
  const summary = form.querySelector(".errsum");
  summary?.querySelector(`a[href="#${name}"]`)?.closest("li").remove();
  if (summary?.querySelector("ul") && !summary.querySelector("li")) summary.remove();
};
