/* Previews of clauses and of words: what a link to one leads to, shown beside it on hover and on keyboard focus. The texts
   come with the first preview. A classic script: it must also run in a page that was opened as a file. */
(() => {
  "use strict";
  const TEXTS = ["clause-texts.js", "word-texts.js"].map((name) => new URL(name, document.currentScript.src).href);
  const ID = /^(?:[HDO]-[A-Z]{2,}-\d+|(?:[RE]|TERM)-(?:HAVEN|DOMAINS|OVERLAND)-[A-Z0-9-]+)$/;
  const REST = 250; // milliseconds that a pointer rests on a link before its preview comes, and after that it stays
  const EDGE = 8; // pixels between a preview and the edge of the window

  let tip, link, held, timer, loading;

  /* The link to a clause that an event happened in; a box's own id leads nowhere else. */
  function linkOf({ target }) {
    const found = target.closest?.('article a[href*="#"]:not(.clause-id)');
    return found && ID.test(idOf(found)) ? found : null;
  }
  const idOf = (found) => decodeURIComponent(found.hash.slice(1)).toUpperCase();

  function texts() {
    const load = (src) => new Promise((resolve) => {
      const script = Object.assign(document.createElement("script"), { src });
      script.onload = script.onerror = resolve;
      document.head.append(script);
    });
    return (loading ??= Promise.all(TEXTS.map(load)).then(() => ({ ...window.haventmsClauseTexts, ...window.haventmsWordTexts })));
  }

  function make(name, text, ...classes) {
    const made = document.createElement(name);
    made.textContent = text;
    made.classList.add(...classes);
    return made;
  }

  function fill(id, { kind, title, text, readings }) {
    const head = make("p", "", "clause-tip-head");
    const onward = make("a", kind === "word" ? "Glossary" : id, "clause-tip-id");
    onward.href = link.href;
    onward.tabIndex = -1; // the link itself is at hand for the keyboard
    head.append(onward, " ", make("strong", title));
    tip.replaceChildren(head, make("p", text));
    if (readings) {
      const list = make("ul", "");
      for (const [token, meaning] of readings) {
        const line = make("li", "");
        line.append(make("code", token), ` ${meaning}`);
        list.append(line);
      }
      tip.append(list);
    }
    tip.className = `clause-tip clause-${kind}`;
  }

  async function show(wanted) {
    if (link === wanted && !tip.hidden) return;
    hide();
    link = wanted;
    const all = await texts();
    const id = idOf(wanted);
    if (link !== wanted || !wanted.isConnected || !all[id]) return;
    if (!tip) {
      tip = Object.assign(document.createElement("div"), { id: "clause-tip", hidden: true });
      tip.setAttribute("role", "tooltip");
      document.querySelector("main").append(tip);
    }
    fill(id, all[id]);
    // The browser's own hint would say less of the same.
    held = [wanted, wanted.parentElement].filter((each) => each.title).map((each) => [each, each.title]);
    for (const [each] of held) each.removeAttribute("title");
    wanted.setAttribute("aria-describedby", tip.id);
    tip.hidden = false;
    place();
    gone.observe(document.body, { childList: true, subtree: true });
  }

  function hide() {
    clearTimeout(timer);
    gone.disconnect();
    if (link && held) {
      link.removeAttribute("aria-describedby");
      for (const [each, title] of held) each.title = title;
    }
    link = held = null;
    if (tip) tip.hidden = true;
  }

  const later = (act) => {
    clearTimeout(timer);
    timer = setTimeout(act, REST);
  };
  const gone = new MutationObserver(() => link?.isConnected || hide()); // a ledger was written anew

  /* Below the link's first line where there is room, else above it; never beyond an edge. */
  function place() {
    const line = link.getClientRects()[0];
    if (!line || line.bottom < 0 || line.top > innerHeight) return hide();
    const { width, height } = tip.getBoundingClientRect();
    const room = document.documentElement.clientWidth - width - EDGE;
    const below = line.bottom + height + EDGE <= innerHeight || line.top < height + EDGE;
    tip.style.left = `${Math.max(EDGE, Math.min(line.left, room))}px`;
    tip.style.top = `${below ? line.bottom : line.top - height}px`;
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return; // a finger follows the link
    const found = linkOf(event);
    if ((found && found === link) || inTip(event.target)) clearTimeout(timer);
    else if (found) later(() => show(found));
    else if (link) later(hide);
    else clearTimeout(timer);
  });
  const inTip = (node) => Boolean(tip && node && tip.contains(node));
  document.addEventListener("focusin", (event) => {
    if (inTip(event.target)) return;
    const found = linkOf(event);
    if (found?.matches(":focus-visible")) show(found);
    else hide();
  });
  document.addEventListener("focusout", ({ relatedTarget }) => inTip(relatedTarget) || hide());
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("click", ({ target }) => inTip(target) && hide());
  for (const each of ["scroll", "resize"]) addEventListener(each, () => tip && !tip.hidden && place(), { passive: true, capture: true });
})();
