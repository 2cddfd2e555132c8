// "Helpful" without loading the page anew. Without this file it is a form like any other, which all buttons share.
const vote = async (form, button) => {
  const body = new URLSearchParams(new FormData(form));
  body.set(button.name, button.value);
  const answer = await fetch(button.formAction, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.status);
  const { helpful, on } = await answer.json();
  const count = new Intl.NumberFormat(document.documentElement.lang).format(helpful);
  button.querySelector("[data-count]").textContent = count;
  button.setAttribute("aria-pressed", on);
  button.value = on ? 0 : 1;
};

document.addEventListener("submit", async (event) => {
  const { target: form, submitter: button } = event;
  if (form.id !== "vote" || !button || event.defaultPrevented) return;
  event.preventDefault();
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", true);
  try {
    await vote(form, button);
  } catch {
    // The page that follows says what is wrong.
    form.querySelector("input[name=on]")?.remove();
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "on", value: button.value }));
    form.action = button.formAction;
    form.submit();
  } finally {
    button.removeAttribute("aria-busy");
  }
});
