"""The book's build: clause boxes and references, what it refuses, what it builds again, two builds at once."""

import json
import re
import shutil
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from book.books import Built, SmallBook

Make = Callable[..., SmallBook]

BOX = """:::{admonition} Base speed
:class: rule
:name: h-spd-1

Ten feet, and more. $\\frac{1}{2}$
:::"""


def test_boxes_are_decorated_and_cited_from_prose_links_and_html(small_book: Make) -> None:
    """An id lands on its box from another page, whether it is inline code, a link, or HTML that a cell shows; formulas
    and computed numbers need no script."""
    book = small_book(
        intro="# Intro\n\nSee `H-SPD-1`, [that one](#h-spd-1), [](#h-spd-1) and `H-SPD-1 or so`, then `H-SPD-2`.",
        chapter=[
            f"%md # Chapter\n\n{BOX}\n\n$$\\lfloor x \\rfloor$$",
            "x = 3\nx",
            "%md Now {eval}`x + 1`.",
            "from IPython.display import HTML",
            'HTML(\'<i><code>H-SPD-2</code></i> <a href="#h-spd-1"><code>H-SPD-1</code></a>'
            '<script type="application/json">"<code>H-SPD-1</code>"</script>\')',
        ],
    )
    built = book.build()
    assert built.code == 0, built.said

    intro, chapter, index = built.page("intro"), built.page("chapter"), built.page("clauses")
    assert intro.count('href="chapter.html#h-spd-1"') == 3
    assert ">that one</span>" in intro
    assert ">Base speed</span>" in intro
    assert 'href="clauses.html#h-spd-2"' in intro, "an id without a box is anchored in the index"
    assert '<span class="pre">H-SPD-1</span> <span class="pre">or' in intro, "only a whole id is a reference"

    assert re.search(r'<div class="rule clause-clause admonition" id="h-spd-1">', chapter)
    assert '<a class="clause-id reference internal" href="#h-spd-1" title="Link to H-SPD-1">H-SPD-1</a>' in chapter
    assert "haventms.haven.speed.base_speed" in chapter
    assert 'href="clauses.html#index-h-spd-1"' in chapter
    assert '<i><a class="clause-ref" href="clauses.html#h-spd-2">H-SPD-2</a></i>' in chapter
    assert '<a href="#h-spd-1"><code>H-SPD-1</code></a>' in chapter
    assert '<script type="application/json">"<code>H-SPD-1</code>"</script>' in chapter, "scripts are left alone"
    assert 'Now <span class="output text_plain">4</span>.' in chapter

    assert 'id="index-h-spd-1"' in index
    assert 'id="h-spd-2"' in index
    assert 'href="chapter.html#h-spd-1"' in index

    assert chapter.count("<math ") == 2, "browsers draw formulas themselves"
    for name in ("mathjax@", "mathjax/", "thebe", "require.js", "html-manager"):
        assert name not in chapter.lower(), "scripts that Jupyter Book would ask other hosts for"

    urls = json.loads((built.html / "_static" / "clauses.json").read_text(encoding="utf-8"))
    assert urls["H-SPD-1"] == "chapter.html#h-spd-1"
    assert urls["H-SPD-2"] == "clauses.html#h-spd-2"
    script = (built.html / "_static" / "clauses.js").read_text(encoding="utf-8")
    assert json.loads(script.removeprefix("window.haventmsClauses = ").removesuffix(";\n")) == urls


FAULTS = {
    "There is no clause, ruling or erratum 'H-SPD-99'": "Inline: `H-SPD-99`.",
    "There is no clause, ruling or erratum 'H-SPD-98'": "Link: [x](#h-spd-98).",
    "There is no clause, ruling or erratum 'H-SPD-97'": (
        ":::{admonition} X\n:class: rule\n:name: h-spd-97\n\nUnknown.\n:::"
    ),
    "The box of H-SPD-2 is titled 'Wrong'; the register says": (
        ":::{admonition} Wrong\n:class: rule\n:name: h-spd-2\n\nA wrong title.\n:::"
    ),
    "The box 'Nameless' needs `:name:`": ":::{admonition} Nameless\n:class: rule\n\nNo name.\n:::",
    "H-SPD-1 has a box in": BOX,
    "This formula cannot be written as MathML": "$\\nonsense{$",
    "'myst' cross-reference target not found: 'nowhere'": "[x](#nowhere)",
}


