// The sheet of a card follows what is chosen. Without this file its button asks for the page anew.
const form = document.querySelector("form[data-card]");
const parts = ["data-preview", "data-told", "data-line-error"];
const choices = ["look", "photo", "line", "date", "weather", "name"];
let pending;
let timer;

const show = async () => {
  pending?.abort();
  const own = pending = new AbortController();
  const sent = [...new FormData(form)].filter(([name]) => choices.includes(name));
  const url = `${form.dataset.card}?${new URLSearchParams(sent)}`;
  const alt = document.getElementById("alt");
  const typed = alt && alt.value !== alt.defaultValue ? alt.value : undefined;
  try {
    const answer = await fetch(url, { signal: own.signal, credentials: "same-origin" });
    // What is wrong with the line is said beside it; anything else leaves what is there.
    if (!answer.ok && answer.status !== 422) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of parts) {
      document.querySelector(`[${part}]`).replaceChildren(...page.querySelector(`[${part}]`).childNodes);
    }
    const [line, known] = [document, page].map((one) => one.getElementById("line"));
    for (const name of ["aria-invalid", "aria-describedby"]) {
      if (known.hasAttribute(name)) line.setAttribute(name, known.getAttribute(name));
      else line.removeAttribute(name);
    }
    if (typed !== undefined) document.getElementById("alt").value = typed;
    history.replaceState(history.state, "", url);
  } catch (fault) {
    if (!own.signal.aborted) throw fault;
  }
};

form.querySelector("[data-again]").hidden = true;
// A link is made of what was shown alone.
const wait = () => document.querySelectorAll("[data-publish]").forEach((button) => { button.disabled = true; });

form.addEventListener("input", (event) => {
  if (event.target.id === "alt") return;
  wait();
  if (event.isComposing) return;
  clearTimeout(timer);
  // Words are drawn once they are written, choices at once.
  timer = setTimeout(show, event.target.type === "text" ? 600 : 0);
});
form.addEventListener("compositionend", () => {
  clearTimeout(timer);
  timer = setTimeout(show, 600);
});
form.addEventListener("submit", (event) => {
  if (!event.submitter?.matches("[data-again]")) return;
  event.preventDefault();
  clearTimeout(timer);
  show();
});
