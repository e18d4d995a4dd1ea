/* The button beside an id: it copies the lasting address of its clause. Where the browser lends no clipboard, the
   address is shown and selected. Without this script there is no button. */
(() => {
  "use strict";
  const STAYS = 2000; // milliseconds that the answer is shown
  document.documentElement.classList.add("can-copy"); // before the page is drawn: nothing moves

  let shown;

  function hide(back) {
    if (shown?.contains(document.activeElement)) back?.focus();
    shown?.remove();
    shown = null;
  }

  /* The answer beside the button: a live region first, its words when it is there, so that they are read out. */
  function say(button, words) {
    hide();
    const place = (shown = Object.assign(document.createElement("span"), { className: "clause-copied" }));
    place.setAttribute("role", "status");
    button.after(place);
    requestAnimationFrame(() => (place.textContent = words));
    setTimeout(() => place === shown && hide(), STAYS);
  }

  function show(button, address) {
    hide();
    const field = Object.assign(document.createElement("input"), { readOnly: true, value: address, className: "clause-address" });
    field.setAttribute("aria-label", "The link, selected for you to copy");
    shown = Object.assign(document.createElement("span"), { className: "clause-copied" });
    shown.append(field);
    button.after(shown);
    field.addEventListener("blur", () => hide());
    field.addEventListener("keydown", ({ key }) => key === "Escape" && hide(button));
    field.select();
    field.focus();
  }

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest?.("button.clause-copy");
    if (!button) return;
    const address = new URL((document.documentElement.dataset.content_root ?? "") + button.dataset.address, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      say(button, "Copied");
    } catch {
      show(button, address);
    }
  });
})();
