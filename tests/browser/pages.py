"""Pages with explorers as the book has them, without the rest of the book: quick to make, the same scripts and styles."""

import json
import shutil
import sys
from pathlib import Path

from book.books import BOOK
from haventms_widgets import explorers
from haventms_widgets.faces.page import (
    QUESTIONS,
    READINGS,
    RULINGS,
    questions,
    scripts,
    section,
    static_files,
    styles,
)
from haventms_widgets.run import view

from haventms import Rulings, clauses

sys.path.append(str(BOOK / "_ext"))
import choosing

HEAD = """<!DOCTYPE html>
<html lang="en" data-content_root="./"><head><meta charset="utf-8"><title>{title}</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"</script>
<style>
:root[data-theme="dark"] {{ color-scheme: dark; background: #16191d; color: #e6e9ee; --pst-color-text-base: #e6e9ee;
  --pst-color-text-muted: #a3acb8; --pst-color-border: #49515c; --pst-color-surface: #2a2f37;
  --pst-color-background: #16191d; --pst-color-primary: #6cb8f0; --pst-color-danger: #ff8a80; --pst-color-link: #6cb8f0 }}
body {{ margin: 1rem auto; max-width: 60rem; padding: 0 0.5rem; font-family: sans-serif }}
</style>
{tags}</head><body><main><h1>{title}</h1><p id="h-spd-1">The anchor of a clause.</p>
{sections}</main></body></html>
"""


def write_site(folder: Path, build) -> str:
    """Pages "all.html" and one an explorer, with the engine beside them; answers the engine's version."""
    static = folder / "_static"
    for source, target in static_files():
        (static / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, static / target)
    told = build.copy_into(static / "haventms")
    (static / "haventms" / "built.js").write_text(f"window.haventmsEngine = {json.dumps(told)};", encoding="utf-8")
    places = {id: f"clauses.html#{id.lower()}" for id in ("H-SPD-2", "H-ICE-1")}
    (static / "clauses.js").write_text(f"window.haventmsClauses = {json.dumps(places)};", encoding="utf-8")
    (static / QUESTIONS).write_text(questions("rulings.html"), encoding="utf-8")
    shutil.copy(BOOK / "_static" / "book.css", static)
    write_rulings(folder / "rulings.html")
    write_page(folder / "all.html", list(explorers()))
    for id in explorers():
        write_page(folder / f"{id}.html", [id])
    write_page(folder / "static.html", ["haven-speed"], engine=False)
    return told["version"]


def write_page(file: Path, ids, engine=True) -> None:
    """One page with these explorers."""
    names = ["haventms/built.js"] * engine + ["clauses.js", *scripts()]
    tags = "".join(f'<link rel="stylesheet" href="_static/{style}">' for style in styles())
    tags += "".join(f'<script src="_static/{name}"></script>' for name in READINGS)
    tags += "".join(f'<script defer src="_static/{name}"></script>' for name in names)
    sections = ""
    for id in ids:
        explorer = explorers()[id]
        sections += section(explorer, explorer.Inputs(), Rulings(), view(explorer, {}))
    file.write_text(HEAD.format(title=", ".join(ids), tags=tags, sections=sections), encoding="utf-8")


def write_rulings(file: Path) -> None:
    """The page of open questions: their switches as the book has them, and the bar above."""
    tags = '<link rel="stylesheet" href="_static/book.css">'
    tags += "".join(f'<script defer src="_static/{name}"></script>' for name in (*READINGS, RULINGS))
    switches = [node.astext() for entry in clauses() if entry.choices for node in choosing.switch(entry)]
    body = choosing.MARKED.sub(r'href="\1.html#\1?\2"', choosing.BAR + "".join(switches))
    file.write_text(HEAD.format(title="Open questions", tags=tags, sections=body), encoding="utf-8")
