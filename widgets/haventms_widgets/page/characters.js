/* A file of characters, loaded into the explorers of a page. It is kept in this browser and goes nowhere; what stands
   in it is read by Python alone. */
(() => {
  "use strict";
  const { engine, explorers } = window.haventms;
  const KEPT = "haventms.characters"; // { text, names }
  const ALL = "";

  function kept() {
    try {
      const held = JSON.parse(localStorage.getItem(KEPT));
      return typeof held?.text === "string" && Array.isArray(held.names) ? held : null;
    } catch {
      return null;
    }
  }

  function keep(held) {
    try {
      if (held) localStorage.setItem(KEPT, JSON.stringify(held));
      else localStorage.removeItem(KEPT);
    } catch {
      // a browser that keeps nothing: the file serves until the page is left
    }
  }

  let party = kept();

  /* The names, and whether there is anything to forget. */
  function offer(place) {
    const who = place.querySelector("[data-who]");
    const first = new Option(party ? "choose one" : "no file yet", "-");
    const all = who.dataset.all ? [new Option(who.dataset.all, ALL)] : [];
    who.replaceChildren(first, ...(party ? all : []), ...(party?.names ?? []).map((name) => new Option(name, `=${name}`)));
    who.disabled = !party;
    place.querySelector("[data-forget]").disabled = !party;
  }

  const offerAll = () => document.querySelectorAll("[data-characters]").forEach(offer);

  async function load(place, text, who) {
    const explorer = explorers.find((each) => each.section.contains(place));
    const told = place.querySelector("[data-party-told]");
    told.textContent = engine.state === "ready" ? "" : "The calculator starts, to read the file.";
    engine.start();
    await explorer.worker();
    const role = place.querySelector("[data-role]").value;
    const answer = await engine.call({ call: "run_characters", explorer: explorer.id, state: explorer.shown, text, who, role });
    if (answer?.type !== "result") {
      told.textContent = "The calculator is not running, so the file could not be read: start it again.";
      return;
    }
    const { ok, state, names, loaded, errors } = JSON.parse(answer.json);
    if (!ok) {
      told.textContent = errors.map((each) => each.message).join(" ");
      return;
    }
    party = { text, names };
    keep(party);
    offerAll();
    place.querySelector("[data-who]").value = loaded.length === 1 ? `=${loaded[0]}` : ALL;
    told.textContent = `Shown with the numbers of ${loaded.join(", ")}. The file is kept in this browser only.`;
    explorer.load(state);
  }

  async function changed({ target }) {
    const place = target.closest("[data-characters]");
    if (!place) return;
    if (target.matches("[data-party]") && target.files.length) await load(place, await target.files[0].text(), []);
    else if (target.matches("[data-who], [data-role]")) {
      const chosen = place.querySelector("[data-who]").value;
      if (party && chosen !== "-") await load(place, party.text, chosen === ALL ? [] : [chosen.slice(1)]);
    }
  }

  function forget(place) {
    party = null;
    keep(null);
    for (const input of document.querySelectorAll("[data-party]")) input.value = "";
    offerAll();
    place.querySelector("[data-party-told]").textContent = "The file is forgotten; the case stays.";
  }

  function begin() {
    offerAll();
    for (const place of document.querySelectorAll("[data-characters]")) {
      // None of it is an input of the case.
      place.addEventListener("input", (event) => event.stopPropagation());
      place.addEventListener("change", (event) => {
        event.stopPropagation();
        changed(event);
      });
      place.querySelector("[data-forget]").addEventListener("click", () => forget(place));
    }
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
