// Writing an entry: every pause is saved, the newest state wins, and what cannot be sent stays on this device. Without this
// file the form's button saves.
import { copies, editorOf, hold, isChangedElsewhere, isUnsent, keep, newKey, remove, send } from "./diary-copies.js";
import { watchFacts } from "./diary-facts.js";
import { fieldsOf } from "./diary-fields.js";
import { DiaryPhotos } from "./diary-photos.js";
import { notice, say, sayNothingBad, showEntry, tools } from "./diary-state.js";
import { clean, count, length } from "./diary-text.js";

const SOON = 250;
const PAUSE = 800;
const LONGEST = 10_000;
const SHORT_PATIENCE = 3_000;

const form = document.querySelector("form[data-entry]");
const text = form.elements.text;
const isRefused = document.querySelector(".errsum") !== null;
const facts = watchFacts(form, () => later());

const fields = () => fieldsOf(form, facts);

const wait = (promise, milliseconds) => Promise.race([promise, new Promise((done) => { setTimeout(done, milliseconds); })]);

// A new form that is come back to is the same form: else it would make a second entry.
if (form.elements.once && !isRefused) {
  const once = history.state?.diaryOnce ?? form.dataset.once;
  history.replaceState({ ...history.state, diaryOnce: once }, "");
  form.elements.once.value = form.dataset.once = once;
  form.dataset.draft = `/diary/drafts/${once}`;
}

const copy = {
  // What is refused goes on with the copy of the page before.
  page: (isRefused && sessionStorage.getItem("diary-compared")) || newKey(),
  account: form.dataset.account, id: form.dataset.id, once: form.dataset.once, address: form.dataset.draft,
  rev: form.elements.rev?.value, unanswered: [], fields: fields(), day: facts.day,
};
let saved = isRefused ? undefined : JSON.stringify(copy.fields);
let [timer, firstChange, sending, keeping] = [];
let isComposing = false;
// Since the page told that it has brought back what this device had.
let hasWrittenOn = false;
// A text that another is in the way of, or that was deleted, is not sent by itself any more; it is still kept.
let isStopped = false;
// The page is done with.
let isOver = false;
let photos;

const isDirty = () => JSON.stringify(fields()) !== saved || copy.unanswered.length > 0 || copy.thrown !== undefined;

/** On this device; whether that worked. */
const keepCopy = () => {
  const now = fields();
  Object.assign(copy, {
    isRefused: copy.isRefused && JSON.stringify(now) === JSON.stringify(copy.fields),
    fields: now, photos: photos.kept(), takenOut: [...photos.takenOut], day: facts.day, at: Date.now(),
  });
  return keep(copy);
};

let refusals;
const showRefusals = async (errors) => {
  // Nothing is refused, and nothing was.
  if (!refusals && !Object.keys(errors).length && !form.querySelector("[aria-invalid]")) return;
  refusals ??= import("./diary-refusals.js").catch(() => { refusals = undefined; });
  (await refusals)?.showRefusals(form, errors);
};

/** All that stands here is stored. */
const rest = () => {
  remove(copy);
  showRefusals({});
  notice("restored").querySelector("button").hidden = true;
  if (!isStopped) sayNothingBad();
};

// The browser may be gone before one pauses.
const keepSoon = () => {
  keeping ??= setTimeout(() => {
    keeping = undefined;
    if (isOver) return;
    if (isDirty()) keepCopy();
    else rest();
  }, SOON);
};

/** The form becomes that of the entry that it has made. */
const become = (entry) => {
  remove(copy);
  Object.assign(copy, { id: entry.id, rev: entry.rev, address: entry.draft });
  photos.become();
  showEntry(form, entry);
};

const askForLogin = () => {
  notice("login").href = `/login?next=${encodeURIComponent(editorOf(copy))}`;
  notice("login").hidden = false;
};

const stop = (name) => {
  isStopped = true;
  notice(name).hidden = false;
};

const startAgain = () => {
  isStopped = false;
  save();
};

const understand = (answer, sent, isKept) => {
  const { status, saved: entry, errors } = answer;
  if (status === 204) {
    saved = sent;
    remove(copy);
    return say("");
  }
  if (entry) {
    saved = sent;
    become(entry);
    photos.takenOut.clear();
    if (isDirty()) keepCopy();
    else rest();
    notice("login").hidden = true;
    // Read by whoever has written on since.
    if (hasWrittenOn) notice("restored").hidden = true;
    notice("blank").hidden = entry.state !== "blank";
    return say("saved");
  }
  if (status === 409) stop("conflict");
  if (status === 410) stop("deleted");
  if (status === 429) {
    later(answer.retryAfter * 1_000);
    return say("tooOften", { isBad: true });
  }
  if (isUnsent(status)) {
    // A form token of a session that has ended is refused too.
    const needsLogin = status === 401 || status === 403;
    if (needsLogin) askForLogin();
    else later(LONGEST);
    return say(isKept ? (needsLogin ? "login" : "offline") : "lost", { isBad: true });
  }
  keep(copy);
  showRefusals(errors);
  const excess = length(text.value) - form.dataset.mostLength;
  if (errors.text === "too-long") return say("tooLong", { isBad: true, count: Math.max(1, excess) });
  // What the account may keep, which no change of these words mends.
  return say(status === 409 || status === 410 ? "" : "refused", { isBad: true, detail: status === 413 ? answer.detail : "" });
};

