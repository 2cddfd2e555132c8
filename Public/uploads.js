// Sends photos: two at a time, each with a progress of its own, each tried again by itself where that may help. Knows
// nothing of the page.
import { shrink } from "./shrink.js";

const AT_ONCE = 2;
const MOST_TRIES = 4;
// A line that carries nothing for so long is cut, whatever it says of itself. Milliseconds.
const PATIENCE = 45_000;
// What is the fault of the line or of the hour, and not of the photo.
const PASSING = new Set(["busy", "unsaved", "offline"]);
const MENDABLE = new Set([...PASSING, "too-often", "login", "refused"]);
const BY_STATUS = { 401: "login", 413: "too-large", 415: "not-a-photo", 429: "too-often", 503: "busy" };

const problem = (request) => {
  try {
    const { code: kind, errors, detail } = JSON.parse(request.responseText);
    const code = Object.values(errors ?? {})[0];
    // The page is older than the login: once it has the new token, the photo goes up.
    if (kind === "stale-form") return { code: "login" };
    // Nothing that another photo or another try would change.
    if (detail && (request.status === 403 || code === "account-full")) return { code: "barred", detail };
    if (code) return { code };
  } catch {
    // A proxy between may answer in words of its own.
  }
  return { code: BY_STATUS[request.status] ?? (request.status >= 500 ? "unsaved" : "refused") };
};

/** One file on its way. `state`: waiting, sending, done, failed; `code` says why it failed. */
class Upload {
  state = "waiting";
  code = null;
  percent = 0;
  tries = 0;
  photo = null;

  constructor(queue, file) {
    this.queue = queue;
    this.file = file;
  }

  get isMendable() { return this.state === "failed" && MENDABLE.has(this.code); }
  /** Whether more will come of it without anybody's doing. */
  get isUnderWay() { return this.state === "waiting" || this.state === "sending" || this.timer !== undefined; }

  become(state, more = {}) {
    Object.assign(this, { state, ...more });
    this.queue.changed(this);
  }

  retry({ byItself = false } = {}) {
    if (!this.isMendable) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!byItself) this.tries = 0;
    this.become("waiting", { code: null, percent: 0 });
    this.queue.next();
  }

  cancel() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.state = "gone";
    this.stop();
    this.queue.drop(this);
  }

  stop() {
    clearTimeout(this.patience);
    const request = this.request;
    this.request = null;
    request?.abort();
  }

  /** The line is gone. */
  cut() {
    if (this.state !== "sending") return;
    this.stop();
    this.fail("offline");
    this.queue.next();
  }

  wait() {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.cut(), PATIENCE);
  }

  fail(code, after) {
    this.tries += 1;
    if (PASSING.has(code) && this.tries <= MOST_TRIES) {
      const wait = Math.max(Number(after) || 0, 2 ** (this.tries - 1));
      this.timer = setTimeout(() => this.retry({ byItself: true }), wait * 1_000);
    }
    this.become("failed", { code });
  }

  send({ url, token }) {
    const request = this.request = new XMLHttpRequest();
    const form = new FormData();
    // The server goes by the bytes; every file is called the same.
    form.append("file", this.body, "photo");
    request.open("POST", url);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-CSRF-Token", token());
    request.upload.onprogress = (event) => {
      if (!event.lengthComputable || this.request !== request) return;
      this.wait();
      // All sent is not all done: the last bit is the server's.
      this.percent = Math.min(99, Math.floor((event.loaded / event.total) * 100));
      this.queue.changed(this);
    };
    request.onload = () => {
      clearTimeout(this.patience);
      this.request = null;
      if (request.status === 201) {
        try {
          this.photo = JSON.parse(request.responseText);
        } catch {
          return this.fail("refused");
        }
        this.become("done", { percent: 100 });
      } else {
        const { code, detail } = problem(request);
        this.detail = detail;
        this.fail(code, request.getResponseHeader("Retry-After"));
      }
    };
    request.onerror = () => this.cut();
    request.onloadend = () => this.queue.next();
    this.become("sending", { percent: 0 });
    request.send(form);
    this.wait();
  }
}

/** All files of one form. */
export class Uploads {
  all = [];

  /** `token` gives that of the form; `changed` is called with each upload that is no longer as it was. */
  constructor({ url, token, mostBytes, changed }) {
    this.target = { url, token };
    this.mostBytes = mostBytes;
    this.tell = changed;
    // Whoever waits for the line need not wait any longer.
    addEventListener("offline", () => {
      for (const upload of this.all) upload.cut();
    });
    addEventListener("online", () => {
      for (const upload of this.all) if (upload.code === "offline") upload.retry();
    });
    addEventListener("beforeunload", (event) => {
      if (!this.mayLeave && this.hasUnsent) event.preventDefault();
    });
  }

  /** Whether leaving the page would lose what may still arrive. */
  get hasUnsent() { return this.all.some((upload) => upload.isUnderWay || upload.isMendable); }

  /** None of them is wanted any more. */
  end() {
    for (const upload of [...this.all]) upload.cancel();
  }

  get isBusy() { return this.all.some((upload) => upload.isUnderWay); }

  changed(upload) {
    if (this.all.includes(upload)) this.tell(upload);
    if (!this.isBusy) this.rest?.();
  }

  /** Resolves when nothing is on its way any more. */
  async settled() {
    while (this.isBusy) await new Promise((done) => { this.rest = done; });
  }

  add(file) {
    const upload = new Upload(this, file);
    this.all.push(upload);
    shrink(file, this.mostBytes).then(({ body, code, ...picture }) => {
      if (upload.state === "gone") return;
      Object.assign(upload, { body, picture });
      if (code) return upload.fail(code);
      this.changed(upload);
      this.next();
    });
    return upload;
  }

  drop(upload) {
    this.all = this.all.filter((other) => other !== upload);
    if (!this.isBusy) this.rest?.();
    this.next();
  }

  next() {
    let free = AT_ONCE - this.all.filter((upload) => upload.state === "sending").length;
    for (const upload of this.all) {
      if (free <= 0) return;
      if (upload.state !== "waiting" || !upload.body) continue;
      free -= 1;
      upload.send(this.target);
    }
  }
}
