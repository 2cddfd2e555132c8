// Makes a photo small enough to be sent: decoded, turned as it says it was held, drawn again where it is larger than
// anybody will see it.
const LONGEST = 2_560;
const LIGHT = 2 << 20;
const THUMB = 320;

const starts = (bytes, text, from = 0) => [...text].every((letter, i) => bytes[from + i] === letter.charCodeAt(0));

// By its first bytes: what a file is called or said to be proves nothing.
const kind = (bytes) => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "taken";
  if (starts(bytes, "PNG\r\n", 1)) return "taken";
  if (starts(bytes, "RIFF") && starts(bytes, "WEBP", 8)) return "taken";
  if (!starts(bytes, "ftyp", 4)) return "other";
  const brand = String.fromCharCode(...bytes.slice(8, 12));
  if (/^(hei[cfmsx]|hev[cmsx]|mif1|msf1)$/.test(brand)) return "heic";
  return brand.startsWith("avi") ? "avif" : "other";
};

const drawn = (bitmap, longest, quality) => {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext("2d");
  // What is see-through would turn black.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return {
    picture: () => canvas.toDataURL("image/jpeg", quality),
    file: () => new Promise((done) => canvas.toBlob(done, "image/jpeg", quality)),
  };
};

const prepare = async (file, mostBytes) => {
  const what = kind(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (what === "other") return { code: "not-a-photo" };
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    if (what === "heic") return { code: "heic" };
    if (what === "avif") return { code: "not-a-photo" };
    // The server knows better what is wrong with it.
    return file.size > mostBytes ? { code: "too-large" } : { body: file };
  }
  try {
    const thumb = drawn(bitmap, THUMB, 0.7).picture();
    const size = { thumb, width: bitmap.width, height: bitmap.height };
    const isSmall = file.size <= LIGHT && Math.max(bitmap.width, bitmap.height) <= LONGEST;
    if (what === "taken" && isSmall) return { body: file, ...size };
    const smaller = await drawn(bitmap, LONGEST, 0.88).file();
    const body = what === "taken" && !(smaller?.size < file.size) ? file : smaller;
    if (!body || body.size > mostBytes) return { code: "too-large", ...size };
    return { body, ...size };
  } finally {
    bitmap.close();
  }
};

// One after the other: a decoded photo takes four bytes for each of its pixels.
let last = Promise.resolve();

/** What to send instead of a file, of so many bytes at most, and a picture of it; or `code`, why it cannot be sent. */
export const shrink = (file, mostBytes) => {
  const own = last.then(() => prepare(file, mostBytes)).catch(() => ({ code: "damaged" }));
  last = own;
  return own;
};
