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
