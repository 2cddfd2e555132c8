// What was done is said above that which it was done to, where it covers nothing, and is closed at once or goes by itself
// (app.css). Without this file it is said at the top.
const flash = document.querySelector(".flash--said");
const close = flash.querySelector("[data-close]");

// What stands behind the # may be anything.
const led = () => {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null;
  }
};

const place = () => {
  let at = led()?.closest("main *");
  at = at?.closest("table, dl") ?? at;
  if (!at) return;
  if (at.matches("li")) {
    const row = document.createElement("li");
    row.append(flash);
    at.before(row);
  } else at.before(flash);
  flash.classList.add("is-placed");
};

const end = () => {
  if (flash.contains(document.activeElement)) document.getElementById("main").focus({ preventScroll: true });
  (flash.closest("li") ?? flash).remove();
};

place();
close.hidden = false;
close.addEventListener("click", end);
flash.addEventListener("animationend", end);
