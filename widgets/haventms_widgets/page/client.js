/* One explorer in a page: reads its form as a state text, asks the engine, puts what comes back where it belongs.
   No rule, no bound, no field name stands here. A classic script: it must also run from a file. */
(() => {
  "use strict";
  const { engine, explorers, Parts, Complaints } = window.haventms;
  const readings = window.haventmsReadings;
  const SETTLE = 400; // milliseconds without a change before the result is announced and the address is written
  const LATE = 120; // milliseconds until results of an older input are dimmed: most answers are there before
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const thrifty = () => Boolean(navigator.connection?.saveData);

  class Explorer {
    constructor(section) {
      this.section = section;
      const config = JSON.parse(section.querySelector(".htms-config").textContent);
      this.id = config.explorer;
      this.home = config.state; // the case that the page was built with
      this.shown = config.state; // the case that is shown
      this.rulings = readings.under(config.state);
      this.busy = false;
      this.wanted = null;
      this.rest = null; // the case whose hidden parts are still to be told
      this.form = section.querySelector(".htms-form");
      this.updates = [];
      this.parts = new Parts(section, () => this.complete());
      this.complaints = new Complaints(section);
      engine.watch(() => this.status());
      this.draw(config.item);
      this.note = new readings.Note(this);
      if (engine.state !== "absent") this.open();
      else section.querySelector(".htms-presets").remove();
      this.status();
    }

    part(name) {
      return this.section.querySelector(`[data-part="${name}"]`);
    }

    open() {
      this.part("controls").disabled = false;
      this.section.querySelector(".htms-presets").hidden = false;
      this.section.classList.add("htms-live");
      this.section.addEventListener("input", (event) => this.changed(event));
      this.section.addEventListener("change", (event) => this.committed(event));
      this.section.addEventListener("click", (event) => this.clicked(event));
      this.form.addEventListener("submit", (event) => event.preventDefault());
      this.paintable();
    }

    /* ------------------------------------------------------------------ what the reader does */

    changed({ target }) {
      if (target.matches("[data-preset], [data-add-kind], [data-brush], [data-side]") || !target.matches("input, select, textarea")) return;
      const twins = target.closest(".htms-control")?.querySelectorAll('input[type="number"], [data-twin]') ?? [];
      for (const twin of twins) if (twin !== target) twin.value = target.value;
      if (target.matches("[data-one]")) this.exchange(target);
      this.reveal();
      if (target.name.startsWith("r.")) this.rulings.set(target.name, target.value);
      this.want(this.text());
    }

    committed({ target }) {
      if (!target.matches("[data-preset]") || !target.value) return;
      const text = target.value === "-" ? "" : target.value;
      this.load(withRulings(text, readings.under(text)));
    }

    clicked({ target }) {
      const button = target.closest("button");
      if (!button) return;
      if (button.matches("[data-start]")) {
        this.wanted ??= { text: this.text(), fill: false };
        this.boot();
      } else if (button.matches("[data-opens]")) this.load(button.dataset.opens);
      else if (button.matches("[data-add]")) this.addRow(button);
      else if (button.matches("[data-remove]")) this.editRows(button, (row) => row.remove());
      else if (button.matches("[data-earlier]")) this.editRows(button, (row) => row.previousElementSibling?.before(row));
    }

    /* A choice between groups: the controls of the chosen one take the place of the others. */
    exchange(select) {
      const group = select.closest("fieldset");
      const template = [...group.querySelectorAll(":scope > template")].find((each) => each.dataset.variant === select.value);
      group.querySelector(":scope > [data-chosen]").replaceChildren(template.content.cloneNode(true));
    }

    /* Maps that are painted: each has a painter, which writes the map's text and tells that it has changed. */
    paintable() {
      const painter = (grid) => new window.haventms.Painter(grid, this.form, () => this.want(this.text()));
      this.painters = [...this.form.querySelectorAll("[data-grid]")].map(painter);
      this.trace();
    }

    /* What the answer says about squares is shown on the map too. */
    trace() {
      for (const painter of this.painters ?? []) painter.trace((name) => this.drawing.columns(name));
    }

    /* Controls that play a part only for some values of a choice. */
    reveal() {
      for (const each of this.form.querySelectorAll("[data-when]"))
        each.hidden = !each.dataset.values.split(" ").includes(this.form.elements[each.dataset.when].value);
    }

    addRow(button) {
      const group = button.closest("fieldset");
      const rows = group.querySelector(":scope > [data-rows]");
      const kind = group.querySelector(":scope > .htms-add [data-add-kind]")?.value ?? "";
      const template = [...group.querySelectorAll(":scope > template")].find((each) => each.dataset.variant === kind);
      rows.append(template.content.cloneNode(true));
      this.renumber(rows);
      (rows.lastElementChild.querySelector(".htms-control :is(input, select)") ?? rows.lastElementChild.querySelector("button")).focus();
      this.want(this.text());
    }

    editRows(button, edit) {
      const row = button.closest("[data-row]");
      const rows = row.parentElement;
      const next = row.nextElementSibling ?? row.previousElementSibling;
      edit(row);
      this.renumber(rows);
      const stay = row.isConnected ? button : next?.querySelector("[data-remove]");
      (stay ?? rows.closest("fieldset").querySelector("[data-add]")).focus();
      this.want(this.text());
    }

    renumber(rows) {
      const prefix = rows.dataset.rows;
      const rest = new RegExp(`^${prefix.replace(/\./g, "\\.")}\\.(#|\\d+)`);
      [...rows.children].forEach((row, number) => {
        for (const attribute of ["name", "data-error", "data-many", "data-set"])
          for (const each of row.querySelectorAll(`[${attribute}]`))
            each.setAttribute(attribute, each.getAttribute(attribute).replace(rest, `${prefix}.${number}`));
      });
    }

    /* ------------------------------------------------------------------ the form as a state text */

    text() {
      const pairs = [];
      for (const each of this.form.elements) {
        if (!each.name || each.matches("[data-twin]")) continue;
        pairs.push([each.name, each.type === "checkbox" ? (each.checked ? "yes" : "no") : each.value]);
      }
      for (const set of this.form.querySelectorAll("[data-set]")) {
        const chosen = [...set.querySelectorAll("input:checked")].map((box) => box.value);
        pairs.push([set.dataset.set, chosen.join(",")]);
      }
      for (const rows of this.form.querySelectorAll("[data-rows]")) {
        if (!rows.children.length) pairs.push([rows.dataset.rows, ""]);
      }
      return new URLSearchParams([...pairs, ...this.rulings]).toString();
    }

    load(text) {
      this.rulings = new Map([...new URLSearchParams(text)].filter(([name]) => name.startsWith("r.")));
      this.want(text, true);
    }

    /* The case that the page was built with, as it was; the next change of it goes by the reader's own readings. */
    goHome() {
      if (this.shown !== this.home) this.load(this.home);
      this.rulings = readings.under(this.home);
    }

    /* ------------------------------------------------------------------ asking the engine; the latest wins */

    want(text, fill = false) {
      this.wanted = { text, fill: fill || Boolean(this.wanted?.fill && !this.wanted.typed) };
      this.wanted.typed = !fill;
      if (!fill) this.wanted.fill = false;
      this.section.classList.add("htms-old");
      this.dim ??= setTimeout(() => this.section.classList.add("htms-late"), LATE);
      this.changedAt = performance.now();
      if (engine.state === "off" && thrifty()) this.status();
      else this.boot();
    }

    boot() {
      engine.start();
      this.work();
    }

    async work() {
      if (this.busy || !(this.wanted ?? this.rest)) return;
      this.busy = true;
      while (this.wanted ?? this.rest) {
        const { text, fill, rest } = this.wanted ?? this.rest;
        const began = this.changedAt;
        if (!rest) this.section.setAttribute("aria-busy", "true");
        this.wanted = this.rest = null;
        await this.worker();
        const brief = !(fill || rest || this.parts.open);
        const told = await engine.call({ call: "run_page", explorer: this.id, state: text, fill, brief });
        if (!told) {
          if (rest) this.rest ??= { text, fill, rest };
          else this.wanted ??= { text, fill };
          break;
        }
        this.show(told, { text, fill, rest });
        if (!rest) this.timed(began, told.ms);
      }
      this.busy = false;
      this.section.removeAttribute("aria-busy");
    }

    /* The engine makes its worker after the packs have come: wait for one, or for the end of all hope. */
    worker() {
      return new Promise((resolve) => {
        const look = () => {
          if (engine.worker || engine.state === "failed") {
            engine.watchers.delete(look);
            resolve();
          }
        };
        engine.watch(look);
        look();
      });
    }

    timed(began, ms) {
      const update = { answered: performance.now() - began, ms };
      this.updates.push(update);
      // A message that is sent while a frame is made arrives when that frame has been painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (update.painted = performance.now() - began);
      requestAnimationFrame(() => port2.postMessage(null));
    }

    /* ------------------------------------------------------------------ showing what came back */

    show(told, { text, fill, rest }) {
      if (!rest) this.complaints.clear();
      if (told.type === "failed") {
        this.complaints.add([{ field: "", message: told.message }]);
        return;
      }
      const answer = JSON.parse(told.json);
      if (!answer.ok) {
        this.complaints.add(answer.errors);
        if (fill) this.stay();
        return;
      }
      const { view, parts } = answer;
      this.put(parts, fill);
      if (rest) return;
      if (!this.wanted) this.fresh();
      this.asked = text;
      this.part("picture").textContent = view.picture;
      this.section.querySelector(".htms-canvas").setAttribute("aria-label", view.picture);
      this.drawing.show(view.series);
      this.trace();
      this.shown = view.state;
      this.note.tell(view.asked);
      this.notice(answer.unknown);
      clearTimeout(this.settled);
      this.settled = setTimeout(() => this.settle(view), SETTLE);
    }

    /* The keyboard stays where it was: on the control of that name, or on the fold whose inside is new. */
    put(parts, fill) {
      const held = document.activeElement;
      const fold = held?.closest("details");
      this.parts.show(parts, fill);
      if (fill) this.paintable();
      if (!held || held.isConnected) return;
      const again = held.name && this.section.querySelector(`[name="${CSS.escape(held.name)}"]`);
      (again || fold?.querySelector("summary"))?.focus();
    }

    /* What closed folds hide is asked for when nothing changes any more, or when one of them opens: what other readings
       give can be more work than all the rest. */
    complete() {
      if (!this.parts.stale || this.wanted) return;
      this.rest = { text: this.asked, fill: false, rest: true };
      this.work();
    }

    /* A case that cannot be opened: form and answer are still those of the case before it, and so are its rulings. */
    stay() {
      this.fresh();
      this.rulings = readings.under(this.shown);
      const which = this.shown === this.home ? "the page shows its own" : "the last one stays";
      this.complaints.add([{ field: "", message: `This case cannot be opened; ${which}.` }]);
    }

    /* What is shown is what was asked for. */
    fresh() {
      clearTimeout(this.dim);
      this.dim = null;
      this.section.classList.remove("htms-old", "htms-late");
    }

    settle(view) {
      this.complete();
      this.part("announce").textContent = view.headline;
      writeAddress(this);
    }

    notice(unknown) {
      if (unknown.length) this.complaints.add([{ field: "", message: `Passed over, since nothing here has that name: ${unknown.join(", ")}.` }]);
    }

    status() {
      const place = this.part("status");
      const say = place.querySelector(".htms-say");
      const bar = place.querySelector("progress");
      const start = place.querySelector("[data-start]");
      const size = `${megabytes(engine.wire)} MB`;
      place.dataset.state = engine.state;
      bar.hidden = engine.state !== "starting";
      start.hidden = engine.state !== "off" && engine.state !== "failed";
      start.textContent = engine.state === "failed" ? "Try again" : `Start (${size}, once)`;
      if (engine.state === "absent") say.textContent = "This copy of the book was built without its calculator: it shows the case below.";
      else if (engine.state === "off") {
        say.textContent = this.wanted ? "Your browser saves data: start the calculator to see your case." : "Change a value, and this page computes.";
      } else if (engine.state === "starting") {
        bar.max = engine.wire;
        if (engine.phase === "files") bar.value = engine.got;
        else bar.removeAttribute("value");
        say.textContent = engine.phase === "files" ? `Loading the rules: ${megabytes(engine.got)} of ${size}` : "Starting the rules";
      } else if (engine.state === "ready") {
        say.textContent = "Live: the results follow your changes.";
        this.work();
      } else say.textContent = `${engine.message} The case shown last stays.`;
    }

    /* ------------------------------------------------------------------ the picture */

    async draw(item) {
      const canvas = this.section.querySelector(".htms-canvas");
      canvas.id ||= `htms-canvas-${explorers.length}-${Math.random().toString(36).slice(2)}`;
      this.drawing = new window.haventms.Drawing(canvas);
      if (!window.Bokeh) return;
      await this.drawing.draw(item);
      this.section.dataset.drawn = "";
      this.trace();
    }
  }

  /* A state text with these rulings instead of its own. */
  function withRulings(text, rulings) {
    const inputs = [...new URLSearchParams(text)].filter(([name]) => !name.startsWith("r."));
    return new URLSearchParams([...inputs, ...rulings]).toString();
  }

  /* ---------------------------------------------------------------------- the address: the state is its fragment */

  function writeAddress(explorer) {
    const text = explorer.shown;
    const wanted = text === explorer.home ? "" : `#${explorer.id}?${text}`;
    const now = readAddress();
    if ((now && now.explorer === explorer ? now.text : explorer.home) === text) return;
    history.pushState(null, "", wanted || location.pathname + location.search);
  }

  /* Which explorer the fragment speaks of, and its text; null for an anchor or nothing. */
  function readAddress() {
    const fragment = decoded(location.hash.slice(1));
    const [, id, rest] = /^([a-z]+-[a-z]+|compare)\?(.*)$/s.exec(fragment) ?? [];
    const text = rest ?? (fragment.includes("=") ? location.hash.slice(1) : null);
    if (text === null) return null;
    const explorer = id ? explorers.find((each) => each.id === id) : explorers[0];
    return explorer ? { explorer, text: rest === undefined ? text : location.hash.slice(location.hash.indexOf("?") + 1) } : null;
  }

  /* What a hand has broken stays as it is; the engine says what is wrong with it. */
  function decoded(text) {
    try {
      return decodeURI(text);
    } catch {
      return text;
    }
  }

  function followAddress() {
    if (engine.state === "absent") return;
    const told = readAddress();
    if (!told && location.hash) return; // an anchor: the reader went to a clause, the cases stay
    for (const explorer of explorers) {
      if (told?.explorer !== explorer) explorer.goHome();
      else if (told.text !== explorer.shown) explorer.load(told.text);
    }
  }

  function begin() {
    const sections = [...document.querySelectorAll("[data-explorer]")];
    for (const section of sections) explorers.push(new Explorer(section));
    window.addEventListener("popstate", followAddress);
    window.addEventListener("hashchange", followAddress);
    const root = document.documentElement;
    const repaintAll = () => root.dataset.printing || explorers.forEach(({ drawing }) => drawing.repaint()); // a style turns what is printed
    new MutationObserver(repaintAll).observe(root, { attributeFilter: ["data-theme"] });
    followAddress();
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
