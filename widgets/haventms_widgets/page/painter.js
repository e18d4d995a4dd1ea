/* Paints a map: a table of squares over the text of its rows, by mouse, finger and keyboard. Letters, names and colours
   of the brushes, and which fields the marks set, stand in the page. A classic script: it must also run from a file. */
(() => {
  "use strict";
  const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  class Painter {
    constructor(grid, form, changed) {
      this.form = form;
      this.changed = changed;
      this.most = Number(grid.dataset.most);
      this.traces = JSON.parse(grid.dataset.traces);
      this.area = grid.querySelector("textarea");
      this.brush = grid.querySelector("[data-brush]");
      this.place = grid.querySelector("[data-cells]");
      this.sides = Object.fromEntries([...grid.querySelectorAll("[data-side]")].map((side) => [side.dataset.side, side]));
      this.brushes = new Map([...this.brush.options].filter((each) => each.value).map((each) => [each.value, each]));
      this.marks = [...this.brush.options].filter((each) => each.dataset.mark);
      this.at = [0, 0];
      this.place.addEventListener("pointerdown", (event) => this.pressed(event));
      this.place.addEventListener("pointermove", (event) => this.dragged(event));
      this.place.addEventListener("keydown", (event) => this.keyed(event));
      this.place.addEventListener("focusin", ({ target }) => target.matches("td") && this.here(this.where(target), false));
      this.brush.addEventListener("change", () => this.tool());
      this.area.addEventListener("input", () => this.read());
      grid.querySelector("[data-cover]").addEventListener("click", () => this.cover());
      for (const side of Object.values(this.sides)) side.addEventListener("input", () => this.resize());
      form.addEventListener("input", ({ target }) => this.marks.some(({ dataset }) => target.name?.startsWith(`${dataset.mark}.`)) && this.mark());
      this.read();
      this.tool();
    }

    /* ------------------------------------------------------------------ the text and the table */

    read() {
      this.rows = this.area.value.trim().split("\n").map((row) => [...row.trim()]);
      if (this.rows.length > this.most || this.rows.some((row) => row.length > this.most)) return; // the rules say so
      const table = document.createElement("table");
      table.setAttribute("role", "grid");
      table.setAttribute("aria-label", this.place.dataset.cells);
      this.cells = this.rows.map((row, down) => {
        const line = table.insertRow();
        return row.map((letter, right) => {
          const cell = line.insertCell();
          cell.setAttribute("role", "gridcell");
          cell.tabIndex = -1;
          cell.dataset.row = down;
          cell.dataset.column = right;
          this.dress(cell, letter);
          return cell;
        });
      });
      this.place.replaceChildren(table);
      this.sides.columns.value = this.rows[0].length;
      this.sides.rows.value = this.rows.length;
      this.at = [Math.min(this.at[0], this.rows.length - 1), Math.min(this.at[1], this.rows[0].length - 1)];
      this.mark();
      this.here(this.at, false);
    }

    dress(cell, letter) {
      const brush = this.brushes.get(letter);
      cell.textContent = letter;
      cell.dataset.letter = letter;
      cell.style.backgroundColor = brush?.dataset.colour ?? "";
      cell.classList.toggle("htms-bare-cell", !brush?.dataset.colour);
      this.name(cell);
    }

    name(cell) {
      const ground = this.brushes.get(cell.dataset.letter)?.dataset.name ?? cell.dataset.letter;
      const place = `column ${Number(cell.dataset.column) + 1}, row ${Number(cell.dataset.row) + 1}`;
      cell.setAttribute("aria-label", `${place}: ${[ground, cell.dataset.mark, cell.dataset.told].filter(Boolean).join(", ")}`);
    }

    /* What the answer says about squares, from the columns x and y of its series. Only what changed is touched. */
    trace(columns) {
      const found = new Map();
      for (const [series, look, label] of this.traces) {
        const { x = [], y = [] } = columns(series) ?? {};
        for (let at = 0; at < x.length; at++) {
          const cell = this.cells?.[y[at] - 1]?.[x[at] - 1];
          if (!cell) continue;
          const looks = found.get(cell) ?? new Map();
          found.set(cell, looks.set(look, looks.get(look) ?? label));
        }
      }
      for (const cell of this.place.querySelectorAll("[data-trace]")) if (!found.has(cell)) this.follow(cell, new Map());
      for (const [cell, looks] of found) this.follow(cell, looks);
    }

    follow(cell, looks) {
      const told = { trace: [...looks.keys()].join(" "), told: [...looks.values()].join(", ") };
      if ((cell.dataset.trace ?? "") === told.trace && (cell.dataset.told ?? "") === told.told) return;
      for (const [name, text] of Object.entries(told)) {
        if (text) cell.dataset[name] = text;
        else delete cell.dataset[name];
      }
      this.name(cell);
    }

    /* The squares that the fields of the marks name. */
    mark() {
      for (const cell of this.place.querySelectorAll("[data-mark]")) {
        delete cell.dataset.mark;
        this.name(cell);
      }
      for (const { dataset, textContent } of this.marks) {
        const [row, column] = ["row", "column"].map((part) => Number(this.form.elements[`${dataset.mark}.${part}`]?.value));
        const cell = this.cells?.[row - 1]?.[column - 1];
        if (!cell) continue;
        cell.dataset.mark = cell.dataset.mark ? `${cell.dataset.mark}, ${textContent}` : textContent;
        this.name(cell);
      }
    }

    write() {
      this.area.value = this.rows.map((row) => row.join("")).join("\n");
      this.changed();
    }

    /* ------------------------------------------------------------------ what the reader does */

    where(cell) {
      return [Number(cell.dataset.row), Number(cell.dataset.column)];
    }

    tool() {
      const looks = "look" in this.brush.selectedOptions[0].dataset;
      this.place.classList.toggle("htms-look", looks);
    }

    pressed(event) {
      const cell = event.target.closest("td");
      if (!cell || event.button || this.place.classList.contains("htms-look")) return;
      event.preventDefault();
      this.here(this.where(cell));
      this.apply();
    }

    dragged(event) {
      if (!event.buttons || this.place.classList.contains("htms-look")) return;
      const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("td");
      if (!cell || !this.place.contains(cell) || String(this.where(cell)) === String(this.at)) return;
      this.here(this.where(cell));
      this.apply();
    }

    keyed(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || !event.target.matches("td")) return;
      const [row, column] = this.at;
      const step = ARROWS[event.key];
      if (step) this.here([row + step[0], column + step[1]]);
      else if (event.key === "Home") this.here([row, 0]);
      else if (event.key === "End") this.here([row, this.rows[0].length - 1]);
      else if (this.brushes.has(event.key)) this.brush.value = event.key;
      else if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      this.tool();
      if (!(event.key in ARROWS || event.key === "Home" || event.key === "End") || event.shiftKey) this.apply();
    }

    /* The square that the keyboard is on: the only one that Tab reaches. */
    here([row, column], focus = true) {
      this.cells?.[this.at[0]]?.[this.at[1]]?.setAttribute("tabindex", "-1");
      this.at = [Math.max(0, Math.min(row, this.rows.length - 1)), Math.max(0, Math.min(column, this.rows[0].length - 1))];
      const cell = this.cells[this.at[0]][this.at[1]];
      if (!cell) return;
      cell.tabIndex = 0;
      if (focus) cell.focus();
    }

    apply() {
      const { dataset, value } = this.brush.selectedOptions[0];
      const [row, column] = this.at;
      if (dataset.mark) {
        this.form.elements[`${dataset.mark}.row`].value = row + 1;
        this.form.elements[`${dataset.mark}.column`].value = column + 1;
        for (const twin of this.form.querySelectorAll("[data-twin]")) {
          const own = twin.closest(".htms-control").querySelector('input[type="number"]');
          if (own) twin.value = own.value;
        }
        this.mark();
        this.changed();
      } else if (value && this.rows[row][column] !== value) {
        this.rows[row][column] = value;
        this.dress(this.cells[row][column], value);
        this.write();
      }
    }

    cover() {
      const { value } = this.brush.selectedOptions[0];
      if (!value) return;
      this.area.value = this.rows.map((row) => value.repeat(row.length)).join("\n");
      this.read();
      this.changed();
    }

    /* More squares are of the first brush, fewer are cut off. */
    resize() {
      const [columns, rows] = [this.sides.columns, this.sides.rows].map((side) => Math.trunc(Number(side.value)));
      if (!(columns >= 1 && rows >= 1 && columns <= this.most && rows <= this.most)) return;
      const blank = this.brushes.keys().next().value;
      const resized = Array.from({ length: rows }, (_, down) =>
        Array.from({ length: columns }, (_, right) => this.rows[down]?.[right] ?? blank).join(""),
      );
      this.area.value = resized.join("\n");
      this.read();
      this.changed();
    }
  }
  window.haventms.Painter = Painter;
})();