def test_what_is_wrong_fails_the_build_each_time_in_words(small_book: Make) -> None:
    """Unknown ids, wrong boxes, broken links and addresses of other hosts fail the build, a second time too; the last
    good book stays, and a mended book is built."""
    book = small_book(intro="# Intro\n\nA good book.", chapter=[f"%md # Chapter\n\n{BOX}", "1 + 1"])
    good = book.build()
    assert good.code == 0, good.said

    text = "\n\n".join(FAULTS.values())
    cells = [
        f"%md # Faults\n\n{text}",
        "from IPython.display import HTML",
        "HTML(\"<code>H-SPD-96</code><img src='https://example.org/x.png'>\")",
        "1 / 0",
    ]
    book.write(faults=cells)
    expected = [
        *FAULTS,
        "There is no clause, ruling or erratum 'H-SPD-96'",
        "faults.html asks another host: https://example.org/x.png",
        "ZeroDivisionError",
    ]
    for attempt in ("first", "second"):
        bad = book.build()
        assert bad.code == 1, f"the {attempt} attempt was let through"
        for sentence in expected:
            assert sentence in bad.said, f"{sentence!r} is missing in the {attempt} attempt"
        assert "the last good book stays" in bad.said
        assert "A good book." in bad.page("intro")
        assert not (bad.html / "faults.html").exists()

    (book.folder / "faults.ipynb").unlink()
    book.write(intro="# Intro\n\nA mended book.")
    mended = book.build()
    assert mended.code == 0, mended.said
    assert "A mended book." in mended.page("intro")


def copy_packages(to: Path) -> Path:
    for package in ("haventms", "haventms_widgets"):
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        shutil.copytree(Path(spec.origin).parent, to / package, ignore=shutil.ignore_patterns("__pycache__"))
    return to


def test_a_changed_rule_is_computed_anew_and_an_unchanged_one_is_not(small_book: Make, tmp_path: Path) -> None:
    """Sphinx sees no change when only a module that a notebook imports has changed; the book must not."""
    book = small_book(
        intro="# Intro", chapter=["%md # Chapter", "from haventms.probe import FEET", "%md {eval}`FEET` feet"]
    )
    book.packages = copy_packages(tmp_path / "packages")
    rule = book.packages / "haventms" / "probe.py"

    def shown(built: Built) -> str:
        assert built.code == 0, built.said
        return re.findall(r'<span class="output text_plain">(\d+)</span> feet', built.page("chapter"))[0]

    rule.write_text("FEET = 10\n", encoding="utf-8")
    assert shown(book.build()) == "10"
    again = book.build("--verbose")
    assert shown(again) == "10"
    assert "0 added, 0 changed, 0 removed" in re.sub(r"\x1b\[[\d;]*m", "", again.said)
    rule.write_text("FEET = 15\n", encoding="utf-8")
    assert shown(book.build()) == "15"


def test_a_moved_box_takes_its_links_along(small_book: Make) -> None:
    """Pages that did not change themselves are written anew when a box has moved."""
    book = small_book(intro="# Intro\n\n`H-SPD-1`", one=f"# One\n\n{BOX}", two="# Two\n\nEmpty.")
    assert 'href="one.html#h-spd-1"' in book.build().page("intro")
    time.sleep(0.01)  # Sphinx compares times of change
    book.write(one="# One\n\nEmpty.", two=f"# Two\n\n{BOX}")
    moved = book.build()
    assert moved.code == 0, moved.said
    assert 'href="two.html#h-spd-1"' in moved.page("intro")


def test_two_builds_at_once_wait_for_each_other(small_book: Make) -> None:
    """Both end well, and the book is whole."""
    book = small_book(intro="# Intro", chapter=[f"%md # Chapter\n\n{BOX}", "1 + 1"])
    first, second = [book.end(process) for process in (book.start(), book.start())]
    assert (first.code, second.code) == (0, 0), first.said + second.said
    assert "Another build of this book is running; waiting for it." in first.said + second.said
    assert "Base speed" in first.page("chapter")
    left = {file.name for file in (book.folder / "_build").iterdir()}
    assert left == {"html", ".html.work", ".html.lock"}
