// Sends photos: two at a time, each with a progress of its own, each tried again by itself where that may help. Knows
// nothing of the page. What is needed for a file alone comes when it is asked for (`fetchTools`).
const AT_ONCE = 2;
const MOST_TRIES = 4;
// What has not come by then is taken for a cut line. Milliseconds.
const PATIENCE = 15_000;
// What is the fault of the line or of the hour, and not of the photo.
const PASSING = new Set(["busy", "unsaved", "offline"]);
const MENDABLE = new Set([...PASSING, "too-often", "login", "refused"]);

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
    if (this.body) this.queue.next();
    else this.queue.prepare(this);
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

  fail(code, after) {
    this.tries += 1;
    if (PASSING.has(code) && this.tries <= MOST_TRIES) {
      const wait = Math.max(Number(after) || 0, 2 ** (this.tries - 1));
      this.timer = setTimeout(() => this.retry({ byItself: true }), wait * 1_000);
    }
    this.become("failed", { code });
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

  /** May fail where there is no line. */
  async fetchTools() {
    const late = new Promise((_, fail) => { setTimeout(fail, PATIENCE); });
    this.tools ??= await Promise.race([import("./sending.js"), late]);
  }

  add(file) {
    const upload = new Upload(this, file);
    this.all.push(upload);
    this.prepare(upload);
    return upload;
  }

  async prepare(upload) {
    try {
      await this.fetchTools();
    } catch {
      if (upload.state === "waiting") upload.fail("offline");
      return;
    }
    const { body, code, ...picture } = await this.tools.shrink(upload.file, this.mostBytes);
    if (upload.state === "gone") return;
    Object.assign(upload, { body, picture });
    if (code) return upload.fail(code);
    this.changed(upload);
    this.next();
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
      this.tools.send(upload, this.target);
    }
  }
}
