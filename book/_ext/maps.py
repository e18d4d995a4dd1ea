"""What scripts and other programs are told of the ids: where each stands, what it says, what became of retired ones."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules import clauses_of
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

import haventms
from haventms.register import stones


def urls(app: Sphinx) -> dict[str, str]:
    """Id -> its address within the book: {"H-SPD-1": "haven/speed.html#h-spd-1"}."""
    domain = clauses_of(app)
    return {
        entry.id: f"{app.builder.get_target_uri(page)}#{entry.anchor}"
        for entry in haventms.clauses()
        if (page := domain.page(entry.id))
    }


def moved(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Every page is written anew when an anchor has moved: any of them may link to it."""
    now = urls(app)
    before, env.clause_urls = getattr(env, "clause_urls", None), now  # type: ignore[attr-defined]
    return [] if now == before else sorted(env.found_docs)


def texts() -> dict[str, Any]:
    """What a preview shows of each entry, and the words by which it is found."""
    return {
        entry.id: {"kind": entry.kind, "title": entry.title, "text": entry.summary, "words": list(entry.words)}
        | ({"readings": [[choice.token, choice.meaning] for choice in entry.choices]} if entry.choices else {})
        for entry in haventms.clauses()
    }


def write_urls(app: Sphinx, _builder: Builder) -> None:
    """The maps as JSON for other programs, and as classic scripts, which also work from a file."""
    if app.builder.format == "html":
        static = Path(app.outdir, "_static")
        static.mkdir(parents=True, exist_ok=True)
        text = json.dumps(urls(app), indent=0)
        (static / "clauses.json").write_text(text, encoding="utf-8")
        (static / "clauses.js").write_text(f"window.haventmsClauses = {text};\n", encoding="utf-8")
        said = f"window.haventmsClauseTexts = {json.dumps(texts(), indent=0)};\n"
        (static / "clause-texts.js").write_text(said, encoding="utf-8")
        gone = {id: stone.model_dump(mode="json", exclude={"id"}) for id, stone in stones().items()}
        told = f"window.haventmsStones = {json.dumps(gone)};\nwindow.haventmsShown = {json.dumps(shown(app))};\n"
        (static / "stones.js").write_text(told, encoding="utf-8")


def shown(app: Sphinx) -> dict[str, str]:
    """Explorer -> the first page that shows it."""
    pages = sorted(clauses_of(app).data["shows"].items(), reverse=True)
    return {explorer: app.builder.get_target_uri(page) for page, found in pages for explorer in found}


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("env-updated", moved)
    app.connect("write-started", write_urls)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
