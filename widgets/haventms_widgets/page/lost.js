/* Where the server goes away: say so, let nothing be changed that would be lost, and open the case of the address anew as
   soon as a server answers. */
(() => {
  "use strict";
  const AGAIN = 2000; // milliseconds from one question to the next
  const TOLD =
    "The server does not answer. What you see stays, and the address of this page keeps the case. " +
    "It is opened again as soon as the server is back.";

  const lost = () => {
    if (document.querySelector("[data-lost]")) return;
    const main = document.querySelector("main");
    main.inert = true;
    const told = Object.assign(document.createElement("p"), { className: "frame-lost", textContent: TOLD });
    told.setAttribute("role", "alert");
    told.dataset.lost = "";
    main.before(told);
    told.scrollIntoView({ block: "nearest" });
    const ask = async () => {
      const answer = await fetch("health", { cache: "no-store" }).catch(() => null);
      if (answer?.ok) location.reload();
      else setTimeout(ask, AGAIN);
    };
    setTimeout(ask, AGAIN);
  };

  const watch = () => {
    const shown = window.Bokeh?.documents?.[0];
    if (shown) shown.on_event("connection_lost", lost);
    else setTimeout(watch, 100);
  };
  addEventListener("load", watch);
})();
