// The text of the entry that is being written: how long it is, and what no entry holds.
const unicode = new Intl.Segmenter(document.documentElement.lang, { granularity: "grapheme" });
// Whoever pasted them does not see them; some end a line where they come from.
const LINE_ENDS = /[\u000b\u000c\u0085]/g;
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g;

/** As the server counts; too slow for each letter of a long text. */
export const length = (text) => [...unicode.segment(text)].length;

/** Says how long the text is. */
export const count = (form) => {
  const [counter, { value }] = [form.querySelector("[data-length]"), form.elements.text];
  const letters = value.length < 5_000 ? length(value) : [...value].length;
  counter.textContent = counter.dataset.length.replace("#", letters.toLocaleString(document.documentElement.lang));
};

const plain = (text) => text.replace(LINE_ENDS, "\n").replace(CONTROLS, "");

/** The caret stays behind what it was behind. */
export const clean = (field) => {
  const text = plain(field.value);
  if (text === field.value) return;
  const caret = plain(field.value.slice(0, field.selectionEnd)).length;
  field.value = text;
  field.setSelectionRange(caret, caret);
};
