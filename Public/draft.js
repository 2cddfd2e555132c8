// What somebody is writing is kept: on this device always, on the server for who is signed in. The device's copy goes
// only when what it holds has been published, or is thrown away.
const PREFIX = "draft:";
const PAUSE = 800;
const SOON = 250;
// A line that is silent for so long is cut.
const PATIENCE = 20_000;
// Whoever throws something away does not wait for it to arrive first.
const SHORT_PATIENCE = 3_000;
const MONTH = 30 * 24 * 3_600_000;
// Of the form as such, and not of what was written.
const LEFT_OUT = new Set(["take", "csrf", "once", "rev", "act"]);

const fields = (form) => [...new FormData(form)].filter(([name, value]) => !LEFT_OUT.has(name) && typeof value === "string");

// A browser may be told to keep nothing, or have no room left; then the server's copy has to do.
const store = (work) => {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
};

const sweep = () => store((kept) => {
  for (const key of Object.keys(kept).filter((name) => name.startsWith(PREFIX))) {
    if (!(Date.now() - JSON.parse(kept.getItem(key))?.at < MONTH)) kept.removeItem(key);
  }
});

export class Draft {
  /** `photos` is the form's list of them. */
  constructor(form, photos) {
    this.form = form;
    this.photos = photos;
    this.key = PREFIX + form.dataset.draftKey;
    this.state = document.querySelector("[data-draft-state]");
    this.notice = document.querySelector("[data-draft-restored]");
    // Which draft this page goes on from; empty for none.
    this.rev = form.dataset.draftRev ?? "";
    // Sent without an answer: it may have arrived.
    this.unanswered = [];
    // Called when another text is found in the way of this one, and when that is settled.
    this.conflicted = undefined;
    this.conflict = document.querySelector("[data-draft-conflict]");
    this.asSent = JSON.stringify(fields(form));
    sweep();
    this.restore();
    for (const event of ["input", "change"]) form.addEventListener(event, () => this.later());
    // The page may never be heard of again.
    document.addEventListener("visibilitychange", () => document.hidden && this.keep());
    addEventListener("pagehide", () => this.keep());
    addEventListener("online", () => this.isUnsent && this.save());
    this.notice?.querySelector("button").addEventListener("click", () => this.discard());
    this.conflict?.addEventListener("click", (event) => this.choose(event.target.closest("button")?.dataset.keep));
    // The server's copy is thrown away with this device's.
    document.querySelector("form[data-draft-delete]")?.addEventListener("submit", (event) => this.deleteAfterAll(event));
  }

