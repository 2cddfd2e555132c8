// The photos of a review, and beside each what it shows.
import { PhotoList } from "./photo-list.js";

const radios = (row) => [...row.querySelectorAll("[data-kind] input")];
// Photos on their way have no number yet that the server knows.
let last = 0;

export class ReviewPhotos extends PhotoList {
  row() {
    const row = super.row();
    // Radios of one name are one choice.
    last += 1;
    for (const radio of radios(row)) radio.name = `kind-new-${last}`;
    return row;
  }

  finish(row, photo) {
    for (const radio of radios(row)) radio.name = `kind-${photo.id}`;
    super.finish(row, photo);
  }

  kept() {
    const kinds = new Map(this.rows.map((row) => [row.dataset.id, radios(row).find((radio) => radio.checked)?.value]));
    return super.kept().map((photo) => ({ ...photo, kind: kinds.get(photo.id) }));
  }

  replace(kept) {
    super.replace(kept);
    for (const row of this.rows) {
      const kind = kept.find((photo) => photo.id === row.dataset.id)?.kind ?? "";
      for (const radio of radios(row)) radio.checked = radio.value === kind;
    }
  }
}
