/* Habits of BokehJS that cost more than its painting, kept out of the way of ours. What is painted stays the same to the
   dot. A BokehJS without these parts is left alone. A classic script: it must also run from a file. */
(() => {
  "use strict";
  const nothing = () => {};
  const answers = new Map(); // by CSS variable what the style says, by plot the size of letters
  const rooms = new Map(); // by axis its room, and the ends for which it was measured
  let quick = null;

  /* Once for all pictures of a page. */
  function quicken({ loader }) {
    if (quick !== null) return;
    try {
      const { VisualProperties } = loader["@bokehjs/core/visuals/visual"];
      const { PlotView } = loader["@bokehjs/models/plots/plot_canvas"];
      const { AxisView } = loader["@bokehjs/models/axes/axis"];
      const { InlineStyleSheet } = loader["@bokehjs/core/dom"];
      const { LegendView } = loader["@bokehjs/models/annotations/legend"];
      const { TextBox } = loader["@bokehjs/core/graphics"];
      askOnce(VisualProperties.prototype, PlotView.prototype);
      paintOnce(PlotView.prototype);
      measureOnce(AxisView.prototype);
      keepStyles(InlineStyleSheet.prototype);
      keepLegends(LegendView.prototype);
      writeOnce(TextBox.prototype);
      window.addEventListener("resize", forget);
      quick = true;
    } catch (error) {
      quick = false;
      console.info("BokehJS paints as it is used to.", error);
    }
  }

  /* After a change of theme or of the window everything is asked and measured anew. */
  function forget() {
    answers.clear();
    rooms.clear();
  }

  /* The page's style is asked for every colour, width and font at every painting, hundreds of times, and each time the
     browser may have to work the style out anew. */
  function askOnce(visuals, plots) {
    const ask = visuals._get_css_value;
    visuals._get_css_value = function (name) {
      const property = this.css_prefix + name;
      if (answers.has(property)) return answers.get(property);
      const answer = ask.call(this, name);
      if (this.obj.el.isConnected) answers.set(property, answer); // what is in no page yet has no style
      return answer;
    };
    replaceGetter(plots, "base_font_size", (size) => function () {
      const answer = answers.get(this) ?? size.call(this);
      if (this.el.isConnected) answers.set(this, answer);
      return answer;
    });
  }

  /* A plot finds the ends of its axes when it starts to paint, and a changed end asks for another painting, although this
     one is about to show it. */
  function paintOnce(plots) {
    const { schedule_paint, _actual_paint } = plots;
    let painting = null;
    plots._actual_paint = function () {
      const outer = painting;
      painting = this;
      try {
        _actual_paint.call(this);
      } finally {
        painting = outer;
      }
    };
    plots.schedule_paint = function () {
      if (painting !== this || !this._range_manager.invalidate_dataranges) schedule_paint.call(this);
    };
  }

  /* An axis is measured several times for each painting, and the plot is laid out anew, on a new canvas, whenever a label
     becomes a dot wider or narrower: under a moving slider the picture would twitch. Here an axis is measured when one of
     its ends has changed, and keeps the room it once had. */
  function measureOnce(axes) {
    replaceGetter(axes, "extents", (measure) => function () {
      const known = rooms.get(this) ?? {};
      const ends = this.ranges.map(({ start, end, factors }) => [start, end, factors].join()).join();
      if (known.ends === ends) return known.extents;
      const extents = measure.call(this);
      if (this.el.isConnected) rooms.set(this, { ...known, ends, extents });
      return extents;
    });
    const { get_size } = axes;
    axes.get_size = function () {
      const { width, height } = get_size.call(this);
      const known = rooms.get(this) ?? {};
      const room = height && Math.max(height, known.room ?? 0);
      if (room) rooms.set(this, { ...known, room });
      return { width, height: room };
    };
  }

  /* A style that stays the same is written again, and makes the browser work out the page's style in the midst of the
     painting. */
  function keepStyles(sheets) {
    const { _update } = sheets;
    sheets._update = function (css) {
      if (this.el.textContent !== css) _update.call(this, css);
    };
  }

  /* A legend is made anew whenever a number in a source changes, where nothing in the legend has. */
  function keepLegends(legends) {
    const { _render_items } = legends;
    legends._render_items = function () {
      const turned = ({ item, el }) => item.visible === el.classList.contains("bk-hidden");
      if (this._should_rerender_items || this.entries.some(turned)) _render_items.call(this);
    };
  }

  /* Every text is written twice, the second time as an outline that cannot be seen. */
  function writeOnce(texts) {
    const { paint } = texts;
    texts.paint = function (context) {
      const { strokeText } = context;
      if (this.outline_color.endsWith("/ 0)")) context.strokeText = nothing;
      paint.call(this, context);
      context.strokeText = strokeText;
    };
  }

  /* Marks stand there five times: for those that are selected, those that are not, those that are muted, and those that are
     dragged. In our pictures nothing is ever any of that, all marks are in the frame, and nobody asks where their
     (empty) element is. */
  function thin(marks) {
    if (!quick) return;
    const { glyph, selection_glyph, nonselection_glyph, muted_glyph, decimated_glyph } = marks;
    for (const each of [selection_glyph, nonselection_glyph, muted_glyph, decimated_glyph])
      Object.assign(each, { set_data: nothing, set_visuals: nothing, map_data: nothing });
    glyph._mask_data = null;
    marks.update_position = nothing;
  }

  function replaceGetter(prototype, name, make) {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, { ...property, get: make(property.get) });
  }

  Object.assign(window.haventms, { quicken, forget, thin });
})();
