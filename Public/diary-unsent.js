// Any page of the diary sends what this device could not send before, one after the other. What another text is in the way of
// stays, and is told.
import { copies, remove, send } from "./diary-copies.js";

const place = document.querySelector("[data-unsent]");
const account = place?.dataset.account;

// The text that was just chosen between two: its copy has done its work once the entry's page is here.
const chosen = sessionStorage.getItem("diary-chosen");
if (chosen && location.pathname === `/diary/entries/${chosen}`) {
  sessionStorage.removeItem("diary-chosen");
  remove({ account, id: chosen });
}
document.querySelector("form[data-choice]")?.addEventListener("submit", (event) => {
  sessionStorage.setItem("diary-chosen", event.target.dataset.choice);
});

const draw = (left) => {
  if (!place) return;
  const template = place.querySelector("template");
  place.replaceChildren(template);
  place.hidden = left.length === 0;
  for (const copy of left) {
    const note = template.content.cloneNode(true);
    const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Seoul",
    });
    note.querySelector("[data-at]").textContent = clock.format(copy.at);
    note.querySelector("a").href = copy.id
      ? `/diary/entries/${copy.id}/edit` : `/diary/entries/new?once=${copy.once}&on=${copy.day}`;
    place.append(note);
    document.querySelector(`.cal a[data-day="${copy.day}"]`)?.classList.add("is-unsent");
  }
};

const sendAll = async () => {
  // The editor sees to its own.
  const open = document.querySelector("form[data-entry]")?.dataset;
  const others = copies(account).filter((copy) => !open || (copy.id ?? copy.once) !== (open.id ?? open.once));
  const left = [];
  let isOffline = false;
  for (const copy of others) {
    const answer = isOffline ? undefined : await send(copy);
    if (answer?.saved) remove(copy);
    else left.push(copy);
    isOffline ||= answer?.status === 0 || answer?.status === 401 || answer?.status === 429;
  }
  draw(left);
  if (left.length < others.length && document.querySelector("[data-calendar]")) location.reload();
};

if (account) {
  addEventListener("online", sendAll);
  sendAll();
}
