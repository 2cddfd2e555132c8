// Photos of the diary that have not gone up yet, as this device has them. A row is {key, page, account, id, once, day, fields,
// at, file}: a copy of an entry (see diary-copies.js) with a file in place of the words.
import { held, isFresh, lockOf } from "./diary-copies.js";

const answered = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

let database;
const open = () => {
  const request = indexedDB.open("diary-photos", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("photos", { keyPath: "key" });
  return answered(request);
};

// A browser may be told to keep nothing, or have no room left.
const run = async (mode, work) => {
  try {
    database ??= open();
    return await answered(work((await database).transaction("photos", mode).objectStore("photos")));
  } catch {
    return undefined;
  }
};

export const keepPhoto = (row) => run("readwrite", (photos) => photos.put(row));

export const dropPhoto = (key) => run("readwrite", (photos) => photos.delete(key));

/** Those of an account that no open page sends, oldest first; old ones are gone. */
export const waitingPhotos = async (account) => {
  const [pages, all] = await Promise.all([held(), run("readonly", (photos) => photos.getAll())]);
  for (const row of all ?? []) if (!isFresh(row)) dropPhoto(row.key);
  return (all ?? []).filter((row) => isFresh(row) && row.account === account && !pages.has(lockOf(row)))
    .sort((one, other) => one.at - other.at);
};
