// Writing an entry: every pause is saved, the newest state wins, and what cannot be sent stays on this device. Without this
// file the form's button saves.
import { copies, editorOf, hold, keep, newKey, remove, send } from "./diary-copies.js";
import { PhotoList } from "./photo-list.js";

const PAUSE = 800;
const LONGEST = 10_000;
const SHORT_PATIENCE = 3_000;
// Of the form as such, and not of what was written.
const LEFT_OUT = new Set(["csrf", "once", "rev", "act", "place", "photos[]"]);

const form = document.querySelector("form[data-entry]");
const text = form.elements.text;
const state = document.querySelector("[data-save-state]");
const notice = (name) => document.querySelector(`[data-notice=${name}]`);
const counter = form.querySelector("[data-length]");
// What can be done with an entry once there is one.
const tools = document.querySelector("[data-entry-tools]");
const unicode = new Intl.Segmenter(document.documentElement.lang, { granularity: "grapheme" });

const isRefused = Boolean(document.querySelector(".errsum"));
let day = form.elements.on.value;

/** What would be sent; a photo that is still on its way is not part of it, and a day that is being typed is the one before. */
const fields = () => {
  day = form.elements.on.value || day;
  const all = [...new FormData(form)].filter(([name, value]) => !LEFT_OUT.has(name) && typeof value === "string")
    .map(([name, value]) => [name, name === "on" ? day : value]);
  return all.filter(([name, value], index) => {
    if (name === "photo_id") return value !== "";
    return name !== "alt" || all[index - 1]?.[1] !== "";
  });
};

/** No answer, no session, too many or a fault: what helps is another time. */
const isUnsent = (status) => status === 0 || status === 401 || status === 403 || status === 429 || status >= 500;

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
  rev: form.elements.rev?.value, unanswered: [], fields: fields(), day,
};
let saved = isRefused ? undefined : JSON.stringify(copy.fields);
let [timer, firstChange, sending] = [];
let isComposing = false;
// A text that another is in the way of, or that was deleted, is not sent by itself any more; it is still kept.
let isStopped = false;
// The page is done with.
let isOver = false;
let photos;

const say = (word, { isBad = false, count = "", detail = "" } = {}) => {
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
    hour: "numeric", minute: "2-digit", timeZone: "Asia/Seoul",
  });
  const said = detail || (state.dataset[word] ?? "").replace("#", count || clock.format(new Date()));
  // The same words again are no news to who hears them.
  const words = state.querySelector("span");
  if (words.textContent !== said) words.textContent = said;
  state.classList.toggle("is-good", word === "saved");
  state.classList.toggle("is-bad", isBad);
};

// As the server counts; too slow for each letter of a long text.
const length = () => [...unicode.segment(text.value)].length;
const count = () => {
  const letters = text.value.length < 5_000 ? length() : [...text.value].length;
  counter.textContent = counter.dataset.length.replace("#", letters.toLocaleString(document.documentElement.lang));
};

const isDirty = () => JSON.stringify(fields()) !== saved || copy.unanswered.length > 0;

/** On this device; whether that worked. */
const keepCopy = () => {
  Object.assign(copy, { fields: fields(), photos: photos.kept(), day, at: Date.now() });
  return keep(copy);
};

/** The form becomes that of the entry that it has made. */
const become = ({ id, rev, href, draft, action, dayText, monthText, monthHref }) => {
  remove(copy);
  Object.assign(copy, { id, rev, address: draft });
  Object.assign(form.dataset, { id, draft });
  form.setAttribute("action", action);
  let field = form.elements.rev;
  if (!field) {
    field = Object.assign(document.createElement("input"), { type: "hidden", name: "rev" });
    form.prepend(field);
    form.elements.once?.remove();
    history.replaceState(history.state, "", href);
  }
  field.value = rev;
  for (const heading of document.querySelectorAll("[data-day-text]")) heading.textContent = dayText;
  Object.assign(document.querySelector("a[data-month]"), { textContent: monthText, href: monthHref });
  for (const link of document.querySelectorAll("a[data-of-entry]")) link.href = action + link.dataset.ofEntry;
  notice("deleted").querySelector("form").setAttribute("action", `${action}/restore`);
  tools.hidden = false;
};

const askForLogin = () => {
  notice("login").href = `/login?next=${encodeURIComponent(editorOf(copy))}`;
  notice("login").hidden = false;
};

