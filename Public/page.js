// What any page may need once somebody searches, or asks for what is near, is fetched then. In one file: the scripts of a
// page wait for this one, and what they change at the start must not come after the page is drawn.

// Recent searches stand on this device alone; where a browser keeps nothing there are none.
const key = "moeum:recent";
const most = 8;

export const recentWords = () => {
  try {
    const words = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(words) ? words.filter((word) => typeof word === "string").slice(0, most) : [];
  } catch {
    return [];
  }
};
export const saveSearches = (words) => {
  try {
    if (words.length) localStorage.setItem(key, JSON.stringify(words.slice(0, most)));
    else localStorage.removeItem(key);
  } catch { /* nothing is kept then */ }
};
export const keepSearch = (text) => {
  const word = text.trim().slice(0, 100);
  if (word) saveSearches([word, ...recentWords().filter((other) => other !== word)]);
};

document.addEventListener("submit", ({ target }) => {
  const input = target.querySelector("input[data-suggest]");
  if (input) keepSearch(input.value);
}, true);

// On first focus, because lists replace their search field in place.
const attached = new WeakSet();
document.addEventListener("focusin", async ({ target }) => {
  if (!target.matches("input[data-suggest]") || attached.has(target)) return;
  attached.add(target);
  const before = target.value;
  try {
    (await import("./suggest.js")).attach(target, before);
  } catch {
    attached.delete(target);
  }
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-near]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  link.setAttribute("aria-busy", "true");
  try {
    (await import("./near.js")).goNear(link);
  } catch {
    location.assign(link.href);
  }
});
