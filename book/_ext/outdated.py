"""A rebuild must see a changed rule.

Sphinx takes a chapter for unchanged when only a module that it imports has changed, and would keep the old numbers.
So every page is read again when a file of either package has changed since the last build.
"""

import hashlib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

PACKAGES = ("haventms", "haventms_widgets")


def fingerprint() -> str:
    """One hash over every file of the packages, their names included."""
    digest = hashlib.sha256()
    for package in PACKAGES:
        spec = find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            for file in sorted(Path(folder).rglob("*")):
                if file.is_file() and "__pycache__" not in file.parts:
                    digest.update(f"{package}/{file.relative_to(folder).as_posix()}\0".encode())
                    digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def outdate(_app: Sphinx, env: BuildEnvironment, _added: set[str], _changed: set[str], _removed: set[str]) -> list[str]:
    now = fingerprint()
    before, env.haventms_fingerprint = getattr(env, "haventms_fingerprint", now), now  # type: ignore[attr-defined]
    return [] if before == now else sorted(env.found_docs)


def allow_parallel(app: Sphinx, _config: Config) -> None:
    """Chapters are read in parallel. This extension of Jupyter Book's, which numbers nothing here, does not say that
    it may be; it works on the whole contents only after everything has been read."""
    app.extensions["sphinx_multitoc_numbering"].parallel_read_safe = True


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("config-inited", allow_parallel)
    app.connect("env-get-outdated", outdate)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
