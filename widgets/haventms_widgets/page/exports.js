/* The buttons of an explorer that save and share what it shows. Texts come from Python: those of the case that the page
   was built with stand in the page, those of any other are made by the engine, which is at work by then. */
(() => {
  "use strict";
  const { engine, explorers } = window.haventms;
  const files = window.haventmsFiles;

  function told(section, sentence) {
    section.querySelector("[data-told]").textContent = sentence;
  }

  async function texts(explorer) {
    if (explorer.shown === explorer.home) return JSON.parse(explorer.section.querySelector(".htms-config").textContent).files;
    const answer = await engine.call({ call: "run_files", explorer: explorer.id, state: explorer.shown });
    return answer?.type === "result" ? JSON.parse(answer.json).files : null;
  }

  async function saveText(explorer, kind) {
    const made = (await texts(explorer))?.[kind];
    if (!made) return told(explorer.section, "The calculator is not running, so this file could not be made: start it again.");
    files.text(made.name, made.mime, made.text);
    return told(explorer.section, `Saved as ${made.name}.`);
  }

  async function savePicture(explorer, kind) {
    const view = explorer.drawing.root;
    if (!view) return told(explorer.section, "The picture is not drawn yet.");
    explorer.drawing.finish();
    const name = `${explorer.id}.${kind}`;
    files.save(name, await files.picture(view, kind, explorer.part("headline").innerText.trim()));
    return told(explorer.section, `Saved as ${name}.`);
  }

  async function copyLink(explorer) {
    const link = `${location.href.replace(/#.*/s, "")}#${explorer.id}?${explorer.shown}`;
    const done = await files.copy(link);
    told(explorer.section, done ? "The link to this case is on the clipboard." : `The link to this case: ${link}`);
  }

  async function copyCode(button) {
    const code = button.previousElementSibling;
    const done = await files.copy(code.innerText, code);
    button.textContent = done ? "Copied" : "Press Ctrl+C";
    setTimeout(() => (button.textContent = "Copy"), 3000);
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-save], [data-copy], [data-link]");
    const explorer = button && explorers.find((each) => each.section.contains(button));
    if (!explorer) return;
    const kind = button.dataset.save;
    if (button.matches("[data-copy]")) copyCode(button);
    else if (button.matches("[data-link]")) copyLink(explorer);
    else if (kind === "png" || kind === "svg") savePicture(explorer, kind);
    else saveText(explorer, kind);
  });
})();
