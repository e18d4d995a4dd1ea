"""Explorers over the rules of haventms: one View, shown in a notebook, a dashboard, a page, a terminal.

Importing this package loads no toolkit; a face brings its own when it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .explorer import Explorer, View
    from .faces.shown import notebook, open_link, show
    from .markup.live import prepare, run_characters, run_files, run_page
    from .registry import explorers
    from .run import run_json, run_state
    from .sweeps import sweep
    from .table import readings

_HOMES = {
    "Explorer": "explorer",
    "View": "explorer",
    "explorers": "registry",
    "notebook": "faces.shown",
    "open_link": "faces.shown",
    "run_characters": "markup.live",
    "run_files": "markup.live",
    "prepare": "markup.live",
    "readings": "table",
    "run_json": "run",
    "run_page": "markup.live",
    "run_state": "run",
    "show": "faces.shown",
    "sweep": "sweeps",
}

__all__ = [
    "Explorer",
    "View",
    "explorers",
    "notebook",
    "open_link",
    "prepare",
    "readings",
    "run_characters",
    "run_files",
    "run_json",
    "run_page",
    "run_state",
    "show",
    "sweep",
]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"haventms_widgets has no {name!r}")
