// Steps through a replay by the arrow keys, Home and End; the links do the same without it.
(() => {
  "use strict";
  const busy = "input, select, textarea, summary, [contenteditable], [tabindex='0']";
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(busy)) return;
    const link = document.querySelector(`a[data-step="${CSS.escape(event.key)}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
  if (!matchMedia("(pointer: fine)").matches) return; // a phone has no such keys, and the page would jump
  for (const hint of document.querySelectorAll("[data-steps]")) hint.hidden = false;
})();
