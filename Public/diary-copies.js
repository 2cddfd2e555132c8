// What is written in the diary and not yet acknowledged, as this device has it; and how it is sent. A copy is
// {account, id, once, address, rev, fields, photos, day, at, unanswered}: `id` once the entry exists, `rev` that it was made
// from, `unanswered` the writes that were sent and never answered.
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

const name = (copy) => `${PREFIX}${copy.account}:${copy.id ?? copy.once}`;

/** Whether that worked. */
export const keep = (copy) => store((device) => device.setItem(name(copy), JSON.stringify(copy)) ?? true) ?? false;

export const remove = (copy) => store((device) => {
  device.removeItem(name(copy));
  // It was begun before its entry had an id.
  device.removeItem(name({ ...copy, id: undefined }));
});

/** Those of an account, oldest first; old ones are gone. */
export const copies = (account) => store((device) => Object.keys(device)
  .filter((key) => key.startsWith(PREFIX))
  .map((key) => ({ key, copy: JSON.parse(device.getItem(key)) }))
  .filter(({ key, copy }) => Date.now() - copy.at < MONTH || device.removeItem(key))
  .map(({ copy }) => copy)
  .filter((copy) => copy.account === account)
  .sort((one, other) => one.at - other.at)) ?? [];

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
    if (answer.status < 500) copy.unanswered = [];
    return {
      status: answer.status, saved: answer.ok ? json : undefined, errors: json.errors ?? {},
      retryAfter: Number(answer.headers.get("Retry-After")) || 5,
    };
  } catch {
    return { status: 0, errors: {} };
  }
};
