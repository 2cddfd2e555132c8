// What scripts add to forms; each of them works without.
for (const input of document.querySelectorAll("input[data-show]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-controls", input.id);
  const name = document.querySelector(`label[for="${input.id}"]`)?.firstChild?.textContent.trim() ?? "";
  const draw = () => {
    const word = input.type === "password" ? input.dataset.show : input.dataset.hide;
    button.textContent = word;
    button.setAttribute("aria-label", `${name} ${word}`);
  };
  button.addEventListener("click", () => {
    input.type = input.type === "password" ? "text" : "password";
    draw();
    input.focus();
  });
  // What is shown must not be kept by the browser among the words of other fields.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
    draw();
  });
  draw();
  input.after(button);
}

// Characters as a person counts them.
const segmenter = new Intl.Segmenter();
const clusters = (text) => [...segmenter.segment(text.normalize("NFC"))].map((part) => part.segment);

const debounced = (work) => {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, 400);
  };
};

for (const field of document.querySelectorAll("[data-most]")) {
  const count = field.parentElement.querySelector("[data-count]");
  const draw = () => {
    const length = clusters(field.value.trim()).length;
    const left = Number(field.dataset.most) - length;
    const lacking = Number(field.dataset.least ?? 0) - length;
    const words = lacking > 0 ? field.dataset.short : left < 0 ? field.dataset.over : field.dataset.left;
    count.textContent = words.replace("#", lacking > 0 ? lacking : Math.abs(left));
    count.classList.toggle("bad", left < 0);
  };
  field.addEventListener("input", debounced(draw));
}

// Fewer than 8 characters are too short; one piece of at most 4 repeated, or a run such as 1234, is too common (the list of
// the commonest is the server's). Of the rest a character counts as news unless it follows its predecessor by the same step as
// that one did. Bits = news × log2(size of the kinds of characters that occur): below 45 weak, below 60 fair, else strong.
const POOLS = [
  [26, (code) => code >= 0x61 && code <= 0x7a],
  [26, (code) => code >= 0x41 && code <= 0x5a],
  [10, (code) => code >= 0x30 && code <= 0x39],
  [64, (code) => code > 0x7e],
];

const isSimple = (text) => {
  const codes = [...text.toLowerCase()].map((letter) => letter.codePointAt(0));
  for (let length = 1; length <= 4 && length < codes.length; length++) {
    if (codes.every((code, index) => code === codes[index % length])) return true;
  }
  return [1, -1].some((step) => codes.every((code, index) => index === 0 || code - codes[index - 1] === step));
};

const strength = (password) => {
  const parts = clusters(password);
  if (parts.length < 8) return "tooShort";
  if (isSimple(password.normalize("NFC"))) return "tooCommon";
  const codes = parts.map((part) => part.codePointAt(0));
  const news = codes.filter((code, i) => i < 2 || code - codes[i - 1] !== codes[i - 1] - codes[i - 2]).length;
  let pool = 0;
  for (const [size, holds] of POOLS) if (codes.some(holds)) pool += size;
  if (codes.some((code) => !POOLS.some(([, holds]) => holds(code)))) pool += 33;
  const bits = news * Math.log2(Math.max(pool, 1));
  return bits < 45 ? "weak" : bits < 60 ? "fair" : "strong";
};

for (const words of document.querySelectorAll("[data-strength]")) {
  const input = document.getElementById(words.dataset.strength);
  const draw = () => {
    words.textContent = input.value === "" ? "" : words.dataset[strength(input.value)];
  };
  input?.addEventListener("input", debounced(draw));
}

// A list of recovery codes: its buttons are hidden in the page and shown here because they need scripts.
for (const button of document.querySelectorAll("button[data-codes]")) {
  const text = () => [...document.querySelectorAll(".codes li")].map((item) => item.textContent.trim()).join("\n");
  const acts = {
    copy: () => navigator.clipboard.writeText(text()),
    print: () => print(),
    download: () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([`${text()}\n`], { type: "text/plain" }));
      link.download = "moeum-codes.txt";
      link.click();
      URL.revokeObjectURL(link.href);
    },
  };
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await acts[button.dataset.codes]();
      if (button.dataset.done) button.textContent = button.dataset.done;
    } catch {
      button.hidden = true;
    }
  });
}