const save = async ({ isLeaving = false } = {}) => {
  clearTimeout(timer);
  firstChange = undefined;
  if (isOver) return undefined;
  if (!isDirty()) return rest();
  const isKept = keepCopy();
  if (isStopped) return undefined;
  // One at a time; what is newer goes when the answer is here.
  if (sending) return sending.then(() => save());
  const sent = JSON.stringify(copy.fields);
  const { thrown } = copy;
  const sendingNow = send(copy, { isLeaving });
  sending = sendingNow;
  const answer = await sendingNow;
  sending = undefined;
  if (answer?.saved && thrown !== undefined) {
    delete copy.thrown;
    location.replace(editorOf(copy));
  }
  if (answer) understand(answer, sent, isKept);
  // Too long for a page that is being left; perhaps it is not.
  else later();
  return answer;
};

const later = (pause = PAUSE) => {
  clearTimeout(timer);
  if (isOver) return;
  firstChange ??= Date.now();
  const left = Math.max(0, firstChange + LONGEST - Date.now());
  timer = setTimeout(() => (isComposing ? keepCopy() : save()), pause > PAUSE ? pause : Math.min(pause, left));
};

const changed = () => {
  keepSoon();
  later();
};

// A syllable that is still being put together is not sent, and always is once it stands.
text.addEventListener("compositionstart", () => { isComposing = true; });
text.addEventListener("compositionend", () => {
  isComposing = false;
  later();
});
for (const event of ["input", "change"]) {
  form.addEventListener(event, () => {
    hasWrittenOn = !notice("restored").hidden;
    clean(text);
    count(form);
    changed();
  });
}

// The page may never be heard of again: first what cannot fail, then what can.
const leave = () => {
  facts.end({ isLeaving: true });
  if (isOver || !isDirty()) return;
  keepCopy();
  save({ isLeaving: true });
};

// What was written elsewhere meanwhile takes the place of what nobody has changed here.
const look = async () => {
  const isBusy = () => isOver || isStopped || !copy.id || isDirty() || photos.uploads.hasUnsent;
  if (!isBusy() && await isChangedElsewhere(copy) && !isBusy()) location.replace(editorOf(copy));
};
document.addEventListener("visibilitychange", () => (document.hidden ? leave() : look()));
addEventListener("pagehide", leave);
addEventListener("online", () => save());

/** Sends the form itself, as its button would. */
const post = async (value) => {
  await photos.uploads.settled();
  keepCopy();
  isOver = photos.uploads.mayLeave = true;
  clearTimeout(timer);
  sessionStorage.setItem("diary-compared", copy.page);
  const out = [...photos.takenOut].map((id) => ["taken_out", id]);
  for (const [name, content] of [["act", value], ...out]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value: content }));
  }
  HTMLFormElement.prototype.submit.call(form);
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  facts.end({ isLeaving: false });
  let act = event.submitter?.value ?? "done";
  if (act === "enter") act = form.elements.place.value ? "find" : "done";
  if (photos.uploads.isBusy) say("waiting");
  await photos.uploads.settled();
  const answer = await save();
  if (act === "done" && photos.failed) {
    photos.failed.scrollIntoView({ block: "center" });
    photos.failed.querySelector("button:not([hidden])").focus({ preventScroll: true });
    return;
  }
  // What could not be sent is not sent by another way either: the page says why, and keeps it.
  if (!notice("deleted").hidden || isUnsent(answer?.status)) return;
  if (act === "done" && copy.id && !isDirty() && notice("blank").hidden) {
    isOver = true;
    location.assign(`/diary/entries/${copy.id}`);
    return;
  }
  post(act);
});

notice("conflict").querySelector("button").addEventListener("click", () => post("done"));

// What is under way arrives before, so that nothing brings back what is about to be deleted.
tools.querySelector("[data-delete]").addEventListener("click", async (event) => {
  event.preventDefault();
  await wait(save(), SHORT_PATIENCE);
  isOver = photos.uploads.mayLeave = true;
  location.assign(event.target.closest("a").href);
});

// What is passed on is what stands here.
document.addEventListener("share-text", ({ detail }) => detail.waitUntil(wait(save(), SHORT_PATIENCE)));

const restore = async () => {
  photos.goOn();
  const all = await copies(copy.account);
  const kept = all.findLast((each) => (each.id ?? each.once) === (copy.id ?? copy.once));
  if (!kept || isDirty()) return undefined;
  if (JSON.stringify(kept.fields) === saved && kept.thrown === undefined) return remove(kept);
  const { bringBack } = await import("./diary-restore.js").catch(() => ({}));
  // Somebody may have begun to write meanwhile.
  if (bringBack && isDirty()) return undefined;
  if (!bringBack) {
    // It stays on this device. What it has sent is in the way of nobody who writes here.
    form.addEventListener("input", () => copy.unanswered.push(...kept.unanswered), { once: true });
    return say("offline", { isBad: true });
  }
  return bringBack(kept, { form, copy, photos, keepCopy, save, startAgain });
};

// The answer to a logout clears this device; nothing is kept after it.
document.querySelector("form[action='/logout']")?.addEventListener("submit", () => { isOver = true; });

// Come back to after it was sent: the page is not what it was.
addEventListener("pageshow", (event) => event.persisted && isOver && location.reload());

photos = new DiaryPhotos(form, copy, changed, askForLogin);
hold(copy);
count(form);
if (isRefused) keepCopy();
else restore();
