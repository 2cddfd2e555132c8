// The photos of the entry that is being written; until they have gone up this device keeps their files.
import { newKey } from "./diary-copies.js";
import { PhotoList } from "./photo-list.js";
import { dropPhoto, keepPhoto, waitingPhotos } from "./waiting-photos.js";

// Chosen at once, they still come back in their order.
let latest = 0;

export class DiaryPhotos extends PhotoList {
  constructor(form, copy, changed, loginIsNeeded) {
    super(form, changed, loginIsNeeded, {
      keep: (upload) => {
        upload.key ??= newKey();
        const { page, account, id, once, day } = copy;
        // Of the words only what says where writing goes on.
        const place = copy.fields.filter(([name]) => name === "place_id");
        latest = Math.max(Date.now(), latest + 1);
        upload.at ??= latest;
        keepPhoto({ key: upload.key, page, account, id, once, day, fields: place, at: upload.at, file: upload.file });
      },
      drop: (upload) => dropPhoto(upload.key),
    });
    this.copy = copy;
  }

  /** The entry has got its number. */
  become() {
    for (const upload of this.uploads.all) if (upload.isUnderWay || upload.isMendable) this.device.keep(upload);
  }

  /** What earlier pages could not send goes up now. */
  async goOn() {
    const { account, id, once } = this.copy;
    const kept = (await waitingPhotos(account)).filter((row) => (row.id ?? row.once) === (id ?? once));
    for (const { file, key } of kept) this.send(this.row(), file, key);
    this.number();
  }
}
