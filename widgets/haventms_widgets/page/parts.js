/* What an answer says in words: its parts, each in its place, and what is wrong with the form, beside the field.
   A classic script: it must also run from a file. */
(() => {
  "use strict";
  const HIDDEN = ["rulings", "data", "python"]; // in folds that are closed at first: a brief answer lacks them
  const OWN = ["controls", "rulings"]; // which the reader changes too: they are put there with each answer

  class Parts {
    /* `opened` is called when one of the hidden parts is to be seen. */
    constructor(section, opened) {
      this.section = section;
      this.texts = new Map(); // what stands where
      this.stale = false; // whether the hidden ones are of an earlier answer
      section.addEventListener("toggle", () => this.open && opened(), true);
    }

    /* Whether a fold is open that hides a part at first. */
    get open() {
      return HIDDEN.some((name) => this.place(name).closest("details").open);
    }

    show(parts, fill) {
      for (const [name, html] of Object.entries(parts)) {
        if ((name === "controls" && !fill) || (this.texts.get(name) === html && !OWN.includes(name))) continue;
        this.texts.set(name, html);
        this.place(name).innerHTML = html;
      }
      this.stale = HIDDEN.some((name) => !(name in parts));
      linkClauses(this.section);
    }

    place(name) {
      return this.section.querySelector(`[data-part="${name}"]`);
    }
  }

  function linkClauses(section) {
    const root = document.documentElement.dataset.content_root ?? "";
    for (const link of section.querySelectorAll("a[data-clause]")) {
      const id = link.dataset.clause;
      if (document.getElementById(id.toLowerCase())) continue;
      const address = window.haventmsClauses?.[id];
      if (address) link.setAttribute("href", root + address);
    }
  }

  class Complaints {
    constructor(section) {
      this.section = section;
    }

    clear() {
      for (const place of this.section.querySelectorAll("[data-error]")) {
        place.textContent = "";
        place.hidden = true;
      }
      for (const each of this.section.querySelectorAll("[aria-invalid]")) {
        each.removeAttribute("aria-invalid");
        each.removeAttribute("aria-describedby");
      }
    }

    add(errors) {
      for (const { field, message } of errors) {
        const place = this.place(field);
        place.textContent = [place.textContent, message].filter(Boolean).join(" ");
        place.hidden = false;
        place.id ||= `htms-error-${Math.random().toString(36).slice(2)}`;
        for (const each of this.section.querySelectorAll(`[name="${CSS.escape(field)}"]`)) {
          each.setAttribute("aria-invalid", "true");
          each.setAttribute("aria-describedby", place.id);
        }
      }
    }

    /* Where an error of this field goes: beside it, beside what holds it, or above the picture. */
    place(field) {
      for (let path = field; path; path = path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "") {
        const found = this.section.querySelector(`[data-error="${CSS.escape(path)}"]`);
        if (found) return found;
      }
      return this.section.querySelector('[data-error=""]');
    }
  }

  Object.assign(window.haventms, { Parts, Complaints });
})();
