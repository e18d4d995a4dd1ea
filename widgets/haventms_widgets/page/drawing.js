/* The picture of an explorer: what has changed in it is painted, first what the reader sees of it.
   A classic script: it must also run from a file. */
(() => {
  "use strict";
  const PAUSE = 100; // milliseconds without a new answer before figures are painted that nobody sees
  const NEAR = "25%"; // so far beyond the edges of the window a figure counts as seen
  const { quicken, forget, thin } = window.haventms;

  class Drawing {
    constructor(canvas) {
      this.canvas = canvas;
      this.root = null;
      this.document = null;
      this.texts = new Map(); // what each source holds, as text
      this.waiting = new Map(); // columns that belong to figures which nobody sees
      this.figures = [];
      this.series = null;
      this.observer = new IntersectionObserver((entries) => this.moved(entries), { rootMargin: NEAR });
    }

    async draw(item) {
      quicken(window.Bokeh);
      const views = await window.Bokeh.embed.embed_item(item, this.canvas.id);
      [this.root] = views.roots;
      this.document = this.root.model.document;
      const sources = (model) => [...model.references()].filter(({ type }) => type === "ColumnDataSource");
      for (const view of this.views()) {
        if (view.model.type !== "Figure") continue;
        this.figures.push({ element: view.el, names: new Set(sources(view.model).map(({ name }) => name)), seen: true });
        this.observer.observe(view.el);
        for (const each of view.renderer_views.values()) if (each.model.type === "GlyphRenderer") thin(each);
      }
      this.finish(); // answers that came before there was a picture
      this.repaint();
    }

    /* What the answer says, of this or the last one. */
    columns(name) {
      return this.series ? this.series[name] : this.document?.get_model_by_name(name)?.data;
    }

    show(series) {
      this.series = series;
      for (const [name, columns] of Object.entries(series)) {
        const text = JSON.stringify(columns);
        if (this.texts.get(name) === text) continue;
        this.texts.set(name, text);
        this.waiting.set(name, columns);
      }
      if (!this.document) return;
      for (const name of this.waiting.keys()) {
        const figures = this.figures.filter(({ names }) => names.has(name));
        if (!figures.length || figures.some(({ seen }) => seen)) this.fill(name);
      }
      clearTimeout(this.later);
      this.later = setTimeout(() => this.rest(), PAUSE);
    }

    fill(name) {
      const source = this.document.get_model_by_name(name);
      if (source) source.data = this.waiting.get(name);
      this.waiting.delete(name);
    }

    /* One figure after the other, so that an answer which comes in between need not wait for all. */
    rest() {
      const figure = this.figures.find(({ names }) => [...names].some((name) => this.waiting.has(name)));
      if (!figure) return;
      this.fillFigure(figure);
      this.later = setTimeout(() => this.rest());
    }

    fillFigure({ names }) {
      for (const name of names) if (this.waiting.has(name)) this.fill(name);
    }

    /* Nothing waits any more. */
    finish() {
      for (const name of [...this.waiting.keys()]) this.fill(name);
    }

    moved(entries) {
      for (const { target, isIntersecting } of entries) {
        const figure = this.figures.find(({ element }) => element === target);
        figure.seen = isIntersecting;
        if (isIntersecting) this.fillFigure(figure);
      }
    }

    /* ------------------------------------------------------------------ views of BokehJS */

    *views(view = this.root) {
      if (!view) return;
      yield view;
      for (const child of view.child_views ?? []) yield* this.views(child);
    }

    // BokehJS reads colours from CSS variables when it paints: after a change of theme it must paint again.
    repaint() {
      forget();
      for (const view of this.views()) (view.request_repaint ?? view.request_paint)?.call(view);
      unfocus(this.canvas);
    }
  }

  // The drawing is one picture to the keyboard: nothing inside it takes the focus.
  function unfocus(node) {
    for (const each of node.querySelectorAll("*")) {
      if (each.tabIndex === 0) each.tabIndex = -1;
      if (each.shadowRoot) unfocus(each.shadowRoot);
    }
  }

  window.haventms.Drawing = Drawing;
})();
