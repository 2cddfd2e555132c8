// Share and copy buttons: hidden in the page, shown here because they need scripts.
import { say } from "./toasts.js";

const copy = async (button, text) => {
  try {
    await navigator.clipboard.writeText(text);
    say(button.dataset.done, button);
  } catch {
    say(text, button);
  }
};

const pass = async (button, page) => {
  if (!navigator.share) return copy(button, page.url);
  try {
    await navigator.share(page);
    say(button.dataset.shared, button);
  } catch {
    // Closed without sharing: nothing was done.
  }
};

// A link to a page that is made to be shared; it may come into the page later.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-share-link]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  pass(link, { title: document.title, url: link.href });
});

document.querySelectorAll("button[data-copy], button[data-share]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (button.dataset.copy) return copy(button, button.dataset.copy);
    const page = { title: document.title, url: document.querySelector("link[rel=canonical]")?.href ?? location.href };
    await pass(button, page);
  });
});
