// What is written in the diary and not yet acknowledged, as this device has it; and how it is sent. A copy is
// {page, account, id, once, address, rev, fields, photos, day, at, unanswered}: `page` that it was written on, `id` once the
// entry exists, `rev` that it was made from, `unanswered` the writes that were sent and never answered.
const PREFIX = "diary:";
const MONTH = 30 * 24 * 3_600_000;
// A line that is silent for so long is cut.
const PATIENCE = 20_000;
// What may be under way when a page is left, of all its requests together, and a little for the frame.
const MOST_ON_LEAVING = 60 * 1_024;

// A browser may be told to keep nothing, or have no room left.
const store = (work) => {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
};

const name = (copy) => `${PREFIX}${copy.page}`;

/** Whether that worked. */
export const keep = (copy) => store((device) => device.setItem(name(copy), JSON.stringify(copy)) ?? true) ?? false;

export const remove = (copy) => store((device) => device.removeItem(name(copy)));

/** Says for as long as this page lives that its copy is its own. */
export const hold = (copy) => navigator.locks?.request(name(copy), () => new Promise(() => {}));

/** Those of an account that no open page goes on with, oldest first; old ones are gone. */
export const copies = async (account) => {
  const held = new Set((await navigator.locks?.query())?.held.map((lock) => lock.name));
  return store((device) => Object.keys(device)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, copy: JSON.parse(device.getItem(key)) }))
    .filter(({ key, copy }) => Date.now() - copy.at < MONTH || device.removeItem(key))
    .map(({ key, copy }) => ({ ...copy, page: key.slice(PREFIX.length) }))
    .filter((copy) => copy.account === account && !held.has(name(copy)))
    .sort((one, other) => one.at - other.at)) ?? [];
};

/** Where writing goes on. */
export const editorOf = ({ id, once, day, fields }) => {
  if (id) return `/diary/entries/${id}/edit`;
  const place = fields.find(([field]) => field === "place_id")?.[1] ?? "";
  return `/diary/entries/new?once=${once}&on=${day}&place_id=${place}`;
};

/** A key of 22 letters and digits, for a write or a form. */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(22))].map((byte) => (byte % 36).toString(36)).join("");

const body = (copy, write) => {
  const form = new FormData();
  for (const [field, value] of copy.fields) form.append(field, value);
  if (copy.rev !== undefined) form.append("rev", copy.rev);
  form.append("write", write);
  for (const earlier of copy.unanswered) form.append("unanswered", earlier);
  return form;
};

const fitsLeaving = (copy) => copy.fields.reduce((sum, [field, value]) => (
  sum + 160 + new TextEncoder().encode(field + value).length
), 1_024) <= MOST_ON_LEAVING;

/**
 * Sends a copy. Resolves to `{ status, saved, errors, retryAfter }`; a status of 0 is no answer, and then the copy knows of one
 * more write that may have arrived. Nothing where it is too long for a page that is being left.
 */
export const send = async (copy, { isLeaving = false } = {}) => {
  if (isLeaving && !fitsLeaving(copy)) return undefined;
  const write = newKey();
  const sent = body(copy, write);
  copy.unanswered.push(write);
  keep(copy);
  try {
    const answer = await fetch(copy.address, {
      method: "PUT",
      body: sent,
      headers: { Accept: "application/json", "X-CSRF-Token": document.querySelector("meta[name=csrf]").content },
      keepalive: isLeaving,
      signal: isLeaving ? undefined : AbortSignal.timeout(PATIENCE),
    });
    const json = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
    // What is refused has not arrived; earlier ones still may have.
    if (answer.ok) copy.unanswered = [];
    else if (answer.status < 500) copy.unanswered = copy.unanswered.filter((other) => other !== write);
    return {
      status: answer.status, saved: answer.ok ? json : undefined, errors: json.errors ?? {}, detail: json.detail,
      retryAfter: Number(answer.headers.get("Retry-After")) || 5,
    };
  } catch {
    return { status: 0, errors: {} };
  }
};
