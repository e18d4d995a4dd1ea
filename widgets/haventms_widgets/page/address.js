/* A dashboard's address is a link to what it shows: written when the reader pauses, and followed by back and forward. */
(() => {
  "use strict";
  const SETTLE = 400; // milliseconds without a change before the address is written
  let waiting;
  let shown = location.search;
  window.haventmsAddress = (state) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const wanted = state ? `?${state}` : "";
      if (wanted === location.search) return;
      history.pushState(null, "", location.pathname + wanted);
      shown = location.search;
    }, SETTLE);
  };
  /* A jump within the page moves in the history as well: only another case is opened anew. */
  addEventListener("popstate", () => {
    if (location.search !== shown) location.reload();
  });
})();
