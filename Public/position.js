// Where the reader is. That stays in this tab of this device: addresses, forms and requests have the cell alone, of about a
// kilometre, in which it lies.
const key = "moeum:position";
// In milliseconds. After half an hour somebody may be elsewhere.
const LIFETIME = 1_800_000;

// As the server cuts them. A product alone is wrong by one for 0.29, which as a binary fraction lies below it.
const cut = (degrees) => {
  let hundredths = Math.floor(degrees * 100);
  if ((hundredths + 1) / 100 <= degrees) hundredths += 1;
  else if (hundredths / 100 > degrees) hundredths -= 1;
  return (hundredths / 100).toFixed(2);
};

export const cellOf = ({ latitude, longitude }) => `${cut(latitude)},${cut(longitude)}`;

let last;

const remembered = () => {
  try {
    last ??= JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch { /* nothing is kept then */ }
  const isWhole = [last?.latitude, last?.longitude, last?.accuracy, last?.at].every(Number.isFinite);
  return isWhole && Date.now() - last.at < LIFETIME ? last : undefined;
};

// Asks the browser, which asks the reader where it has to; undefined where it is refused.
export const locate = () => new Promise((found) => {
  if (!navigator.geolocation) return found();
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude, longitude, accuracy } }) => {
      last = { latitude, longitude, accuracy, at: Date.now() };
      try {
        sessionStorage.setItem(key, JSON.stringify(last));
      } catch { /* this page alone knows it then */ }
      found(last);
    },
    () => found(),
    { maximumAge: 60_000, timeout: 8_000 },
  );
});

// Without asking anybody.
export const whereabouts = async () => {
  const known = remembered();
  if (known) return known;
  const allowed = await navigator.permissions?.query({ name: "geolocation" }).catch(() => undefined);
  return allowed?.state === "granted" ? locate() : undefined;
};
