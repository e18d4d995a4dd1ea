/* The box on "/" that leads to a clause: by its id in any spelling, by its words, or by what players call it.
   A classic script, and so are its data: it must also work in a page that was opened as a file. */
(() => {
  "use strict";
  const HERE = document.currentScript.src;
  const MOST = 8; // results that fit a small screen
  const IDLE = new Set("a an and am are at be by can could do does for get have how i if in is it long many may me much must my of on one or so that the then there this to what when where which who will with you your".split(" "));

  let data, box, field, list, note, shown = [], at = 0;

  const words = (text) => text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
  const bare = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

  function script(name) {
    return new Promise((resolve) => {
      const made = Object.assign(document.createElement("script"), { src: new URL(name, HERE).href });
      made.onload = made.onerror = resolve;
      document.head.append(made);
    });
  }

  /* Every entry with what it is found by. */
  async function load() {
    await Promise.all([script("clause-texts.js"), script("clauses.js")]);
    const places = window.haventmsClauses ?? {};
    return Object.entries(window.haventmsClauseTexts ?? {})
      .filter(([id]) => places[id])
      .map(([id, { kind, title, text, words: called = [] }]) => {
        const spelled = bare(id);
        const parts = id.split("-");
        return { id, kind, title, text, place: places[id], spelled, short: bare(parts.slice(1).join("")), called: called.map((each) => words(each).join(" ")),
          heads: new Set(words(title)), names: new Set(called.flatMap(words)), body: new Set(words(text)) };
      });
  }

  /* 1 for the word itself, less for a beginning of it ("fall" finds "falling", and the other way round), 0 for none. */
  function near(word, set) {
    if (set.has(word)) return 1;
    for (const each of set) {
      const [short, long] = each.length < word.length ? [each, word] : [word, each];
      if (short.length >= 3 && long.startsWith(short) && long.length - short.length <= 4) return 0.7;
    }
    return 0;
  }

  function score(entry, asked, all, spelled) {
    if (spelled === entry.spelled || spelled === entry.short) return 1000;
    let sum = spelled.length >= 2 && /[a-z]/.test(spelled) && (entry.spelled.startsWith(spelled) || entry.short.startsWith(spelled)) ? 300 - entry.id.length : 0;
    if (entry.called.includes(all)) sum += 200;
    let found = 0;
    for (const word of asked) {
      const value = Math.max(40 * near(word, entry.heads), 34 * near(word, entry.names), 12 * near(word, entry.body));
      found += value > 0;
      sum += value || -12;
    }
    if (!found && sum < 100) return 0;
    return sum + { clause: 15, ruling: 0, erratum: -10 }[entry.kind];
  }

  function find(text) {
    const all = words(text);
    const telling = all.filter((word) => !IDLE.has(word));
    const asked = telling.length ? telling : all;
    const ranked = data.map((entry) => [score(entry, asked, all.join(" "), bare(text)), entry]).filter(([value]) => value > 0);
    return ranked.sort(([one], [other]) => other - one).slice(0, MOST).map(([, entry]) => entry);
  }

  const make = (name, className, text = "") => Object.assign(document.createElement(name), { className, textContent: text });
  const address = (entry) => (document.documentElement.dataset.content_root ?? "") + entry.place;

  function show() {
    if (!data) return;
    shown = field.value.trim() ? find(field.value) : [];
    at = 0;
    list.replaceChildren(...shown.map((entry, number) => {
      const line = make("li", `jump-line clause-${entry.kind}`);
      line.id = `jump-${number}`;
      line.setAttribute("role", "option");
      const link = make("a", "");
      link.href = address(entry);
      link.tabIndex = -1;
      link.append(make("span", "jump-id", entry.id), " ", make("strong", "", entry.title), make("span", "jump-text", entry.text));
      line.append(link);
      return line;
    }));
    field.setAttribute("aria-expanded", String(shown.length > 0));
    note.textContent = !field.value.trim() ? "An id (ice 2), a word (crowd), or a question (how far do I fall)."
      : shown.length ? `${shown.length} found; arrow keys choose, Enter goes there.` : "No clause is called so. The search on the left looks through all pages.";
    mark();
  }

  function mark() {
    [...list.children].forEach((line, number) => line.setAttribute("aria-selected", String(number === at)));
    const line = list.children[at];
    if (line) field.setAttribute("aria-activedescendant", line.id);
    else field.removeAttribute("aria-activedescendant");
    line?.scrollIntoView({ block: "nearest" });
  }

  function key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length) {
      at = (at + step + shown.length) % shown.length;
      mark();
    } else if (event.key === "Enter" && shown.length) {
      close();
      location.href = address(shown[at]);
    } else return;
    event.preventDefault();
  }

  const close = () => box.close();

  function build() {
    box = make("dialog", "jump");
    box.setAttribute("aria-label", "Jump to a clause");
    field = make("input", "jump-field");
    Object.assign(field, { type: "text", autocomplete: "off", spellcheck: false, placeholder: "Jump to a clause" });
    for (const [name, value] of Object.entries({ role: "combobox", "aria-label": "Clause, word or question", "aria-controls": "jump-list", "aria-autocomplete": "list" })) field.setAttribute(name, value);
    list = make("ul", "jump-list");
    list.id = "jump-list";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Clauses");
    note = make("p", "jump-note");
    note.setAttribute("role", "status");
    box.append(field, list, note);
    field.addEventListener("input", show);
    field.addEventListener("keydown", key);
    box.addEventListener("click", (event) => (event.target === box || event.target.closest("a")) && close());
    document.body.append(box);
  }

  async function open() {
    if (!box) build();
    if (box.open) return;
    box.showModal(); // at once: whoever types on must not lose a letter to the loading
    field.select();
    data ??= await load();
    show();
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable]")) return;
    event.preventDefault();
    open();
  });

  function offer() {
    const bar = document.querySelector(".article-header-buttons");
    if (!bar) return;
    const button = make("button", "btn btn-sm jump-open", "§");
    button.type = "button";
    button.title = "Jump to a clause ( / )";
    button.setAttribute("aria-label", "Jump to a clause");
    button.setAttribute("aria-keyshortcuts", "/");
    button.addEventListener("click", open);
    bar.prepend(button);
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", offer);
  else offer();
})();
