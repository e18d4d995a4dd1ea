"""The page face: an explorer as a section of a static page, its default case in full, ready to be made live.

The section stands by itself without JavaScript; `page/client.js` makes it compute.
"""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

import bokeh
from bokeh.embed import json_item

from haventms import Rulings, clauses

from .. import charts
from ..characters import PLACES, several
from ..explorer import Explorer, View
from ..exports import FORMATS, files
from ..markup import fragments as html
from ..markup.fields import fields

ASSETS = Path(str(resources("haventms_widgets").joinpath("page")))
SCRIPTS = (
    "starter.js",
    "painter.js",
    "quicken.js",
    "drawing.js",
    "parts.js",
    "client.js",
    "files.js",
    "exports.js",
    "characters.js",
)
QUESTIONS = "haventms/questions.js"
"""Written for each book by `questions`."""
READINGS = (QUESTIONS, "haventms/readings.js")
"""Scripts that a page waits for, before it shows anything: an explorer says whose readings it follows."""
RULINGS = "haventms/rulings.js"
"""The script of the page on which the open questions are settled, after `READINGS`."""
BOKEH = Path(bokeh.__file__).parent / "server" / "static" / "js" / "bokeh.min.js"


def static_files() -> Iterator[tuple[Path, str]]:
    """What a page needs beside the engine: (file, place under the book's static folder)."""
    for name in (*SCRIPTS, "readings.js", "rulings.js", "page.css"):
        yield ASSETS / name, f"haventms/{name}"
    yield BOKEH, f"haventms/bokeh-{bokeh.__version__}.min.js"


def scripts() -> tuple[str, ...]:
    """The classic scripts of a page with explorers, in their order, under the book's static folder."""
    return (f"haventms/bokeh-{bokeh.__version__}.min.js", *(f"haventms/{name}" for name in SCRIPTS))


def questions(page: str = "") -> str:
    """The script `QUESTIONS`: what pages know of the open questions; `page` is where in the book they are settled."""
    known = {
        entry.field: {
            "id": entry.id,
            "readings": {choice.token: choice.meaning for choice in entry.choices},
            **_pattern(entry.field),
        }
        for entry in clauses()
        if entry.field
    }
    told = {"page": page, "sets": {"default": {}, "literal": Rulings.literal().changed}, "questions": known}
    return f"window.haventmsQuestions = {json.dumps(told, ensure_ascii=False, separators=(',', ':'))};\n"


def _pattern(field: str) -> dict[str, str]:
    """How further readings of a question are written, where any die may be named."""
    rules = Rulings.model_json_schema()["properties"][field]
    return {"pattern": rules["pattern"]} if "pattern" in rules else {}


def styles() -> tuple[str, ...]:
    """The stylesheets of a page with explorers."""
    return ("haventms/page.css",)


