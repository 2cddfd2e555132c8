// The wall goes on by itself three times, then only by its button, so that the foot of the page can be reached. The address
// keeps where the wall began and how much of it is shown. Without this file "next" is a plain link to the next photos.
const most = { alone: 3, pages: 8 };
const wall = document.querySelector("[data-wall]");
const onward = document.querySelector("[data-onward]");
const asked = new URLSearchParams(location.search);
let pages = Math.min(Number(asked.get("pages")) || 1, most.pages);
let alone = 0;
let isBusy = false;

const link = () => onward.querySelector("a[data-next]");

// hash: of the photo that is looked at; without one the page itself is meant, which stays where it began.
const remember = (hash = location.hash) => {
  const first = wall.querySelector("a.pic")?.id.slice(6);
  if (!first) return;
  asked.delete("after");
  asked.set("from", first);
  if (pages > 1) asked.set("pages", pages);
  history.replaceState(history.state, "", `${location.pathname}${asked.size ? `?${asked}` : ""}${hash}`);
};

const goOn = async () => {
  const next = link();
  if (!next || isBusy) return;
  isBusy = true;
  next.ariaBusy = "true";
  try {
    const answer = await fetch(next.href, { headers: { "X-Fragment": "list" }, credentials: "same-origin" });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const rows = [...page.querySelectorAll("[data-wall] > li")];
    wall.append(...rows);
    onward.replaceChildren(...page.querySelector("[data-onward]").childNodes);
    pages += 1;
    remember();
    return rows[0]?.querySelector("a");
  } catch {
    next.ariaBusy = null;
    alone = most.alone;
  } finally {
    isBusy = false;
  }
};

if (wall) {
  addEventListener("click", async (event) => {
    const photo = event.target.closest("[data-wall] a.pic");
    // Back leads to the photo that was looked at.
    if (photo) return remember(`#${photo.id}`);
    const next = event.target.closest("a[data-next]");
    if (!next || pages >= most.pages || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    const { href } = next;
    const first = await goOn();
    if (first) first.focus({ preventScroll: true });
    else if (link()?.href === href) location.assign(href);
  });

  // Whoever moves by keyboard in the wall, or saves data, decides themselves.
  const mayGoOn = () => alone < most.alone && pages < most.pages && !navigator.connection?.saveData
    && !wall.querySelector(":focus-visible");
  const approach = new IntersectionObserver(async (seen) => {
    // A busy browser tells of several frames at once; the last one counts.
    if (!seen.at(-1).isIntersecting || !link() || isBusy || !mayGoOn()) return;
    alone += 1;
    await goOn();
    // On a tall screen the end is in sight still, which is no news by itself.
    approach.unobserve(onward);
    approach.observe(onward);
  }, { rootMargin: "600px" });
  // Nothing moves before somebody does: where few photos fill the screen, its foot is in sight from the start.
  const begin = new AbortController();
  for (const moved of ["scroll", "wheel", "touchmove"]) {
    addEventListener(moved, () => {
      begin.abort();
      approach.observe(onward);
    }, { passive: true, signal: begin.signal });
  }
}
