"""The book without a connection, for readers who ask for it.

A build leaves the service worker at the book's root and `kept.json`, which names every file that a reader needs: the
last step, when all files are there. `_static/offline.js` offers the switch where a page has a place for it
(`data-offline`).
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

WORKER = "sw.js"
LIST = "kept.json"
# What no page loads over http: sources, maps for debugging, the theme's templates, the engine as it is read from files.
NEEDLESS = (".map", ".pack.js", ".po", ".mo", ".inv", "macros.html", ".buildinfo", ".doctree", WORKER, LIST)
NEEDLESS_FOLDERS = ("_sources", "locales")


def needed(folder: Path) -> Iterator[Path]:
    """The files that a reader needs, in a fixed order."""
    for file in sorted(folder.rglob("*")):
        place = file.relative_to(folder)
        if file.is_file() and not place.name.endswith(NEEDLESS) and not set(NEEDLESS_FOLDERS) & set(place.parts):
            yield place


def write(folder: Path) -> None:
    """Put the service worker and the list of files into a book that is built."""
    package = find_spec("haventms_widgets")
    assert package is not None
    assert package.origin is not None
    shutil.copyfile(Path(package.origin).with_name("page") / WORKER, folder / WORKER)
    digest = hashlib.sha256()
    size = 0
    files = []
    for place in needed(folder):
        content = (folder / place).read_bytes()
        digest.update(f"{place.as_posix()}\0".encode() + hashlib.sha256(content).digest())
        size += len(content)
        files.append(place.as_posix())
    told = {"version": digest.hexdigest()[:16], "bytes": size, "files": files}
    (folder / LIST).write_text(json.dumps(told, indent=0) + "\n", encoding="utf-8")
