// Notes of what only this device has.
import { editorOf } from "./diary-copies.js";

/** `left` are copies, and photos with their `count`. */
export const draw = (place, left) => {
  const template = place.querySelector("template");
  place.replaceChildren(template);
  place.hidden = left.length === 0;
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Seoul",
  });
  for (const copy of left) {
    const note = template.content.cloneNode(true);
    const words = note.querySelector("[data-photos]");
    if (copy.count) words.textContent = words.dataset.photos.replace("#", copy.count);
    note.querySelector("[data-at]").textContent = clock.format(copy.at);
    const title = copy.fields.find(([name]) => name === "text")?.[1].split("\n").find((line) => line.trim()) ?? "";
    note.querySelector("[data-title]").textContent = title.trim().slice(0, 40);
    note.querySelector("a").href = editorOf(copy);
    place.append(note);
    document.querySelector(`.cal a[data-day="${copy.day}"]`)?.classList.add("is-unsent");
  }
};