@cache
def wire_size() -> int:
    """Bytes on the wire for the scripts and styles of a page, gzipped: BokehJS is nearly all of it."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path, _ in static_files())


def section(explorer: Explorer[Any, Any], inputs: Any, rulings: Rulings, view: View) -> str:
    """The explorer as one HTML section with its data beside it; its heading is one of the second level."""
    drawn = charts.figure(explorer.chart, view["series"])
    title = f'<p class="htms-title" role="heading" aria-level="2">{escape(explorer.title)}</p>'
    summary = f'<p class="htms-summary">{escape(explorer.summary)}</p>'
    return "".join(
        [
            # A group, no landmark: a page may have the same explorer twice.
            f'<div class="htms" role="group" data-explorer="{escape(explorer.id)}" '
            f'aria-label="{escape(explorer.title)}">',
            title,
            summary,
            _readings(view),
            _presets(explorer),
            f'<form class="htms-form" autocomplete="off"><fieldset class="htms-all" disabled data-part="controls">'
            f"{fields(inputs)}</fieldset></form>",
            '<p class="htms-error htms-form-error" data-error="" role="alert" hidden></p>',
            _status(),
            f'<div class="htms-answer" data-part="headline">{html.headline(view)}</div>',
            '<p class="htms-announce" data-part="announce" aria-live="polite"></p>',
            f'<div class="htms-body"><div data-part="facts">{html.facts(view, live=True)}</div>',
            _figure(view, charts.height(drawn)),
            "</div>",
            _fold("Why: every step with its clause", "ledger", html.ledger(view), True),
            _fold("Rulings: what another reading gives", "rulings", html.rulings(view, switches=True), False),
            _fold("The numbers behind the picture", "data", html.data(view), False),
            _fold("Open this case in Python", "python", html.python(view, live=True), False),
            _fold("Save and share", "take", _take(), False),
            _fold("Your characters", "party", _party(explorer.id), False) if explorer.id in PLACES else "",
            _config(explorer, view, drawn),
            "</div>",
        ]
    )


def _readings(view: View) -> str:
    """The place where the page says whose readings the case follows; filled at once, so that nothing moves later."""
    asked = ",".join(f"{each['field']}:{each['choice']}" for each in view["asked"] if each["field"])
    place = f'<div class="htms-readings" data-part="readings" data-asked="{escape(asked)}" hidden></div>'
    return f"{place}<script>window.haventmsReadings?.fill(document.currentScript.parentElement)</script>"


def _presets(explorer: Explorer[Any, Any]) -> str:
    options = "".join(
        f'<option value="{escape(preset_state(explorer, each.inputs, each.rulings))}">{escape(each.title)}</option>'
        for each in explorer.presets
    )
    first = '<option value="">choose one</option>'
    return (
        '<div class="htms-presets" hidden><label><span class="htms-label">Worked cases</span> '
        f"<select data-preset>{first}{options}</select></label></div>"
    )


def preset_state(explorer: Explorer[Any, Any], inputs: Any, rulings: Any) -> str:
    """The state text of a preset."""
    from ..state import write

    return write(explorer.Inputs.model_validate(dict(inputs)), Rulings.model_validate(dict(rulings)))


def _status() -> str:
    return (
        '<div class="htms-status" data-part="status"><span class="htms-say" role="status">'
        "This page shows the case below. Changing a value needs JavaScript.</span>"
        '<progress hidden aria-label="Loading the rules"></progress>'
        '<button type="button" data-start hidden></button></div>'
    )


def _figure(view: View, height: int) -> str:
    return (
        '<figure class="htms-figure" data-part="figure">'
        f'<div class="htms-canvas" role="img" aria-label="{escape(view["picture"])}" style="min-height: {height}px">'
        "</div>"
        f'<figcaption data-part="picture">{escape(view["picture"])}</figcaption></figure>'
    )


def _fold(title: str, part: str, inner: str, opened: bool) -> str:
    return (
        f'<details class="htms-fold"{" open" if opened else ""}><summary>{title}</summary>'
        f'<div data-part="{part}">{inner}</div></details>'
    )


def _take() -> str:
    """Buttons that save what is shown: the picture as it is drawn, the rest as Python writes it."""
    pictures = [("png", "Picture (PNG)"), ("svg", "Picture (SVG)")]
    kinds = [*pictures, *((kind, each.label) for kind, each in FORMATS.items())]
    buttons = "".join(
        f'<button type="button" data-save="{kind}" aria-label="Save: {label}">{label}</button>' for kind, label in kinds
    )
    link = '<button type="button" data-link>Copy link</button>'
    return f'<div class="htms-take">{buttons}{link}</div><p class="htms-told" role="status" data-told></p>'


def _party(id: str) -> str:
    """A file of characters, who of them is shown, and as what."""
    roles = PLACES[id]
    options = "".join(f'<option value="{role}">{role}</option>' for role in roles)
    everybody = ' data-all="all of them"' if several(id) else ""
    file = '<input type="file" accept=".json,application/json" data-party>'
    return (
        "<div data-characters>"
        '<p class="htms-help">A file with the numbers of a party. It stays in this browser.</p><div class="htms-take">'
        f'<label><span class="htms-label">File</span> {file}</label>'
        f'<label><span class="htms-label">Character</span> <select data-who{everybody} disabled></select></label>'
        f'<label{"" if len(roles) > 1 else " hidden"}><span class="htms-label">As</span> '
        f"<select data-role>{options}</select></label>"
        '<button type="button" data-forget disabled>Forget the file</button></div>'
        '<p class="htms-told" role="status" data-party-told></p></div>'
    )


def _config(explorer: Explorer[Any, Any], view: View, drawn: Any) -> str:
    config = {
        "explorer": explorer.id,
        "state": view["state"],
        "item": json_item(drawn),
        "files": files(view),
    }
    text = json.dumps(config, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" class="htms-config">{text}</script>'
