// Photos open over the page they stand on, each at its own address, so that going back closes them where they were
// opened. Without this file each is a page.
const SWIPE = 50;
const ZOOM = 2.5;
const shots = new Map();

const ownAddress = location.pathname;
const isPhotoPage = Boolean(document.querySelector("[data-shot-page]"));

let dialog, holder, status;
let opener = null;
let before = null;
let wanted;
let hasMoved = false;

const isPlain = (event) => !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button);

// Each is asked for once.
const load = (path) => {
  if (!shots.has(path)) {
    shots.set(path, fetch(path, { headers: { "X-Fragment": "photo" } }).then((answer) => {
      if (!answer.ok) throw new Error(answer.status);
      return answer.text();
    }));
    shots.get(path).catch(() => shots.delete(path));
  }
  return shots.get(path);
};

// How a photo over the page looks. A photo's own page has it, others from when the first is opened.
let style;
const dress = () => {
  if (isPhotoPage) return undefined;
  style ??= new Promise((done, fail) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", onload: done, onerror: fail });
    link.href = document.querySelector("script[data-shot-style]").dataset.shotStyle;
    document.head.append(link);
  });
  style.catch(() => { style = undefined; });
  return style;
};

const build = () => {
  dialog = document.createElement("dialog");
  dialog.className = "lightbox";
  holder = document.createElement("div");
  holder.className = "stack g3";
  status = Object.assign(document.createElement("p"), { className: "vh" });
  status.setAttribute("role", "status");
  dialog.append(holder, status);
  document.body.append(dialog);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });
  dialog.addEventListener("click", onClick);
  dialog.addEventListener("keydown", onKey);
  dialog.addEventListener("pointerdown", onPointer);
};

const shot = () => holder.querySelector("[data-shot]");
const link = (rel) => holder.querySelector(`a[rel=${rel}]`)?.getAttribute("href");

const offerZoom = (part) => { part.querySelector("[data-zoom]").hidden = false; };

// Larger around the point that was pressed, else around the middle; and back.
const zoom = (figure, { x = 0.5, y = 0.5 } = {}) => {
  const pic = figure.querySelector(".shot-pic");
  const image = pic.querySelector("img");
  const isLarge = pic.classList.toggle("is-zoomed");
  const width = image.getBoundingClientRect().width * ZOOM;
  image.style.inlineSize = isLarge ? `${width}px` : "";
  // The larger file is loaded; it stays when the photo is small again.
  if (isLarge) image.sizes = `${Math.ceil(width)}px`;
  pic.scrollTo(x * pic.scrollWidth - pic.clientWidth / 2, y * pic.scrollHeight - pic.clientHeight / 2);
  figure.parentElement.querySelector("[data-zoom]").ariaPressed = isLarge;
};

const draw = (html, focus) => {
  holder.innerHTML = html;
  const { title } = shot().dataset;
  dialog.setAttribute("aria-label", title);
  document.title = title;
  const close = holder.querySelector("[data-close]");
  close.textContent = close.dataset.close;
  offerZoom(holder);
  status.textContent = shot().querySelector("img").alt;
  // The way on has come to an end: whoever went it with the keyboard is led to the way out.
  (focus && holder.querySelector(`a[rel=${focus}]`) || close).focus({ preventScroll: true });
  for (const rel of ["next", "prev"]) if (link(rel)) load(link(rel)).catch(() => {});
};

const show = async (path, { focus } = {}) => {
  wanted = path;
  try {
    const [html] = await Promise.all([load(path), dress()]);
    // Another one is wanted by now, or none.
    if (wanted !== path) return;
    if (!dialog) build();
    if (!dialog.open) {
      before = { title: document.title };
      dialog.showModal();
    }
    draw(html, focus);
  } catch {
    if (wanted === path) location.assign(path);
  }
};

const turn = (path, focus) => {
  if (!path) return;
  history.replaceState({ photo: true }, "", path);
  show(path, { focus });
};

const hide = () => {
  wanted = undefined;
  if (!dialog?.open) return;
  const id = shot()?.dataset.photo;
  dialog.close();
  holder.replaceChildren();
  document.title = before.title;
  // To the photo seen last where this page has it, else to the one that was opened.
  const own = opener?.closest(".shots") ? null : document.getElementById(`photo-${id}`);
  (own ?? opener)?.focus();
};

// The address is the dialog's own: the way out of both is back.
const leave = () => history.back();

function onClick(event) {
  const target = event.target.closest("a");
  if (event.target === dialog) return leave();
  if (!target || !isPlain(event)) return;
  if (target.matches("[rel=prev], [rel=next]")) {
    event.preventDefault();
    turn(target.getAttribute("href"), target.rel);
  } else if (target.matches("[data-close]")) {
    event.preventDefault();
    leave();
  }
}

function onKey(event) {
  if (!isPlain(event)) return;
  const { first, last } = shot()?.dataset ?? {};
  const ways = { ArrowLeft: link("prev"), ArrowRight: link("next"), Home: first, End: last };
  if (!(event.key in ways)) return;
  event.preventDefault();
  if (ways[event.key] !== location.pathname) turn(ways[event.key], { ArrowLeft: "prev", ArrowRight: "next" }[event.key]);
}

function onPointer(event) {
  // Of an enlarged photo the same gesture moves it.
  if (!event.isPrimary || !event.target.closest(".shot-pic:not(.is-zoomed)")) return;
  const { clientX, clientY, pointerId } = event;
  const end = new AbortController();
  const once = { signal: end.signal };
  addEventListener("pointercancel", () => end.abort(), once);
  addEventListener("pointerup", (up) => {
    if (up.pointerId !== pointerId) return;
    end.abort();
    const [x, y] = [up.clientX - clientX, up.clientY - clientY];
    if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return;
    hasMoved = true;
    // The click that a mouse makes of it comes at once; any later one is meant.
    setTimeout(() => { hasMoved = false; });
    turn(x < 0 ? link("next") : link("prev"));
  }, once);
}

document.addEventListener("click", (event) => {
  const image = event.target.closest?.(".shot-pic img");
  const button = event.target.closest?.("[data-zoom]");
  if (hasMoved || !(image ?? button)) return;
  const { left, top, width, height } = (image ?? button).getBoundingClientRect();
  const at = image ? { x: (event.clientX - left) / width, y: (event.clientY - top) / height } : undefined;
  zoom(image?.closest(".shot") ?? button.closest(".shot-acts").previousElementSibling, at);
});

document.addEventListener("click", (event) => {
  const target = event.target.closest?.("main a[href^='/photos/']:has(img)");
  if (!target || !isPlain(event) || event.defaultPrevented) return;
  event.preventDefault();
  opener = target;
  const path = target.getAttribute("href");
  history.pushState({ photo: true }, "", path);
  show(path);
});

addEventListener("popstate", (event) => {
  const isPhoto = Boolean(event.state?.photo);
  // An address that this document never showed: of the one that was here before it was loaded again.
  if (location.pathname !== ownAddress && (isPhotoPage || !isPhoto)) location.reload();
  else if (isPhoto && !isPhotoPage) show(location.pathname);
  else hide();
});

// On a photo's own page the keys turn pages.
if (isPhotoPage) {
  offerZoom(document);
  document.addEventListener("keydown", (event) => {
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (!rel || !isPlain(event) || event.target.matches("input, textarea, select")) return;
    document.querySelector(`[data-shot-page] a[rel=${rel}]`)?.click();
  });
}
