// The page of one's favourites: its numbers follow the hearts pressed on it, and on a phone one gets from the conditions
// to the list. Without this file the numbers follow when the page is loaded, and the link leads to the list as it is.
const region = document.querySelector("[data-list]");
let pending;

// A card that was let go stays where it is, so that it can be taken back: the numbers alone are anew.
const count = async () => {
  pending?.abort();
  const own = pending = new AbortController();
  const address = location.pathname + location.search;
  const shown = region.firstElementChild;
  try {
    const answer = await fetch(address, { headers: { "X-Fragment": "list" }, signal: own.signal });
    if (!answer.ok) return;
    const part = new DOMParser().parseFromString(await answer.text(), "text/html");
    // Another list has come meanwhile, with numbers of its own.
    if (region.firstElementChild !== shown) return;
    const texts = new Map([...part.querySelectorAll("[data-counts]")].map((one) => [one.dataset.counts, one.textContent]));
    for (const one of region.querySelectorAll("[data-counts]")) {
      const { counts } = one.dataset;
      // A value that nothing is left of, or everything where nothing is kept any more.
      one.textContent = texts.get(counts) ?? (counts.includes("-") ? "0" : texts.get("kept"));
    }
  } catch {
    // The numbers stay as they were loaded.
  }
};

document.addEventListener("heart-settled", count);

// The panel folds first, so that the link leads to where the list is then.
region.addEventListener("click", (event) => {
  if (event.target.closest("[data-shows-list]")) event.target.closest("details.facets").open = false;
});
