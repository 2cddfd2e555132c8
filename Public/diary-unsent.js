// Any page of the diary sends what this device could not send before, one after the other. What another text is in the way of
// stays, and is told.
import { copies, keep, remove, send } from "./diary-copies.js";
import { waitingPhotos } from "./waiting-photos.js";

const place = document.querySelector("[data-unsent]");
const account = place?.dataset.account;

// The server leads here once it has stored what was chosen between two texts: the copy has done its work.
if (location.hash === "#kept") {
  const page = sessionStorage.getItem("diary-compared");
  if (page) remove({ page });
  sessionStorage.removeItem("diary-compared");
  history.replaceState(history.state, "", location.pathname);
}

/** Photos that wait, as many as belong to one entry together. */
const photosOf = async (isOther) => {
  const groups = new Map();
  for (const row of (await waitingPhotos(account)).filter(isOther)) {
    const entry = row.id ?? row.once;
    groups.set(entry, { ...row, count: (groups.get(entry)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
};

const sendAll = async () => {
  // The editor sees to its own.
  const open = document.querySelector("form[data-entry]")?.dataset;
  const isOther = (copy) => !open || (copy.id ?? copy.once) !== (open.id ?? open.once);
  const others = (await copies(account)).filter(isOther);
  const left = [];
  let isOffline = false;
  for (const copy of others) {
    const answer = isOffline || copy.isRefused ? undefined : await send(copy);
    if (answer?.saved) {
      remove(copy);
      continue;
    }
    keep(copy);
    left.push(copy);
    isOffline ||= answer?.status === 0 || answer?.status === 401 || answer?.status === 429;
  }
  const told = [...left, ...await photosOf(isOther)];
  if (told.length || !place.hidden) import("./diary-unsent-notes.js").then(({ draw }) => draw(place, told), () => {});
  if (left.length < others.length && document.querySelector("[data-calendar]")) location.reload();
};

if (account) {
  addEventListener("online", sendAll);
  sendAll();
}
