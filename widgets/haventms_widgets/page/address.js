/* A dashboard's address is a link to what it shows: written when the reader pauses, and followed by back and forward. */
(() => {
  "use strict";
  const SETTLE = 400; // milliseconds without a change before the address is written
  let waiting;
  window.haventmsAddress = (state) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const wanted = location.pathname + (state ? `?${state}` : "");
      if (wanted !== location.pathname + location.search) history.pushState(null, "", wanted);
    }, SETTLE);
  };
  addEventListener("popstate", () => location.reload());
})();
