/* Arriving at a clause by its id: `clause.html?id=H-ICE-2` leads to wherever it stands, and so does an anchor of a page
   that it has left. Of an id that is retired, or that never was, a sentence says so and where to go instead; and so it
   is with a case of an explorer that a page does not show.
   A classic script, and so are its data: it must also work in a page that was opened as a file. */
(() => {
  "use strict";
  const HERE = document.currentScript.src;
  const ID = /^(?:[hdo]-[a-z]{2,}-\d+|[re]-(?:haven|domains|overland)-[a-z0-9-]+)$/i;
  const CASE = /^([a-z]+(?:-[a-z]+)*)\?(.*)$/s; // of which explorer, and its state
  const MOST = 3; // ids that are offered for one that is not there

  const root = () => document.documentElement.dataset.content_root ?? "";
  const bare = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const make = (name, className, ...content) => {
    const made = Object.assign(document.createElement(name), { className });
    made.append(...content);
    return made;
  };

  function script(name) {
    return new Promise((resolve) => {
      const made = Object.assign(document.createElement("script"), { src: new URL(name, HERE).href });
      made.onload = made.onerror = resolve;
      document.head.append(made);
    });
  }

  async function load() {
    await Promise.all(["clauses.js", "clause-texts.js", "stones.js"].map(script));
    return { places: window.haventmsClauses ?? {}, texts: window.haventmsClauseTexts ?? {}, stones: window.haventmsStones ?? {}, shown: window.haventmsShown ?? {} };
  }

  /* The id that is meant, in whatever spelling: H-ICE-2, h ice 2, ice 2. */
  function meant(asked, ids) {
    const spelled = bare(asked);
    return ids.find((id) => bare(id) === spelled) ?? ids.find((id) => bare(id.slice(2)) === spelled) ?? "";
  }

  /* How many letters must be put in, left out or changed to make one text of the other. */
  function apart(one, other) {
    let above = [...other, ""].map((_, column) => column);
    [...one].forEach((letter, row) => {
      const line = [row + 1];
      [...other].forEach((each, column) => line.push(Math.min(above[column] + (letter !== each), above[column + 1] + 1, line[column] + 1)));
      above = line;
    });
    return above.at(-1);
  }

  function nearest(asked, ids) {
    const spelled = bare(asked);
    const far = ids.map((id) => [Math.min(apart(spelled, bare(id)), apart(spelled, bare(id.slice(2)))), id]);
    return far.filter(([value]) => value <= Math.max(1, spelled.length / 3)).sort(([one], [other]) => one - other).slice(0, MOST).map(([, id]) => id);
  }

  function link(id, { places, texts }) {
    const made = make("a", "", make("span", "clause-ref", id), ` ${texts[id]?.title ?? ""}`);
    made.href = root() + places[id];
    return made;
  }

  const index = ({ places }) => {
    const made = make("a", "", "clause index");
    made.href = `${root()}${Object.values(places).find((place) => place.startsWith("clauses.html"))?.split("#")[0] ?? "clauses.html"}`;
    return made;
  };

  /* What is said of an id that leads nowhere. */
  function sentence(asked, known) {
    const gone = meant(asked, Object.keys(known.stones));
    const said = make("p", "arrive-told");
    if (gone) {
      const { date, reason, see } = known.stones[gone];
      said.append(make("strong", "", gone), ` is retired since ${date}: ${reason.replace(/\.$/, "")}. `);
      see.forEach((id, number) => said.append(number ? " and " : "See ", link(id, known)));
      said.append(see.length ? ". " : "");
    } else {
      said.append("There is no clause, ruling or erratum ", make("strong", "", asked.slice(0, 80)), ". ");
      const near = nearest(asked, Object.keys(known.places));
      near.forEach((id, number) => said.append(number ? ", " : "Did you mean ", link(id, known)));
      said.append(near.length ? "? " : "");
    }
    said.append("All ids stand in the ", index(known), ".");
    return said;
  }

  /* What is said of a case whose explorer this page does not show. */
  async function elsewhere(explorer, state) {
    const { shown } = await load();
    const said = make("p", "arrive-told", "This page does not show the explorer ", make("strong", "", explorer.slice(0, 80)), ". ");
    if (Object.hasOwn(shown, explorer)) {
      const onward = make("a", "", "The case of the link is here");
      onward.href = `${root()}${shown[explorer]}#${explorer}?${state}`;
      said.append(onward, ".");
    } else said.append("Nothing in this book is called so.");
    tell(said);
  }

  let told;
  function tell(said) {
    told?.remove();
    told = said;
    told.setAttribute("role", "alert");
    const article = document.querySelector("article") ?? document.body;
    const heading = article.querySelector("h1");
    if (heading) heading.after(told);
    else article.prepend(told);
    told.scrollIntoView({ block: "center" });
  }

  async function follow(asked) {
    const known = await load();
    const id = meant(asked, Object.keys(known.places));
    if (!id) return tell(sentence(asked, known));
    // A place, not a step: going back leads to where the reader came from.
    location.replace(new URL(root() + known.places[id], location.href));
  }

  function arrive() {
    told?.remove();
    const asked = document.querySelector("form.arrive") && new URLSearchParams(location.search).get("id")?.trim();
    if (asked) {
      document.getElementById("arrive-id").value = asked;
      return follow(asked);
    }
    const [, explorer, state] = CASE.exec(location.hash.slice(1)) ?? [];
    if (explorer) {
      if (![...document.querySelectorAll("[data-explorer]")].some((each) => each.dataset.explorer === explorer)) elsewhere(explorer, state);
      return;
    }
    const anchor = location.hash.slice(1).replace(/%20/g, " ").trim();
    if (ID.test(anchor) && !document.getElementById(anchor)) follow(anchor.toUpperCase());
  }

  addEventListener("hashchange", arrive);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", arrive);
  else arrive();
})();
