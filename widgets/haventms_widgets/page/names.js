/* Names for the controls of a dashboard: Bokeh shows a title beside a slider and a check box, but ties them to nothing. */
(() => {
  "use strict";
  const word = (node) => [...node.childNodes].filter((each) => !each.classList?.contains("bk-slider-value"));
  const said = (node) => word(node).map((each) => each.textContent).join("").replace(/:\s*$/, "").trim();

  function name(root) {
    const title = root.querySelector(".bk-slider-title");
    if (title) for (const handle of root.querySelectorAll('[role="slider"]')) handle.setAttribute("aria-label", said(title));
    const label = root.querySelector(".bk-label") ?? root.querySelector("label");
    for (const box of root.querySelectorAll('input[type="checkbox"]'))
      if (label && !box.labels?.length) box.setAttribute("aria-label", said(label));
  }

  /* Controls come and go while a case is edited; each has a tree of its own, which only itself reports on. */
  const seen = new WeakSet();
  function watch(root) {
    for (const each of root.querySelectorAll("*")) {
      if (!each.shadowRoot || seen.has(each.shadowRoot)) continue;
      seen.add(each.shadowRoot);
      new MutationObserver(() => watch(each.shadowRoot)).observe(each.shadowRoot, { childList: true, subtree: true });
      watch(each.shadowRoot);
    }
    if (root instanceof ShadowRoot) name(root);
  }
  document.addEventListener("DOMContentLoaded", () => {
    new MutationObserver(() => watch(document)).observe(document.body, { childList: true, subtree: true });
    watch(document);
  });
})();
