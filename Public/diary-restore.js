// What this device has of the entry that is open, and its page has not. Made from the page's own revision it simply goes on;
// made from an older one it is for the server to say whether another text is in the way.
import { remove } from "./diary-copies.js";
import { LEFT_OUT } from "./diary-fields.js";
import { notice } from "./diary-state.js";
import { count } from "./diary-text.js";

// Writes pairs of name and value into the form, all but its photos.
const fillIn = (form, fields) => {
  for (const field of form.elements) {
    if (!field.name || LEFT_OUT.has(field.name) || field.closest("[data-photos]")) continue;
    const values = fields.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.type === "radio") field.checked = values.includes(field.value);
    else if (field.type !== "hidden" && field.type !== "file") field.value = values[0] ?? "";
  }
};

/** Goes on with a copy in the place of the editor's own; the rest is of the editor. */
export const bringBack = (kept, { form, copy, photos, keepCopy, save, startAgain }) => {
  const own = { fields: copy.fields, photos: photos.kept() };
  const { rev } = copy;
  const fill = (from) => {
    fillIn(form, from.fields);
    photos.replace(from.photos ?? []);
    count(form);
  };
  const button = notice("restored").querySelector("button");
  // An entry that is not stored yet has no earlier texts to keep it among.
  button.hidden = !copy.id;
  button.addEventListener("click", () => {
    if (!confirm(button.dataset.sure)) return;
    copy.thrown = form.elements.text.value;
    fill(own);
    copy.rev = form.elements.rev.value = rev;
    notice("restored").hidden = notice("conflict").hidden = true;
    startAgain();
  });
  copy.unanswered = kept.unanswered;
  copy.thrown = kept.thrown;
  // A revision that the server no longer has leads to the page that compares.
  if (form.elements.rev) form.elements.rev.value = copy.rev = kept.rev;
  fill(kept);
  for (const id of kept.takenOut ?? []) photos.takenOut.add(id);
  keepCopy();
  remove(kept);
  notice("restored").hidden = false;
  return save();
};
