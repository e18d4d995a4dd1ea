"""The words of each system: a page that explains them, and a mark where a chapter uses one.

``{words}`` writes the page from `glossary.toml`. In the chapters of a system the first use of a word in a section leads
there; a preview of its meaning shows beside it, as for clauses.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from clause_index import SYSTEMS
from docutils import nodes
from rules import known, reference
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util.docutils import SphinxDirective

FILE = Path(__file__).with_suffix(".toml")
PAGE = "reference/glossary"
# Where a word is no prose of the chapter, or leads elsewhere already.
CLOSED = (nodes.reference, nodes.literal, nodes.title, nodes.raw, nodes.FixedTextElement, nodes.term, nodes.table)


@dataclass(frozen=True)
class Word:
    """A word of a system, its meaning, its clause; `forms` are all that the text may write, `case` keeps capitals."""

    system: str
    word: str
    meaning: str
    clause: str
    forms: tuple[str, ...]
    case: bool

    @property
    def anchor(self) -> str:
        return f"term-{self.system}-{re.sub(r'[^a-z]+', '-', self.word.lower())}"


@cache
def words() -> tuple[Word, ...]:
    """All words, by system and alphabet."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        Word(system, word, each["meaning"], each["clause"], (word, *each.get("forms", ())), each.get("case", False))
        for system in SYSTEMS
        for word, each in sorted(data[system].items(), key=lambda item: item[0].lower())
    )


@cache
def pattern(system: str) -> tuple[re.Pattern[str], dict[str, Word]]:
    """What finds the words of a system, longer ones first, and the word of each form."""
    forms = {
        form if word.case else form.lower(): word for word in words() if word.system == system for form in word.forms
    }
    longest = sorted(forms, key=len, reverse=True)
    parts = [re.escape(form) if forms[form].case else f"(?i:{re.escape(form)})" for form in longest]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])"), forms


class WordsPage(SphinxDirective):
    """A definition list a system, each word with its clause."""

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(FILE))
        return [self.section(system) for system in SYSTEMS]

    def section(self, system: str) -> nodes.section:
        listing = nodes.definition_list(classes=["words"])
        for word in words():
            if word.system == system and known(word.clause, None, f"{word.word} in the glossary"):
                meaning = nodes.paragraph("", "", nodes.Text(f"{word.meaning} "), reference(word.clause))
                term = nodes.term("", word.word, ids=[word.anchor], names=[])
                listing += nodes.definition_list_item("", term, nodes.definition("", meaning))
        return nodes.section("", nodes.title("", SYSTEMS[system]), listing, ids=[f"words-{system}"], names=[])


def prose(doctree: nodes.document) -> Iterator[tuple[nodes.Element | None, nodes.Text]]:
    """Every text of a page that may hold a word, with the section that it stands in; HTML is not looked into."""
    for text in list(doctree.findall(nodes.Text)):
        above = list(ancestors(text))
        if above and not any(isinstance(node, CLOSED) or "clause-foot" in node.get("classes", ()) for node in above):
            yield next((node for node in above if isinstance(node, nodes.section)), None), text


def ancestors(node: nodes.Node) -> Iterator[nodes.Element]:
    while (parent := node.parent) is not None:
        yield parent
        node = parent


def mark(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let the first use of a word in each section of a system's chapters lead to its meaning."""
    system = docname.partition("/")[0]
    if system not in SYSTEMS or PAGE not in app.env.found_docs:
        return
    found, forms = pattern(system)
    page = app.builder.get_relative_uri(docname, PAGE)
    seen: dict[int, set[str]] = {}
    for section, text in prose(doctree):
        done = seen.setdefault(id(section), set())
        pieces: list[nodes.Node] = []
        rest = 0
        whole = text.astext()
        for match in found.finditer(whole):
            word = forms.get(match[0]) or forms[match[0].lower()]
            if word.anchor in done:
                continue
            done.add(word.anchor)
            to = nodes.reference("", match[0], refuri=f"{page}#{word.anchor}", internal=True, classes=["word"])
            pieces += [nodes.Text(whole[rest : match.start()]), to]
            rest = match.end()
        if pieces:
            around = text.parent.children
            at = next(number for number, each in enumerate(around) if each is text)
            text.parent[at : at + 1] = [*pieces, nodes.Text(whole[rest:])]


def write_texts(app: Sphinx, _builder: Builder) -> None:
    """What a preview shows of each word, for a classic script."""
    if app.builder.format == "html":
        static = Path(app.outdir, "_static")
        static.mkdir(parents=True, exist_ok=True)
        texts = {
            word.anchor.upper(): {"kind": "word", "title": word.word, "text": f"{SYSTEMS[word.system]}: {word.meaning}"}
            for word in words()
        }
        script = f"window.haventmsWordTexts = {json.dumps(texts, indent=0)};\n"
        (static / "word-texts.js").write_text(script, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("words", WordsPage)
    app.connect("doctree-resolved", mark)
    app.connect("write-started", write_texts)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
