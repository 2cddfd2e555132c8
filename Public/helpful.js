// "Helpful" without loading the page anew. Without this file it is a form like any other.
const vote = async (form, button) => {
  const body = new URLSearchParams(new FormData(form));
  body.set(button.name, button.value);
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.status);
  const { helpful, on } = await answer.json();
  const count = new Intl.NumberFormat(document.documentElement.lang).format(helpful);
  button.querySelector("[data-count]").textContent = count;
  button.setAttribute("aria-pressed", on);
  button.value = on ? 0 : 1;
};

document.addEventListener("submit", async (event) => {
  if (!event.target.matches("form[data-helpful]") || event.defaultPrevented) return;
  const form = event.target;
  const button = form.querySelector("button[name=on]");
  event.preventDefault();
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", true);
  try {
    await vote(form, button);
  } catch {
    // The page that follows says what is wrong.
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "on", value: button.value }));
    form.submit();
  } finally {
    button.removeAttribute("aria-busy");
  }
});
