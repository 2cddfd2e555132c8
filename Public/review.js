// Writing a review: photos go up while one writes, what is written is kept, and a lost line loses nothing. Without this
// file the form sends everything at once.
import { Draft } from "./draft.js";
import { adoptToken } from "./form-token.js";
import { clearMended, clearSummary, showRefusal } from "./refusal.js";
import { ReviewPhotos } from "./review-photos.js";

// An answer that takes longer does not come any more. Milliseconds.
const PATIENCE = 60_000;

const form = document.querySelector("form[data-review]");

// A field may be called as a form's own properties are.
const property = (name) => Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, name).get.call(form);

const loginLink = form.querySelector("a[data-login]");
let draft;
let isAboutPhotos = false;
const photos = new ReviewPhotos(form, () => {
  draft?.later();
  // Sent by now, or taken out.
  if (isAboutPhotos && !photos.failed) say("");
}, () => { if (loginLink) loginLink.hidden = false; });
draft = new Draft(form, photos);

// As many keywords as may be chosen; then the others wait until one is taken back.
const keywords = [...form.querySelectorAll("[name=keyword]")];
const most = Number(form.querySelector("[data-most-keywords]")?.dataset.mostKeywords);
const limitKeywords = () => {
  const isFull = keywords.filter((box) => box.checked).length >= most;
  for (const box of keywords) box.disabled = isFull && !box.checked;
};
for (const box of keywords) box.addEventListener("change", limitKeywords);
limitKeywords();

const said = form.querySelector("[data-send-state]");
const buttons = () => form.querySelectorAll("button[name=act][value=publish]");

const say = (word) => {
  isAboutPhotos = false;
  said.textContent = said.dataset[word] ?? "";
  said.classList.toggle("bad", word !== "" && word !== "sending" && word !== "waiting");
  if (loginLink) loginLink.hidden = word !== "login" && !photos.needsLogin;
};

// The two texts stand at the top of the page; whoever writes further down is told there too.
draft.conflicted = async (isThere) => {
  say(isThere ? "conflict" : "");
  const { top, bottom } = draft.conflict.getBoundingClientRect();
  if (!isThere || (top >= 0 && bottom <= innerHeight)) return;
  const { say: tell } = await import("./toasts.js");
  tell(said.dataset.conflict, document.activeElement, [{
    label: said.dataset.look,
    run: () => {
      draft.conflict.scrollIntoView({ block: "center" });
      draft.conflict.querySelector("button").focus({ preventScroll: true });
    },
  }]);
};

let isSending = false;
const lock = (isLocked) => {
  isSending = isLocked;
  for (const button of buttons()) button.setAttribute("aria-disabled", isLocked);
};

const goTo = (address) => {
  const there = new URL(address, location.href);
  const isHere = there.pathname === location.pathname && there.search === location.search;
  location.assign(there);
  if (isHere) location.reload();
};

const post = async () => {
  const body = new FormData(form);
  body.set("act", "publish");
  try {
    const answer = await fetch(property("action"), {
      method: "POST", body, headers: { Accept: "text/html", "X-Fragment": "form" }, signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.redirected) return { next: answer.url };
    if (answer.ok) return { next: (await answer.json()).next };
    return { status: answer.status, html: await answer.text(), ids: body.getAll("photo_id") };
  } catch {
    return { status: 0 };
  }
};

// An answer that has no form in it says in its title what is wrong.
const tell = (html) => {
  const title = new DOMParser().parseFromString(html, "text/html").querySelector("main h1");
  said.textContent = title?.textContent || said.dataset.offline;
  said.classList.add("bad");
};

// To what is to be done with it: again, or without it.
const leadToFailed = () => {
  clearSummary(form);
  say(photos.needsLogin ? "login" : "failed");
  isAboutPhotos = true;
  photos.failed.scrollIntoView({ block: "center" });
  (photos.failed.querySelector("[data-retry]:not([hidden])") ?? photos.failed.querySelector("button")).focus({ preventScroll: true });
};

const publish = async () => {
  if (photos.uploads.isBusy) {
    say("waiting");
    await photos.uploads.settled();
  }
  if (photos.failed) return leadToFailed();
  say("sending");
  await draft.pause();
  const { status, next, html, ids } = await post();
  if (next) {
    draft.end();
    goTo(next);
    return "gone";
  }
  say("");
  // 0: no answer came. Sent twice it is published once, so it can simply be sent again.
  if (status === 401) say("login");
  else if (status && showRefusal(form, photos, { html, ids })) draft.move();
  else if (status === 0 || status >= 500) say("offline");
  else {
    // A form that is older than the login comes back with a token by which it can be sent.
    const fresh = status === 403 && new DOMParser().parseFromString(html, "text/html").querySelector("main [name=csrf]")?.value;
    if (fresh) adoptToken(fresh);
    tell(html);
  }
  draft.resume();
};

form.addEventListener("input", (event) => clearMended(form, event.target.name));

// The page that comes back has it all, so the draft of this one is sent first.
const takeFromDiary = async (button) => {
  if (photos.uploads.isBusy) {
    say("waiting");
    await photos.uploads.settled();
  }
  if (photos.failed) return leadToFailed();
  await draft.save();
  if (draft.isUnsent !== false) return say("offline");
  draft.end();
  form.requestSubmit(button);
};

form.addEventListener("submit", async (event) => {
  const takes = event.submitter?.value === "diary";
  if (takes && draft.isOver) return;
  event.preventDefault();
  if (isSending) return;
  if (takes) {
    lock(true);
    await takeFromDiary(event.submitter);
    return lock(false);
  }
  // Enter in a field is no wish to publish: it presses the form's first button, which is another.
  if (event.submitter?.value !== "publish") return draft.save();
  lock(true);
  if (await publish() !== "gone") lock(false);
});

// Come back to after it was published: the page is not what it was.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  if (draft.isOver) location.reload();
  lock(false);
  say("");
});
