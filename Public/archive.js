// Work in hand, such as an archive in the making: looks again every few seconds until it is done. Without this file the page of
// an archive reloads itself.
const watch = (region) => {
  let shown = region.innerHTML;

  const look = async () => {
    try {
      const headers = { "X-Fragment": region.dataset.jobs || "jobs" };
      const answer = await fetch(location.pathname, { headers, credentials: "same-origin" });
      // Logged out meanwhile: nothing more to see.
      if (!answer.ok || answer.redirected) return;
      const text = await answer.text();
      if (text !== shown) region.innerHTML = shown = text;
    } catch {
      // The line is gone for a moment; the next look may find it again.
    }
    if (region.querySelector("[data-working]")) setTimeout(look, 3_000);
  };

  if (region.querySelector("[data-working]")) setTimeout(look, 2_000);
};

for (const region of document.querySelectorAll("[data-jobs]")) watch(region);
