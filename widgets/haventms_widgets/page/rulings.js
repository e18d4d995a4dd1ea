/* The page of open questions: which reading the reader's table takes, the ready sets, and a link that carries them.
   What each reading gives stands in the page already; nothing is computed. A classic script. */
(() => {
  "use strict";
  const store = window.haventmsReadings;
  const make = (name, text = "", attributes = {}) => {
    const made = Object.assign(document.createElement(name), { textContent: text });
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const places = (number) => (number === 1 ? "1 place" : `${number} places`);
  const same = (one, other) => one.size === other.size && [...one].every(([field, token]) => other.get(field) === token);
  let bar, told, sets, share, offer;

  function build() {
    bar = document.querySelector("[data-readings-bar]");
    if (!bar) return;
    [told, sets, share, offer] = ["told", "sets", "share", "offer"].map((name) => bar.querySelector(`[data-part="${name}"]`));
    document.addEventListener("change", ({ target }) => {
      const field = target.closest("[data-question]")?.dataset.question;
      if (field && target.type === "radio") store.set(field, target.value);
    });
    sets.addEventListener("click", ({ target }) => {
      if (target.dataset.set) store.take(new Map(Object.entries(store.sets[target.dataset.set])));
    });
    share.addEventListener("focus", () => share.select());
    offer.addEventListener("click", ({ target }) => target.matches("button") && answer(target.dataset.take !== undefined));
    window.addEventListener("hashchange", read);
    store.watchers.add(show);
    show();
    read();
  }

  function show() {
    for (const box of document.querySelectorAll("[data-question]")) {
      const field = box.dataset.question;
      const token = store.chosen.get(field) ?? store.usual(field);
      for (const radio of box.querySelectorAll('[type="radio"]')) radio.checked = radio.value === token;
      const own = box.querySelector("[data-own]");
      const listed = token in store.questions[field].readings;
      own.hidden = listed;
      own.textContent = listed ? "" : `Your table reads ${token}.`;
    }
    const lines = [...store.wrong];
    if (store.chosen.size) lines.push(`Your table's readings differ from the book's in ${places(store.chosen.size)}. Every explorer of this book follows them.`);
    else lines.push("Your table reads every question as this book does.");
    if (!store.kept) lines.push("Your browser keeps nothing here: the links of this page carry your readings along, and the link below holds them.");
    told.replaceChildren(...lines.map((line) => make("p", line)), named());
    for (const button of sets.querySelectorAll("[data-set]"))
      button.setAttribute("aria-pressed", String(same(store.chosen, new Map(Object.entries(store.sets[button.dataset.set])))));
    const here = new URL(location.href);
    here.search = "";
    here.hash = `#readings=${store.write(store.chosen) || "default"}`;
    share.value = here.href;
  }

  /* The questions that are read otherwise, each a link to its place on this page. */
  function named() {
    const line = make("p", "", { class: "readings-named" });
    for (const [field, token] of store.chosen) {
      const link = make("a", `${store.questions[field].id} ${token}`, { href: `#question-${field}` });
      line.append(link, " ");
    }
    return line;
  }

  /* ------------------------------------------------------------------ readings that a link brings */

  let brought = null;

  function read() {
    const text = /^#readings=(.*)$/s.exec(location.hash)?.[1];
    brought = text === undefined ? null : store.read(decode(text));
    const lines = [];
    if (brought) {
      lines.push(...brought.wrong.map((sentence) => make("p", sentence)));
      if (same(brought.found, store.chosen)) lines.push(make("p", "This link has the readings that your table takes already."));
      else {
        const list = [...brought.found].map(([field, token]) => `${store.questions[field].id} ${token}`).join(", ");
        lines.push(make("p", brought.found.size ? `This link brings readings that differ from the book's in ${places(brought.found.size)}: ${list}.` : "This link brings the book's own readings."));
        lines.push(make("button", "Take them", { type: "button", "data-take": "" }), " ", make("button", "Keep mine", { type: "button" }));
      }
    }
    offer.replaceChildren(...lines);
    offer.hidden = !lines.length;
    if (lines.length) bar.scrollIntoView({ block: "center" });
  }

  function decode(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; // cut in the middle of a letter: what can be read is read
    }
  }

  function answer(take) {
    if (take) store.take(brought.found);
    history.replaceState(null, "", location.pathname + location.search);
    offer.hidden = true;
    sets.querySelector("button").focus();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", build);
  else build();
})();