const stop = (name) => {
  isStopped = true;
  notice(name).hidden = false;
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
    if (isDirty()) keepCopy();
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
  if (errors.text === "too-long") return say("tooLong", { isBad: true, count: Math.max(1, length() - form.dataset.mostLength) });
  // What the account may keep, which no change of these words mends.
  return say(status === 409 || status === 410 ? "" : "refused", { isBad: true, detail: status === 413 ? answer.detail : "" });
};

const save = async ({ isLeaving = false } = {}) => {
  clearTimeout(timer);
  firstChange = undefined;
  if (isOver || !isDirty()) return undefined;
  const isKept = keepCopy();
  if (isStopped) return undefined;
  // One at a time; what is newer goes when the answer is here.
  if (sending) return sending.then(() => save());
  const sent = JSON.stringify(copy.fields);
  const sendingNow = send(copy, { isLeaving });
  sending = sendingNow;
  const answer = await sendingNow;
  sending = undefined;
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

// A syllable that is still being put together is not sent, and always is once it stands.
text.addEventListener("compositionstart", () => { isComposing = true; });
text.addEventListener("compositionend", () => {
  isComposing = false;
  later();
});
// No entry holds them, and whoever pasted them does not see them.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
for (const event of ["input", "change"]) {
  form.addEventListener(event, () => {
    if (text.value.search(CONTROLS) >= 0) text.value = text.value.replace(CONTROLS, "");
    count();
    later();
  });
}

// The chip says what is chosen below it.
form.addEventListener("change", ({ target }) => {
  if (target.name !== "weather") return;
  const chip = form.querySelector("[data-weather]");
  chip.replaceChildren(...[...target.parentElement.childNodes].slice(1).map((node) => node.cloneNode(true)));
  chip.hidden = target.value === "none";
});

// The page may never be heard of again: first what cannot fail, then what can.
const leave = () => {
  if (isOver || !isDirty()) return;
  keepCopy();
  save({ isLeaving: true });
};
document.addEventListener("visibilitychange", () => document.hidden && leave());
addEventListener("pagehide", leave);
addEventListener("online", () => save());

/** Sends the form itself, as its button would. */
const post = (value) => {
  isOver = true;
  clearTimeout(timer);
  sessionStorage.setItem("diary-compared", copy.page);
  const act = Object.assign(document.createElement("input"), { type: "hidden", name: "act", value });
  form.append(act);
  HTMLFormElement.prototype.submit.call(form);
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  let act = event.submitter?.value ?? "done";
  if (act === "enter") act = form.elements.place.value ? "find" : "done";
  if (photos.uploads.isBusy) await photos.uploads.settled();
  const answer = await save();
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
  isOver = true;
  location.assign(event.target.closest("a").href);
});

// What is passed on is what stands here.
document.addEventListener("share-text", ({ detail }) => detail.waitUntil(wait(save(), SHORT_PATIENCE)));

const fill = (kept) => {
  for (const field of form.elements) {
    if (!field.name || LEFT_OUT.has(field.name) || field.closest("[data-photos]")) continue;
    const values = kept.fields.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.type === "radio") field.checked = values.includes(field.value);
    else if (field.type !== "hidden" && field.type !== "file") field.value = values[0] ?? "";
  }
  photos.replace(kept.photos ?? []);
  count();
};

// What this device has and the page has not. Made from the page's own revision it simply goes on; made from an older one it
// is for the server to say whether another text is in the way.
const restore = async () => {
  const all = await copies(copy.account);
  const kept = all.findLast((each) => (each.id ?? each.once) === (copy.id ?? copy.once));
  if (!kept || isDirty()) return undefined;
  if (JSON.stringify(kept.fields) === saved) return remove(kept);
  const own = { fields: copy.fields, photos: photos.kept() };
  notice("restored").querySelector("button").addEventListener("click", () => {
    fill(own);
    notice("restored").hidden = true;
    save();
  });
  copy.unanswered = kept.unanswered;
  // A revision that the server no longer has leads to the page that compares.
  if (form.elements.rev) form.elements.rev.value = copy.rev = kept.rev;
  fill(kept);
  keepCopy();
  remove(kept);
  notice("restored").hidden = false;
  return save();
};

// The answer to a logout clears this device; nothing is kept after it.
document.querySelector("form[action='/logout']")?.addEventListener("submit", () => { isOver = true; });

// Come back to after it was sent: the page is not what it was.
addEventListener("pageshow", (event) => event.persisted && isOver && location.reload());

photos = new PhotoList(form, () => later(), askForLogin);
hold(copy);
count();
if (isRefused) keepCopy();
else restore();
