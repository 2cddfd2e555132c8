// The photos of a form in the order in which they will be shown: files come in by choosing, dropping and pasting, and
// each is described, moved and taken out, with a mouse or with keys. All words stand in the page.
import { Uploads } from "./uploads.js";

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)}MB`;

export class PhotoList {
  /**
   * `changed` is called whenever what would be sent has changed. `device` keeps files until they have gone up: `keep(upload)`
   * and `drop(upload)`.
   */
  constructor(form, changed, loginIsNeeded, device) {
    this.device = device;
    // Photos that were there and were taken out here.
    this.takenOut = new Set();
    this.form = form;
    this.changed = changed;
    this.loginIsNeeded = loginIsNeeded;
    this.list = form.querySelector("ul[data-photos]");
    this.blank = form.querySelector("template[data-photo]").content.firstElementChild;
    this.status = form.querySelector("[data-photos-said]");
    this.leftOut = form.querySelector("[data-photos-left]");
    this.input = form.querySelector("[data-files]");
    this.most = Number(form.dataset.mostPhotos);
    this.items = new Map();
    this.uploads = new Uploads({
      url: form.dataset.uploads,
      token: () => form.elements.csrf.value,
      mostBytes: Number(form.dataset.mostBytes),
      changed: (upload) => this.draw(upload),
    });
    this.takeFiles();
    this.takeActs();
    for (const event of ["pointerover", "pointerdown", "focusin", "dragenter"]) {
      form.addEventListener(event, () => this.getReady());
    }
    this.number();
  }

  // What nobody needs who only looks at the form. Without a line it is asked for again when it is needed.
  getReady() {
    if (this.drags) return;
    this.drags = import("./photo-drags.js").then(({ takeDrags }) => takeDrags(this), () => { this.drags = undefined; });
    import("./toasts.js").catch(() => {});
    this.uploads.fetchTools().catch(() => {});
  }

  get rows() { return [...this.list.children]; }
  get failed() { return this.rows.find((row) => row.classList.contains("up--bad")); }
  get needsLogin() { return this.uploads.all.some((upload) => upload.code === "login"); }
  word(name) { return this.list.dataset[name] ?? ""; }
  say(text) { this.status.textContent = text; }

  takeFiles() {
    const { form, input } = this;
    const zone = input.closest(".drop");
    input.addEventListener("change", () => {
      const files = [...input.files];
      // What is on its way already is not sent again with the form.
      input.value = "";
      this.add(files);
    });
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    form.addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      zone.classList.add("is-over");
    });
    form.addEventListener("dragleave", (event) => {
      if (!form.contains(event.relatedTarget)) zone.classList.remove("is-over");
    });
    form.addEventListener("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      zone.classList.remove("is-over");
      this.add([...event.dataTransfer.files]);
    });
    document.addEventListener("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith("image/"));
      if (!files.length) return;
      event.preventDefault();
      this.add(files);
    });
  }

  add(files) {
    const failed = this.rows.filter((row) => row.classList.contains("up--bad") && !this.items.get(row)?.isMendable);
    const room = Math.max(0, this.most - this.rows.length + failed.length);
    const others = files.slice(room).map((file) => file.name).join(", ");
    this.leftOut.textContent = others && `${this.word("tooMany")} (${others})`;
    for (const file of files.slice(0, room)) this.send(this.row(), file);
    if (!others) this.say(this.word("added").replace("#", this.rows.length));
    this.number();
  }

  /** Sends a file; `key` that the device has it by already. */
  send(row, file, key) {
    const upload = Object.assign(this.uploads.add(file), { key });
    this.items.set(row, upload);
    this.device?.keep(upload);
    this.draw(upload);
  }

  /** A photo that the server has already, as a draft remembers it. */
  restore({ id, thumb, alt }) {
    const row = this.row();
    this.finish(row, { id, thumb });
    const picture = row.querySelector("img");
    picture.addEventListener("error", () => this.recheck(row, picture), { once: true });
    row.querySelector("[data-alt]").value = alt;
    this.number();
  }

  // Left alone for too long, it is no longer there. A line that is flaky tells nothing of that.
  async recheck(row, picture) {
    const answer = await fetch(picture.src, { cache: "no-store" }).catch(() => null);
    if (answer?.status === 404) this.remove(row);
    else if (answer?.ok) picture.src = picture.src;
  }

  /** What a draft has to remember of them. */
  kept() {
    return this.rows.filter((row) => row.dataset.id).map((row) => ({
      id: row.dataset.id,
      thumb: row.querySelector("img").dataset.thumb ?? row.querySelector("img").getAttribute("src"),
      alt: row.querySelector("[data-alt]").value,
    }));
  }

  /** Shows these instead, in this order. */
  replace(kept) {
    const known = new Map(this.rows.map((row) => [row.dataset.id, row]));
    for (const row of this.rows) row.remove();
    for (const photo of kept) {
      const row = known.get(photo.id);
      if (row) this.list.append(row);
      else this.restore(photo);
      if (row) row.querySelector("[data-alt]").value = photo.alt;
    }
    this.number();
  }

  row() {
    const row = this.blank.cloneNode(true);
    for (const field of row.querySelectorAll("[name=photo_id], [name=alt]")) field.dataset.name = field.name;
    // Nothing of it is sent before it has arrived.
    for (const field of row.querySelectorAll("[data-name]")) field.removeAttribute("name");
    this.list.append(row);
    return row;
  }

  finish(row, { id, thumb }) {
    Object.assign(row.querySelector("[data-photo-id]"), { name: "photo_id", value: id });
    row.querySelector("[data-alt]").name = "alt";
    row.dataset.id = id;
    const picture = row.querySelector("img");
    picture.dataset.thumb = thumb;
    if (!picture.getAttribute("src")) picture.src = thumb;
    this.changed();
  }

  draw(upload) {
    const row = this.rows.find((candidate) => this.items.get(candidate) === upload);
    if (!row) return;
    const { state, code, percent, picture } = upload;
    const image = row.querySelector("img");
    if (picture?.thumb && !image.getAttribute("src")) image.src = picture.thumb;
    row.classList.toggle("up--bad", state === "failed");
    const bar = row.querySelector("progress");
    bar.hidden = state !== "sending";
    bar.value = percent;
    row.querySelector("[data-retry]").hidden = !upload.isMendable;
    const place = this.rows.indexOf(row) + 1;
    const words = row.querySelector("[data-state]");
    const wrong = row.querySelector("[data-wrong]");
    wrong.hidden = state !== "failed";
    if (state === "failed") {
      if (!upload.isMendable) this.device?.drop(upload);
      const size = code === "too-large" ? ` (${megabytes(upload.file.size)})` : "";
      const reason = upload.detail ?? this.list.getAttribute(`data-${code}`) ?? this.word("refused");
      words.textContent = "";
      wrong.lastElementChild.textContent = `${upload.file.name}: ${reason}${size}`;
      if (code === "login") this.loginIsNeeded();
      if (row.dataset.said !== code) this.say(`${this.word("name").replace("#", place)}: ${reason}${size}`);
      row.dataset.said = code;
    } else if (state === "sending") {
      words.textContent = `${percent}% · ${megabytes(upload.body.size)}`;
    } else if (state === "waiting") {
      words.textContent = this.word(upload.body ? "waiting" : "shrinking");
    } else if (state === "done" && !row.dataset.id) {
      delete row.dataset.said;
      words.textContent = this.word("done");
      this.say(`${this.word("name").replace("#", place)}: ${this.word("done")}`);
      this.finish(row, upload.photo);
      this.device?.drop(upload);
    }
  }

  takeActs() {
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      const row = button?.closest("li");
      if (!row) return;
      event.preventDefault();
      if (button.matches("[data-retry]")) return this.items.get(row)?.retry();
      const act = button.value.split(":")[0];
      if (act === "remove") return this.remove(row, { focus: true });
      this.move(row, this.rows.indexOf(row) + (act === "up" ? -1 : 1));
      // At the end of the list the button has gone: the other one takes over.
      const other = act === "up" ? "down" : "up";
      const isShown = getComputedStyle(button).visibility !== "hidden";
      (isShown ? button : row.querySelector(`button[value^=${other}]`)).focus();
    });
    this.list.addEventListener("keydown", (event) => {
      // Enter in a description is no wish to publish.
      if (event.key === "Enter" && event.target.matches("input")) event.preventDefault();
    });
  }

  move(row, to) {
    const rows = this.rows;
    const from = rows.indexOf(row);
    if (to < 0 || to >= rows.length || to === from) return;
    rows[to][to < from ? "before" : "after"](row);
    this.number();
    this.say(this.word("moved").replace("#", to + 1));
    this.changed();
  }

  remove(row, { focus = false } = {}) {
    const place = this.rows.indexOf(row);
    const upload = this.items.get(row);
    upload?.cancel();
    if (upload) this.device?.drop(upload);
    this.items.delete(row);
    if (row.dataset.id) this.takenOut.add(row.dataset.id);
    row.remove();
    this.number();
    this.changed();
    if (!focus) return;
    const next = this.rows[Math.min(place, this.rows.length - 1)];
    const other = next?.querySelector("button[value^=remove]") ?? this.input;
    other.focus();
    this.offerUndo(other, () => this.putBack(row, place, upload?.file));
  }

  async offerUndo(button, run) {
    const said = this.word(this.rows.length ? "takenOut" : "takenOutAll").replace("#", this.rows.length);
    try {
      const { say } = await import("./toasts.js");
      say(said, button, [{ label: this.word("undo"), run }]);
    } catch {
      this.say(said);
    }
  }

  putBack(row, place, file) {
    if (this.rows[place]) this.rows[place].before(row);
    else this.list.append(row);
    this.takenOut.delete(row.dataset.id);
    if (!row.dataset.id) this.send(row, file);
    this.number();
    this.changed();
    row.querySelector("button[value^=remove]").focus();
  }

  // The words of a row tell its place; where the place stands, the template has a #.
  number() {
    const patterns = [...this.blank.querySelectorAll("[aria-label]")].map((part) => part.getAttribute("aria-label"));
    const captions = [...this.blank.querySelectorAll("[data-caption]")].map((part) => part.textContent);
    this.rows.forEach((row, index) => {
      const numbered = (text) => text.replace("#", index + 1);
      row.querySelectorAll("[aria-label]").forEach((part, i) => part.setAttribute("aria-label", numbered(patterns[i])));
      row.querySelectorAll("[data-caption]").forEach((part, i) => { part.textContent = numbered(captions[i]); });
      row.querySelector("img").alt = numbered(this.word("name"));
      row.querySelector("img").draggable = true;
    });
  }
}
