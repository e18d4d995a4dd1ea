"""What counts as asking another host."""

from pathlib import Path

import pytest

from book.books import outside

ASKS = {
    "script.html": '<script src="https://a.example/x.js"></script>',
    "style.html": '<link rel="stylesheet" href="//a.example/x.css">',
    "preload.html": '<link rel="preconnect" href="https://a.example">',
    "image.html": '<img src="/x.png" srcset="x.png 1x, https://a.example/x.png 2x">',
    "quoted.html": "<img alt='a > b \"<' src='https://a.example/x.png'>",
    "frame.html": "<iframe src='http://a.example/'></iframe>",
    "inline-style.html": '<p style="background: url(https://a.example/x.png)">',
    "style-element.html": '<style>@import "https://a.example/x.css";</style>',
    "module.html": '<script type="module">import x from "https://a.example/x.mjs"</script>',
    "sheet.css": "a { background: url('https://a.example/x.png') }",
    "import.css": '@import "//a.example/x.css";',
    "fetch.js": 'fetch("https://a.example/x.json")',
    "worker.mjs": "new Worker('https://a.example/w.js')",
    "picture.svg": '<svg><image xlink:href="https://a.example/x.png"/></svg>',
}
ASKS_NOT = {
    "link.html": '<a href="https://a.example/">follow me</a> <link rel="canonical" href="https://a.example/">',
    "own.html": '<script src="_static/x.js"></script><img src="data:image/png;base64,AA//AA">',
    "text.html": '<p>url(https://a.example/x.png)</p><pre>fetch("https://a.example")</pre>',
    "space.svg": '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    "comment.css": "/* see https://a.example/ */ a { background: url(x.png) }",
    "names.js": 'const page = "https://a.example/";',
    "library.min.js": 'fetch("https://a.example/x.json")',
}


@pytest.mark.parametrize("name", ASKS)
def test_what_a_browser_would_fetch_is_found(tmp_path: Path, name: str) -> None:
    """Each way in which a page, a style sheet or a script makes a browser ask."""
    (tmp_path / name).write_text(ASKS[name], encoding="utf-8")
    assert [(file, "a.example" in address) for file, address in outside(tmp_path)] == [(name, True)]


@pytest.mark.parametrize("name", ASKS_NOT)
def test_what_only_names_an_address_is_not(tmp_path: Path, name: str) -> None:
    """Links that a reader follows, names, comments, the book's own files."""
    (tmp_path / name).write_text(ASKS_NOT[name], encoding="utf-8")
    assert list(outside(tmp_path)) == []
