"""Nothing that a page needs comes from another host.

Mathematics is written as MathML, which browsers draw themselves. What the explorers need is copied beside the pages:
their client and styles, BokehJS from its wheel, and the engine that computes in the browser. After the build every
page, style sheet and script is searched for addresses of other hosts.
"""

import importlib.util
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from outside import outside
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

log = logging.getLogger(__name__)

ENGINE = Path(__file__).resolve().parents[2] / "widgets" / "engine" / "build.py"
ENGINE_TOLD = "built.js"
SHOWN = re.compile(r'data-explorer="([^"]+)"')


def mathml(node: nodes.Element, block: bool) -> str:
    try:
        return str(tex2mathml(node.astext(), as_block=block))
    except MathError as error:
        log.warning(f"This formula cannot be written as MathML: {error}", location=node, type="math")
        return ""


def visit_math(self: Any, node: nodes.math) -> None:
    self.body.append(self.starttag(node, "span", "", CLASS="math") + mathml(node, block=False) + "</span>")
    raise nodes.SkipNode


def visit_math_block(self: Any, node: nodes.math_block) -> None:
    self.body.append(self.starttag(node, "div", CLASS="math"))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})</span>')
    self.body.append(mathml(node, block=True) + "</div>\n")
    raise nodes.SkipNode


NEEDS = {"explorer", "readings"}
"""What a page can have that needs scripts of ours: an explorer, or the open questions with their switches."""


def note_explorers(app: Sphinx, doctree: nodes.document) -> None:
    """Remember the pages that show an explorer, and give its heading the level below the section that it stands in."""
    for node in list(doctree.findall(nodes.raw)):
        if "data-explorer=" in node.astext():
            page = app.env.metadata[app.env.docname]
            page["explorer"] = True
            page["explorers"] = [*page.get("explorers", ()), *SHOWN.findall(node.astext())]
            level = f'aria-level="{depth(node) + 1}"'
            node.children = [nodes.Text(node.astext().replace('aria-level="2"', level, 1))]


def depth(node: nodes.Node | None) -> int:
    """How many sections a node stands in."""
    return 0 if node is None else depth(node.parent) + isinstance(node, nodes.section)


def copy_assets(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Put what explorers need into `_static`, before the pages are written: their tags carry checksums.

    Every page is written anew when the engine has come, gone or changed: which scripts a page loads depends on it.
    """
    if app.builder.format != "html" or not any(NEEDS & page.keys() for page in env.metadata.values()):
        return []
    from haventms_widgets.faces import page as face  # it brings Bokeh: only where there is an explorer

    static = Path(app.outdir, "_static")
    for source, target in face.static_files():
        (static / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, static / target)
    settled = next((name for name, page in env.metadata.items() if "readings" in page), "")
    questions = face.questions(settled and app.builder.get_target_uri(settled))
    (static / face.QUESTIONS).write_text(questions, encoding="utf-8")
    return sorted(env.found_docs) if copy_engine(static / "haventms") else []


def copy_engine(folder: Path) -> bool:
    """Put the engine beside the client and write what the client is told of it; without an engine, say so.

    Returns whether what the client is told has changed.
    """
    told = folder / ENGINE_TOLD
    before = told.read_text(encoding="utf-8") if told.exists() else ""
    notice = ENGINE.with_name("NOTICE")
    try:
        engine = load(ENGINE).copy_into(folder)
    except Exception as error:  # whatever is missing or wrong, the pages still show their default cases
        sentence = f"The explorers of this book stay static, they have no engine: {error}"
        if os.environ.get("CI"):
            log.warning(sentence)
        else:
            print(sentence, file=sys.stderr)
        now = ""
        told.unlink(missing_ok=True)
    else:
        now = f"window.haventmsEngine = {json.dumps(engine)};\n"
        told.write_text(now, encoding="utf-8")
        notice = folder / engine["base"] / "NOTICE"
    shutil.copyfile(notice, folder / "NOTICE.txt")  # where the page on licences finds it
    return now != before


def tag_assets(app: Sphinx, name: str, _template: str, _context: dict[str, Any], _doctree: object) -> None:
    """Load what explorers need on the pages that have one, and nowhere else."""
    page = app.env.metadata.get(name, {})
    if not NEEDS & page.keys():
        return
    from haventms_widgets.faces import page as face

    told = f"haventms/{ENGINE_TOLD}"
    for number, script in enumerate(face.READINGS):
        app.add_js_file(script, priority=600 + number)
    scripts = ["clauses.js", *face.scripts()] if "explorer" in page else [face.RULINGS]
    if "explorer" in page and Path(app.outdir, "_static", told).exists():
        scripts.insert(0, told)
    for number, script in enumerate(scripts):
        app.add_js_file(script, priority=700 + number, loading_method="defer")
    for style in face.styles():
        app.add_css_file(style, priority=700)


def load(file: Path) -> ModuleType:
    """A module that belongs to no package, by its path."""
    spec = importlib.util.spec_from_file_location(f"haventms_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(f"{file} is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(app: Sphinx, exception: Exception | None) -> None:
    """Every address of another host is a warning, and the build takes warnings for errors."""
    if exception is None and app.builder.format == "html":
        for file, address in outside(Path(app.outdir)):
            log.warning(f"{file} asks another host: {address}", type="selfhost")


def setup(app: Sphinx) -> dict[str, Any]:
    # Tells `show` to give the page face: a build must not create widgets, their state would stay in the page.
    os.environ["HAVENTMS_BOOK"] = "1"
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
    app.connect("doctree-read", note_explorers)
    app.connect("env-updated", copy_assets)
    app.connect("html-page-context", tag_assets)
    app.connect("build-finished", check)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
