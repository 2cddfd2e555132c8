// What is written in the diary and not yet acknowledged, as this device has it; and how it is sent. A copy is
// {page, account, id, once, address, rev, fields, photos, takenOut, thrown, day, at, unanswered, isRefused}: `page` that it was
// written on, `id` once the entry exists, `rev` that it was made from, `takenOut` photos that it had, `thrown` a text that was
// thrown away and is to be kept among the earlier ones, `unanswered` the writes that were sent and never answered.
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

/** The lock that an open page holds for what it has not sent. */
export const lockOf = name;

export const held = async () => new Set((await navigator.locks?.query())?.held.map((lock) => lock.name));

export const isFresh = ({ at }) => Date.now() - at < MONTH;

/** Whether that worked. */
export const keep = (copy) => store((device) => device.setItem(name(copy), JSON.stringify(copy)) ?? true) ?? false;

export const remove = (copy) => store((device) => device.removeItem(name(copy)));

/** Says for as long as this page lives that its copy is its own. */
export const hold = (copy) => navigator.locks?.request(name(copy), () => new Promise(() => {}));

/** Those of an account that no open page goes on with, oldest first; old ones are gone. */
export const copies = async (account) => {
  const pages = await held();
  return store((device) => Object.keys(device)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, copy: JSON.parse(device.getItem(key)) }))
    .filter(({ key, copy }) => isFresh(copy) || device.removeItem(key))
    .map(({ key, copy }) => ({ ...copy, page: key.slice(PREFIX.length) }))
    .filter((copy) => copy.account === account && !pages.has(name(copy)))
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
  if (copy.thrown !== undefined) form.append("thrown", copy.thrown);
  form.append("write", write);
  for (const earlier of copy.unanswered) form.append("unanswered", earlier);
  return form;
};

/** No answer, no session, too many or a fault: what helps is another time. */
export const isUnsent = (status) => status === 0 || status === 401 || status === 403 || status === 429 || status >= 500;

const fitsLeaving = (copy) => copy.fields.reduce((sum, [field, value]) => (
  sum + 160 + new TextEncoder().encode(field + value).length
), 1_024) <= MOST_ON_LEAVING;

/**
 * Sends a copy. Resolves to `{ status, saved, errors, retryAfter }`; a status of 0 is no answer, and then the copy knows of one
 * more write that may have arrived. Nothing where it is too long for a page that is being left.
 */
export const send = async (copy, { isLeaving = false, isAgain = false } = {}) => {
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
    if (json.code === "stale-form" && !isLeaving && !isAgain && await (await import("./form-token.js")).renewToken()) {
      copy.unanswered = copy.unanswered.filter((other) => other !== write);
      return send(copy, { isAgain: true });
    }
    if (answer.status === 404 && copy.id && !isLeaving) {
      // Erased elsewhere: what was written since becomes an entry of its own.
      const once = newKey();
      Object.assign(copy, { id: undefined, rev: undefined, once, address: `/diary/drafts/${once}`, unanswered: [] });
      return send(copy, { isAgain: true });
    }
    // Sent again as it is it would be refused again.
    copy.isRefused = answer.status >= 400 && !isUnsent(answer.status);
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

/** Whether the server has another revision of an entry than the copy was made from. */
export const isChangedElsewhere = async ({ id, rev }) => {
  const asked = { headers: { Accept: "application/json" }, cache: "no-store" };
  const entry = await fetch(`/diary/entries/${id}`, asked).then((answer) => answer.ok && answer.json()).catch(() => undefined);
  return Boolean(entry) && entry.rev !== Number(rev);
};
