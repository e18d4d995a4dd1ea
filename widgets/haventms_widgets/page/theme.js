/* Light or dark: what the reader chose last, else what the system says. */
(() => {
  "use strict";
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      return localStorage.getItem("haventms-theme");
    } catch {
      return null; // storage is switched off: the system decides
    }
  };
  const set = () => {
    root.dataset.theme = chosen() ?? (dark.matches ? "dark" : "light");
    const button = document.querySelector("[data-theme-switch]");
    if (button) button.textContent = root.dataset.theme === "dark" ? "Light" : "Dark";
  };
  set();
  dark.addEventListener("change", set);
  document.addEventListener("DOMContentLoaded", set);
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-theme-switch]")) return;
    try {
      localStorage.setItem("haventms-theme", root.dataset.theme === "dark" ? "light" : "dark");
    } catch {
      root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
      return;
    }
    set();
  });
})();
