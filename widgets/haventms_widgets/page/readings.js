/* The readings of a reader's table: kept in this browser, shared as a link, followed by every explorer of the book.
   No question, reading or default stands here: they come from the register, as `haventmsQuestions`. A classic script. */
(() => {
  "use strict";
  const ROOT = new URL("../../", document.currentScript.src);
  const KEY = "haventms-readings " + ROOT.pathname;
  const NAME = "readings"; // in an address: #readings=haven_stack:worst, or ?readings=... where nothing can be kept
  const { page = "", sets = {}, questions = {} } = window.haventmsQuestions ?? {};

  const usual = (field) => Object.keys(questions[field].readings)[0];
  const known = (field, token) => token in questions[field].readings || new RegExp(questions[field].pattern || "$^").test(token);
  const differing = (pairs) => new Map([...pairs].filter(([field, token]) => token !== usual(field)));

  /* The readings of a text, and a sentence for each part that nobody knows. */
  function read(text) {
    const found = new Map(), wrong = [];
    if (text in sets) return { found: new Map(Object.entries(sets[text])), wrong };
    for (const part of text.split(/[,\s]+/).filter(Boolean)) {
      const [field, token = ""] = part.split(/:(.*)/s);
      if (!Object.hasOwn(questions, field)) wrong.push(`There is no ruling “${field}”; it was passed over.`);
      else if (!known(field, token))
        wrong.push(`${questions[field].id} has no reading “${token}”, only ${Object.keys(questions[field].readings).join(", ")}; the book's holds.`);
      else found.set(field, token);
    }
    return { found: differing(found), wrong };
  }
  const write = (chosen) => [...chosen].map((pair) => pair.join(":")).join(",");

  /* ------------------------------------------------------------------ keeping: in the storage, else in the address */

  // From files some browsers keep a storage for each page, and it can be switched off: then the address carries them.
  const carried = location.protocol === "file:";
  const shelf = {
    get() {
      try {
        return localStorage.getItem(KEY) ?? "";
      } catch {
        return ""; // denied
      }
    },
    put(text) {
      try {
        if (text) localStorage.setItem(KEY, text);
        else localStorage.removeItem(KEY);
        return this.get() === text;
      } catch {
        return false;
      }
    },
  };

  const asked = () => new URLSearchParams(location.search).get(NAME);
  const store = {
    chosen: new Map(),
    wrong: [],
    kept: true,
    watchers: new Set(),
    page: page && new URL(page, ROOT).href,
    sets,
    questions,
    read,
    write,
    usual,

    begin() {
      const named = asked();
      const { found, wrong } = read(named ?? shelf.get());
      Object.assign(this, { chosen: found, wrong });
      if (named !== null && !carried) {
        this.kept = shelf.put(write(found));
        if (this.kept) readdress("");
      } else this.kept = carried || found.size === 0 || shelf.get() !== "";
    },

    /* Take these for the table's readings, wherever they differ from the book's. */
    take(pairs) {
      this.chosen = differing(pairs);
      this.wrong = [];
      const text = write(this.chosen);
      this.kept = shelf.put(text);
      if (!this.kept || carried) readdress(text || (carried ? "default" : ""));
      for (const watcher of this.watchers) watcher();
    },
    set(field, token) {
      this.take(new Map([...this.chosen, [field, token]]));
    },
    clear() {
      this.take(new Map());
    },

    /* The rulings of a case as pairs of a state text: its own, and the table's where it has none. */
    under(text) {
      const own = [...new URLSearchParams(text)].filter(([name]) => name.startsWith("r."));
      return new Map([...[...this.chosen].map(([field, token]) => [`r.${field}`, token]), ...own]);
    },
  };

  function readdress(text) {
    const address = new URL(location.href);
    if (text) address.searchParams.set(NAME, text);
    else address.searchParams.delete(NAME);
    address.search = address.search.replaceAll("%3A", ":").replaceAll("%2C", ",");
    try {
      history.replaceState(history.state, "", address);
    } catch {
      // a page that may not change its address: the choice holds until it is left
    }
  }

  /* Where nothing is kept, or not for the next page, a link within the book carries the readings along. */
  function carry(event) {
    const link = event.target.closest?.("a[href]");
    if (!link || (store.kept && !carried) || (!store.chosen.size && !asked())) return;
    const target = new URL(link.href);
    if (target.protocol !== location.protocol || !target.href.startsWith(ROOT.href) || target.searchParams.has(NAME)) return;
    if (target.pathname === location.pathname && target.hash) return;
    target.searchParams.set(NAME, write(store.chosen) || "default");
    target.search = target.search.replaceAll("%3A", ":").replaceAll("%2C", ",");
    link.href = target.href;
  }
  for (const kind of ["click", "auxclick"]) document.addEventListener(kind, carry, true);

  window.addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    store.chosen = read(event.newValue ?? "").found;
    for (const watcher of store.watchers) watcher();
  });

  /* ------------------------------------------------------------------ what an explorer says of them */

  const make = (name, className, text = "") => Object.assign(document.createElement(name), { className, textContent: text });
  const MOST = 4; // readings that a note names

  function names(fields, tokenOf) {
    const line = document.createDocumentFragment();
    fields.slice(0, MOST).forEach((field, number) => {
      const link = make("a", "htms-id", questions[field].id);
      if (store.page) link.href = `${store.page}#question-${field}`;
      line.append(number ? ", " : "", link, ` ${tokenOf(field)}`);
    });
    if (fields.length > MOST) line.append(` and ${fields.length - MOST} more`);
    line.append(".");
    return line;
  }

  /* The questions that the shown case of an explorer asks, with the readings that it is shown by. */
  function shown(section) {
    const { asked } = section.querySelector("[data-asked]").dataset;
    return new Map(asked.split(",").filter(Boolean).map((pair) => pair.split(":")));
  }

  function button(name, text) {
    const made = make("button", "", text);
    made.type = "button";
    made.dataset.readings = name;
    return made;
  }

  /* The note in an explorer. It is first written while the page is read, so that nothing moves when it comes. */
  function fill(section) {
    const mine = (field) => store.chosen.get(field) ?? usual(field);
    const said = store.wrong.map((sentence) => make("p", "", sentence));
    if (store.chosen.size) {
      const fields = [...store.chosen.keys()], now = shown(section);
      const first = make("p", "", `Your table's readings differ from the book's in ${fields.length === 1 ? "1 place" : `${fields.length} places`}: `);
      first.append(names(fields, mine));
      const other = [...now].filter(([field, token]) => field in questions && token !== mine(field)).map(([field]) => field);
      const second = make("p", "");
      const booked = other.every((field) => now.get(field) === usual(field));
      if (other.length) second.append(`The case below is ${booked ? "by the book's reading" : "read otherwise"}: `, names(other, (field) => now.get(field)));
      else second.append(fields.some((field) => now.has(field)) ? "The case below follows them." : "The case below asks none of these questions.");
      const bar = make("p", "htms-readings-bar");
      if (other.length) bar.append(button("mine", "Compute with your readings"));
      bar.append(button("book", "Back to the book's readings"));
      said.push(first, second, bar);
    }
    const place = section.querySelector('[data-part="readings"]');
    place.replaceChildren(...said);
    place.hidden = !said.length;
  }

  class Note {
    constructor(explorer) {
      this.explorer = explorer;
      this.place = explorer.part("readings");
      this.place.addEventListener("click", ({ target }) => this.pressed(target));
      store.watchers.add(() => {
        if (explorer.shown === explorer.home) explorer.rulings = store.under(explorer.home);
        this.update();
      });
      this.update();
    }

    /* What an answer asked, and the readings that it took. */
    tell(asked) {
      const pairs = asked.filter(({ field }) => field).map(({ field, choice }) => `${field}:${choice}`);
      this.place.dataset.asked = pairs.join();
      this.update();
    }

    update() {
      fill(this.explorer.section);
    }

    pressed(target) {
      if (!target.matches("[data-readings]")) return;
      if (target.dataset.readings === "mine") this.follow(this.explorer, store.under(""));
      else {
        const was = store.under("");
        store.clear();
        for (const explorer of window.haventms.explorers) {
          const own = store.under(explorer.home);
          const rest = [...explorer.rulings].filter(([name]) => !was.has(name));
          this.follow(explorer, new Map([...rest, ...own]));
        }
      }
      (this.place.querySelector("button") ?? this.explorer.section.querySelector("summary")).focus();
    }

    /* Other rulings; the case is computed anew where one of them is asked. */
    follow(explorer, rulings) {
      explorer.rulings = rulings;
      const moved = ([field, token]) => token !== (rulings.get(`r.${field}`) ?? usual(field));
      if ([...shown(explorer.section)].some(moved)) explorer.want(explorer.text());
      else explorer.note.update();
    }
  }

  Object.assign(store, { Note, fill });
  store.begin();
  window.haventmsReadings = store;
})();
