// Stars of photos without loading the page anew: shown at once on every form of the photo and in every tab, undone with words
// if the server refuses or the line is cut. Without this file each is a form like any other.
import { say } from "./toasts.js";

const words = document.querySelector("script[data-memo]").dataset;
const channel = new BroadcastChannel("stars");
// What each photo's star is to be, while an answer is awaited.
const wanted = new Map();

const forms = (photo) => document.querySelectorAll(`form[data-star="${photo}"]`);
const isOn = (form) => form.querySelector("button").getAttribute("aria-pressed") === "true";

const show = (photo, on) => {
  for (const form of forms(photo)) {
    form.setAttribute("action", `/photos/${photo}/${on ? "un" : ""}save`);
    form.querySelector("button").setAttribute("aria-pressed", on);
  }
};

const send = async (photo, on, form) => {
  const answer = await fetch(`/photos/${photo}/${on ? "" : "un"}save`, {
    method: "POST", body: new URLSearchParams({ csrf: form.elements.csrf.value }),
    headers: { Accept: "application/json" }, keepalive: true,
  });
  if (!answer.ok) throw answer;
  return answer.json();
};

const reason = async (fault) => {
  if (!(fault instanceof Response)) return words.cut;
  const problem = await fault.json().catch(() => ({}));
  return problem.detail ?? words.noStar;
};

// One request at a time for each photo; the last press counts.
const press = async (photo, form, on) => {
  const isBusy = wanted.has(photo);
  wanted.set(photo, on);
  show(photo, on);
  if (isBusy) return;
  let done;
  try {
    do done = await send(photo, wanted.get(photo), form); while (done.saved !== wanted.get(photo));
    channel.postMessage({ photo, on: done.saved });
    const here = encodeURIComponent(location.pathname + location.search);
    say(done.message, form.querySelector("button"), [
      { label: words.undo, run: () => press(photo, form, !done.saved) },
      done.saved && { label: words.memo, href: `/photos/${photo}/save?next=${here}` },
    ]);
  } catch (fault) {
    // Without a session the photo is saved after the login, to which the form leads as a whole page.
    if (fault.status === 401) {
      form.setAttribute("action", `/photos/${photo}/${wanted.get(photo) ? "" : "un"}save`);
      return form.submit();
    }
    show(photo, done ? done.saved : !wanted.get(photo));
    say(await reason(fault), form.querySelector("button"));
  } finally {
    wanted.delete(photo);
  }
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-star]") || event.defaultPrevented) return;
  event.preventDefault();
  press(form.dataset.star, form, !isOn(form));
});

channel.addEventListener("message", ({ data }) => {
  if (!wanted.has(data.photo)) show(data.photo, data.on);
});

// A page from the browser's memory may have been left long ago.
addEventListener("pageshow", async ({ persisted }) => {
  const photos = [...new Set([...document.querySelectorAll("form[data-star]")].map((form) => form.dataset.star))];
  if (!persisted || !photos.length) return;
  const answer = await fetch(`/photos/stars?${photos.slice(0, 120).map((id) => `id=${id}`).join("&")}`);
  if (!answer.ok) return;
  const { saved } = await answer.json();
  for (const photo of photos) if (!wanted.has(photo)) show(photo, saved.includes(Number(photo)));
});
