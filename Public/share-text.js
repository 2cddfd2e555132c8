// Passing on an entry's words. Without scripts its link shows them. Where they are still being written, whoever hears of
// `share-text` may have the reading wait.
const read = async (link) => {
  const saved = [];
  document.dispatchEvent(new CustomEvent("share-text", { detail: { waitUntil: (promise) => saved.push(promise) } }));
  await Promise.all(saved);
  const answer = await fetch(link.href, { redirect: "error", cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
};

// Browsers take a promise for the clipboard, or else the text within a moment of the click.
const copy = async (text) => {
  if (!window.ClipboardItem) return navigator.clipboard.writeText(await text);
  const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
};

const say = (link, words) => {
  const status = document.getElementById(link.dataset.shareText);
  if (status) status.textContent = words;
};

const pass = async (link, text) => {
  if (navigator.share) {
    try {
      return await navigator.share({ text: await text });
    } catch (error) {
      // Somebody who closes the browser's own sheet has changed their mind.
      if (error.name === "AbortError") return;
    }
  }
  await copy(text);
  say(link, link.dataset.copied);
};

// Reading begins when the pointer goes down: Safari passes nothing on long after a click.
let begun = null;
const begin = (link) => {
  const text = read(link);
  text.catch(() => {});
  begun = { link, text, at: Date.now() };
  return begun;
};

const linkOf = (event) => event.target.closest?.("a[data-share-text]");

document.addEventListener("pointerdown", (event) => {
  const link = linkOf(event);
  if (link && event.button === 0) begin(link);
});

document.addEventListener("click", async (event) => {
  const link = linkOf(event);
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  say(link, "");
  const { text } = begun?.link === link && Date.now() - begun.at < 2000 ? begun : begin(link);
  begun = null;
  try {
    await pass(link, text);
  } catch {
    say(link, link.dataset.failed);
  }
});
