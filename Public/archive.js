// An archive in the making: looks again every few seconds until it is there. Without this file the page reloads itself.
const region = document.querySelector("[data-jobs]");
let shown = region.innerHTML;

const look = async () => {
  try {
    const answer = await fetch(location.pathname, { headers: { "X-Fragment": "jobs" }, credentials: "same-origin" });
    // Logged out meanwhile: nothing more to see.
    if (!answer.ok || answer.redirected) return;
    const text = await answer.text();
    if (text !== shown) region.innerHTML = shown = text;
  } catch {
    // The line is gone for a moment; the next look may find it again.
  }
  if (region.querySelector("[data-working]")) setTimeout(look, 3_000);
};

setTimeout(look, 2_000);
