// What the page says of the entry that is being written: whether it is saved, which stays in sight, and where it leads.
const bar = document.querySelector(".save-bar");
const state = bar.querySelector("[data-save-state]");

// What can be done with an entry once there is one.
export const tools = document.querySelector("[data-entry-tools]");

export const notice = (name) => bar.querySelector(`[data-notice=${name}]`);

export const say = (word, { isBad = false, count = "", detail = "" } = {}) => {
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

/** Takes back what is not so any more. */
export const sayNothingBad = () => state.classList.contains("is-bad") && say("");

// A keyboard covers the foot of the page.
const lift = () => {
  const { height, offsetTop } = visualViewport;
  bar.style.setProperty("--keyboard", `${Math.max(0, Math.round(innerHeight - height - offsetTop))}px`);
};
for (const event of ["resize", "scroll"]) visualViewport.addEventListener(event, lift);

/** The page becomes that of an entry, as the answer to a save has it. */
export const showEntry = (form, { id, rev, href, draft, action, dayText, monthText, monthHref }) => {
  if (form.dataset.id !== String(id)) history.replaceState(history.state, "", href);
  Object.assign(form.dataset, { id, draft });
  form.setAttribute("action", action);
  let field = form.elements.rev;
  if (!field) {
    field = Object.assign(document.createElement("input"), { type: "hidden", name: "rev" });
    form.prepend(field);
    form.elements.once?.remove();
  }
  field.value = rev;
  for (const heading of document.querySelectorAll("[data-day-text]")) heading.textContent = dayText;
  Object.assign(document.querySelector("a[data-month]"), { textContent: monthText, href: monthHref });
  for (const link of document.querySelectorAll("a[data-of-entry]")) link.href = action + link.dataset.ofEntry;
  notice("deleted").querySelector("form").setAttribute("action", `${action}/restore`);
  tools.hidden = false;
};

// Sharing is fetched for whoever points at it or comes to it by keyboard; a press that is quicker is made again.
let isShareReady = false;
const fetchSharing = async () => {
  await import("./share-text.js").catch(() => {});
  isShareReady = true;
};
for (const event of ["pointerover", "focusin"]) tools.addEventListener(event, fetchSharing);
tools.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-share-text]");
  if (isShareReady || !link) return;
  event.preventDefault();
  await fetchSharing();
  link.click();
});
