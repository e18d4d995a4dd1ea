/* Paper is light: a page that is read in the dark is printed by day. */
(() => {
  "use strict";
  const root = document.documentElement;
  const paper = matchMedia("print");

  function turn() {
    const { theme, printing } = root.dataset;
    if (paper.matches && theme === "dark") Object.assign(root.dataset, { printing: "dark", theme: "light" });
    else if (!paper.matches && printing) {
      root.dataset.theme = printing;
      delete root.dataset.printing;
    }
  }
  paper.addEventListener("change", turn);
  addEventListener("beforeprint", turn);
  addEventListener("afterprint", turn);
})();
