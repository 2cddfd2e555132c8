// Photos of a form change places by dragging them.

/** Of a PhotoList. */
export const takeDrags = (photos) => {
  let held;
  const over = (event) => event.target.closest?.(".up");
  const clear = () => { for (const row of photos.rows) row.classList.remove("is-held", "is-target"); };
  photos.list.addEventListener("dragstart", (event) => {
    if (!event.target.matches("img")) return;
    held = over(event);
    held.classList.add("is-held");
    event.dataTransfer.effectAllowed = "move";
    // A picture brings itself along as a file, which would be taken for a new one.
    event.dataTransfer.clearData();
    event.dataTransfer.setData("text/plain", "");
  });
  photos.list.addEventListener("dragover", (event) => {
    if (!held || !over(event)) return;
    event.preventDefault();
    for (const row of photos.rows) row.classList.toggle("is-target", row === over(event) && row !== held);
  });
  photos.list.addEventListener("drop", (event) => {
    const row = over(event);
    if (!held || !row) return;
    event.preventDefault();
    event.stopPropagation();
    photos.move(held, photos.rows.indexOf(row));
  });
  photos.list.addEventListener("dragend", () => {
    held = undefined;
    clear();
  });
};
