/* Saves texts and pictures as files of the reader: in pages and dashboards, and in a page that was opened as a file. */
(() => {
  "use strict";
  const [PAPER, INK, SOFT, LINES] = ["#ffffff", "#1f2328", "#57606a", "#c9ced6"];
  /* A picture is saved as for paper, whatever the page looks like. */
  const COLOURS = {
    "axis-label-text": INK, "major-label-text": INK, "label-text": INK, text: INK,
    "axis-line": SOFT, "major-tick-line": SOFT, "minor-tick-line": SOFT, "outline-line": LINES, "grid-line": LINES,
  };
  const EDGE = 12; // pixels around a picture's sentence
  const FONT = "600 15px system-ui, sans-serif";
  const LINE = 20;

  function save(name, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  const text = (name, mime, content) => save(name, new Blob([content], { type: `${mime};charset=utf-8` }));

  /* A sentence in lines that are no wider than a picture. */
  function broken(sentence, width) {
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = FONT;
    const lines = [""];
    for (const word of sentence.split(/\s+/)) {
      const longer = `${lines.at(-1)} ${word}`.trim();
      if (pen.measureText(longer).width <= width || !lines.at(-1)) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  /* The picture of a view of BokehJS, under the sentence that it shows, on white. */
  async function picture(view, kind, sentence) {
    const { width, height } = view.bbox;
    const lines = broken(sentence, width - 2 * EDGE);
    const head = lines.length * LINE + 2 * EDGE;
    const drawn = onPaper(view.el, () => view.export(kind, kind === "png"));
    if (kind === "svg") return new Blob([vector(drawn.canvas, width, height, head, lines)], { type: "image/svg+xml" });
    const scale = drawn.pixel_ratio;
    const sheet = Object.assign(document.createElement("canvas"), { width: width * scale, height: (height + head) * scale });
    const pen = sheet.getContext("2d");
    pen.fillStyle = PAPER;
    pen.fillRect(0, 0, sheet.width, sheet.height);
    pen.drawImage(drawn.canvas, 0, head * scale);
    pen.scale(scale, scale);
    pen.fillStyle = INK;
    pen.font = FONT;
    pen.textBaseline = "top";
    lines.forEach((line, number) => pen.fillText(line, EDGE, EDGE + number * LINE));
    return new Promise((resolve) => sheet.toBlob(resolve, "image/png"));
  }

  /* BokehJS reads its colours from CSS while it draws. */
  function onPaper(node, draw) {
    const before = node.getAttribute("style");
    for (const [name, colour] of Object.entries(COLOURS)) node.style.setProperty(`--bk-${name}-color`, colour);
    try {
      return draw();
    } finally {
      if (before === null) node.removeAttribute("style");
      else node.setAttribute("style", before);
    }
  }

  function vector(drawn, width, height, head, lines) {
    const space = "http://www.w3.org/2000/svg";
    const make = (name, attributes) => {
      const made = document.createElementNS(space, name);
      for (const [each, value] of Object.entries(attributes)) made.setAttribute(each, value);
      return made;
    };
    const sheet = make("svg", { width, height: height + head, viewBox: `0 0 ${width} ${height + head}` });
    sheet.append(make("rect", { width, height: height + head, fill: PAPER }));
    lines.forEach((line, number) => {
      const written = make("text", { x: EDGE, y: EDGE + LINE * (number + 0.75), fill: INK, style: `font: ${FONT}` });
      written.textContent = line;
      sheet.append(written);
    });
    const below = make("g", { transform: `translate(0 ${head})` });
    below.append(...drawn.cloneNode(true).childNodes);
    sheet.append(below);
    return new XMLSerializer().serializeToString(sheet);
  }

  /* To the clipboard; where a browser keeps that from pages, what is to be copied is marked for the reader's own keys. */
  async function copy(content, node) {
    try {
      await navigator.clipboard.writeText(content);
      return true;
    } catch {
      if (node) getSelection().selectAllChildren(node);
      return false;
    }
  }

  window.haventmsFiles = { save, text, picture, copy };
})();