  say(word, isBad = false) {
    if (!this.state) return;
    const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
      hour: "numeric", minute: "2-digit", timeZone: "Asia/Seoul",
    });
    const text = (this.state.dataset[word] ?? "").replace("#", clock.format(new Date()));
    // The same words again are no news to who hears them.
    if (this.state.textContent !== text) this.state.textContent = text;
    this.state.classList.toggle("is-bad", isBad);
  }

  later() {
    if (this.isOver) return;
    this.isUnsent = true;
    clearTimeout(this.timer);
    if (!this.isPaused) this.timer = setTimeout(() => this.save(), PAUSE);
    // The browser may be gone before one pauses.
    this.keeping ??= setTimeout(() => {
      this.keeping = undefined;
      this.keep();
    }, SOON);
  }

  /** On this device; whether that worked. */
  keep() {
    if (this.isOver || this.isUnsent === undefined) return true;
    const kept = { at: Date.now(), isSynced: !this.isUnsent, fields: fields(this.form), photos: this.photos.kept() };
    return store((device) => device.setItem(this.key, JSON.stringify(kept)) ?? true) ?? false;
  }

  async save() {
    clearTimeout(this.timer);
    const isKept = this.keep();
    // Which of two texts stays is for whoever wrote them to say.
    if (this.isOver || this.isPaused || this.theirs) return;
    const isSent = this.form.dataset.draft;
    const word = isSent ? await (this.sending = this.send()) : "device";
    if (this.isOver || word === "overtaken") return;
    // Changed again meanwhile: the next save is due already.
    if (word === "saved" && JSON.stringify(fields(this.form)) === this.lastSent) {
      this.isUnsent = false;
      this.keep();
    }
    const isBad = word === "offline" || word === "login" || word === "conflict" || (word === "device" && !isKept);
    this.say(word === "saved" || isKept ? word : "lost", isBad);
  }

  async send() {
    this.request?.abort();
    const own = this.request = new AbortController();
    const words = fields(this.form);
    let isCut = false;
    const patience = setTimeout(() => {
      isCut = true;
      own.abort();
    }, PATIENCE);
    this.unanswered.push(words);
    try {
      let answer = await this.put(words, own.signal);
      if (answer.status === 403 && (await answer.json().catch(() => ({}))).code === "stale-form") {
        // The page is older than the login.
        if (!await import("./form-token.js").then(({ renewToken }) => renewToken(), () => false)) return "login";
        answer = await this.put(words, own.signal);
      }
      if (answer.status === 409) {
        const theirs = await answer.json();
        if (!this.isOwn(theirs)) return this.ask(theirs);
        this.rev = theirs.rev;
        answer = await this.put(words, own.signal);
      }
      if (answer.ok) {
        this.rev = answer.headers.get("ETag")?.replace(/^W\/|"/g, "") ?? "";
        this.unanswered = [];
      }
      if (!answer.ok) return answer.status === 401 ? "login" : "device";
      this.lastSent = JSON.stringify(words);
      return "saved";
    } catch {
      return own.signal.aborted && !isCut ? "overtaken" : "offline";
    } finally {
      clearTimeout(patience);
    }
  }

  /** Whether what is kept is a text that this page has sent itself. */
  isOwn({ theirs }) {
    const value = (words, name) => (words.find(([field]) => field === name)?.[1] ?? "").replaceAll("\r\n", "\n");
    return this.unanswered.some((words) => value(words, "body") === theirs.body.replaceAll("\r\n", "\n")
      && value(words, "rating") === theirs.rating && value(words, "visited_on") === theirs.visitedOn);
  }

  /** Shows the text that another page has kept meanwhile. */
  ask({ rev, theirs }) {
    this.theirs = rev;
    this.conflict.querySelector("[data-theirs]").textContent = theirs.body;
    this.conflict.hidden = false;
    this.conflicted?.(true);
    return "conflict";
  }

  async choose(whose) {
    if (!whose || !this.theirs) return;
    if (whose === "theirs") {
      this.end();
      return location.reload();
    }
    this.rev = this.theirs;
    this.settle();
    await this.save();
  }

  settle() {
    if (this.theirs) this.conflicted?.(false);
    this.theirs = undefined;
    this.conflict.hidden = true;
  }

  put(words, signal, rev = this.rev) {
    return fetch(this.form.dataset.draft, {
      method: "PUT",
      body: new URLSearchParams(rev === null ? words : [...words, ["rev", rev]]),
      headers: { Accept: "application/json", "X-CSRF-Token": this.form.elements.csrf.value },
      signal,
    });
  }

  // The server's form holds what it was last sent. Words that never reached it, or that it no longer has, come from here.
  restore() {
    const kept = store((device) => JSON.parse(device.getItem(this.key)));
    if (document.querySelector(".errsum") && !this.isAgain()) return this.keepPage();
    if (!kept) return;
    if (JSON.stringify(kept.fields) === this.asSent) return;
    const words = [...this.form.querySelectorAll("textarea")].map((area) => area.value).join("");
    const isBlank = words.trim() === "" && this.photos.rows.length === 0;
    if (kept.isSynced && !isBlank && !document.querySelector(".errsum")) return;
    if (kept.fields.every(([, value]) => value.trim() === "")) return;
    this.fill(kept);
    this.later();
    if (!this.notice) return;
    this.notice.hidden = false;
    // One word about it is enough.
    document.querySelector("form[data-draft-delete]")?.closest(".flash").remove();
  }

  // A form that was sent, sent once more to load its page again: what this device has was written since.
  isAgain() {
    return performance.getEntriesByType("navigation")[0]?.type !== "navigate";
  }

  keepPage() {
    this.isUnsent = true;
    this.keep();
  }

  /** The form is now that of something else: of the review that exists already. */
  move() {
    // The answer has kept what was sent.
    this.rev = this.form.dataset.draftRev ?? "";
    this.settle();
    const key = PREFIX + this.form.dataset.draftKey;
    if (key === this.key) return;
    store((device) => device.removeItem(this.key));
    this.key = key;
    this.isUnsent ??= true;
    this.keep();
  }

  fill({ fields, photos }) {
    for (const field of this.form.elements) {
      if (!field.name || LEFT_OUT.has(field.name) || field.closest("[data-photos]")) continue;
      const values = fields.filter(([name]) => name === field.name).map(([, value]) => value);
      if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
      else if (field.type !== "hidden" && field.type !== "file") field.value = values[0] ?? "";
    }
    this.photos.replace(photos ?? []);
  }

  async discard() {
    this.end();
    await this.settled();
    // What was sent without an answer may have become the draft: it goes too. Another window's stays.
    const rev = this.unanswered.length > 0 ? null : this.rev;
    if (this.form.dataset.draft) await this.put([], AbortSignal.timeout(PATIENCE), rev).catch(() => {});
    location.reload();
  }

  // What is on its way to the server would come back to life if it arrived after the deletion.
  async deleteAfterAll(event) {
    event.preventDefault();
    this.end();
    await this.settled();
    event.target.submit();
  }

  /** What is on its way has arrived, or will not any more. */
  async settled() {
    const patience = setTimeout(() => this.request?.abort(), SHORT_PATIENCE);
    await this.sending;
    clearTimeout(patience);
  }

  /** Nothing goes to the server while the form itself does; what is on its way arrives before. */
  async pause() {
    this.isPaused = true;
    clearTimeout(this.timer);
    this.keep();
    // Refused, the form is kept as a draft.
    this.unanswered.push(fields(this.form));
    await this.sending;
  }

  resume() {
    this.isPaused = false;
    if (this.isUnsent) this.later();
  }

  /** Published or thrown away: nothing is kept any more. */
  end() {
    this.isOver = true;
    this.photos.uploads.end();
    clearTimeout(this.timer);
    store((device) => device.removeItem(this.key));
  }
}
