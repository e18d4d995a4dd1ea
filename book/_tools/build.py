"""Build the rulebook: `python book/_tools/build.py` writes book/_build/html.

Every warning is an error. The book is built beside its place and moved there when it is whole, so that a broken
build, a full disk or Ctrl-C leaves the last good one. Builds of one place wait for each other. What has not changed
since the last good build is not built again; --fresh starts from nothing.
"""

import argparse
import fcntl
import hashlib
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import offline

BOOK = Path(__file__).resolve().parents[1]

# What Sphinx does not see change by itself: with another of these, everything is built anew.
MACHINERY = ("_config.yml", "_toc.yml", "_ext/*.py", "_ext/*.toml", "_static/*", "_tools/*.py", "../widgets/engine/*")
TOOLS = ("jupyter-book", "sphinx", "myst-nb", "sphinx-book-theme", "pydata-sphinx-theme", "bokeh")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, default=BOOK, help="the folder of the book (default: this one)")
    parser.add_argument("--output", type=Path, help="where the pages go (default: _build/html in the source)")
    parser.add_argument("--fresh", action="store_true", help="build everything anew")
    parser.add_argument("--verbose", action="store_true", help="show the progress of Sphinx")
    asked = parser.parse_args()
    source = asked.source.resolve()
    output = (asked.output or source / "_build" / "html").resolve()
    started = time.monotonic()
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with lock(output.with_name(f".{output.name}.lock")):
            if not build(source, output, fresh=asked.fresh, verbose=asked.verbose):
                print(f"The book was not built{kept(output)}. What is wrong stands above.", file=sys.stderr)
                return 1
    except KeyboardInterrupt:
        print(f"Stopped{kept(output)}.", file=sys.stderr)
        return 130
    except OSError as error:
        print(f"The book was not built: {told(error)}{kept(output)}.", file=sys.stderr)
        return 1
    pages = sum("_static" not in file.parts for file in output.rglob("*.html"))
    print(f"The book is built: {pages} pages in {time.monotonic() - started:.1f} s, {output / 'index.html'}")
    return 0


def kept(output: Path) -> str:
    return "; the last good book stays" if output.exists() else ""


def told(error: OSError) -> str:
    """What the system says, without its number; of what shutil gathers for a folder the first will do."""
    first = error.args[0][0][2] if isinstance(error, shutil.Error) else error
    return re.sub(r"^\[Errno -?\d+\] ", "", str(first))


def build(source: Path, output: Path, fresh: bool, verbose: bool) -> bool:
    """Whether the book was built without a warning and now stands at `output`."""
    restore(output)
    work = output.with_name(f".{output.name}.work")
    key = machinery(source)
    mark = work / "machinery"
    if fresh or not mark.exists() or mark.read_text(encoding="utf-8") != key:
        shutil.rmtree(work, ignore_errors=True)
    work.mkdir(exist_ok=True)
    mark.unlink(missing_ok=True)  # a build that is killed starts from nothing next time
    whole = False
    try:
        whole = sphinx(source, work, verbose)
        if whole:
            offline.write(work / "html")
            mark.write_text(key, encoding="utf-8")
    finally:
        if not whole or not mark.exists():
            # Sphinx repeats no warning of a page that it takes for unchanged: the next build must read all of them.
            shutil.rmtree(work, ignore_errors=True)
    if whole:
        publish(work / "html", output)
    return whole


def sphinx(source: Path, work: Path, verbose: bool) -> bool:
    from jupyter_book import sphinx as machine
    from kernels import own_kernels

    usual = machine.handle_exception

    def tell(app: Any, arguments: Any, error: BaseException, stream: Any) -> None:
        if not isinstance(error, (OSError, KeyboardInterrupt)):  # these need no report, and are told by `main`
            usual(app, arguments, error, stream)

    machine.handle_exception = tell
    with own_kernels():
        outcome = machine.build_sphinx(
            source,
            work / "html",
            doctreedir=work / "doctrees",
            noconfig=True,
            path_config=source / "_config.yml",
            confoverrides={
                "external_toc_path": str(source / "_toc.yml"),
                "latex_individualpages": False,
                "nitpicky": True,
            },
            warningiserror=True,
            keep_going=True,
            jobs=min(2, os.cpu_count() or 1),
            quiet=not verbose,
        )
    if isinstance(outcome, (OSError, KeyboardInterrupt)):
        raise outcome
    return outcome == 0


def machinery(source: Path) -> str:
    digest = hashlib.sha256(" ".join(f"{tool} {version(tool)}" for tool in TOOLS).encode() + sys.version.encode())
    for folder in (BOOK, source):
        for pattern in MACHINERY:
            for file in sorted(folder.glob(pattern)):
                digest.update(file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()


def publish(built: Path, output: Path) -> None:
    """Put a copy of the built pages in their place, in two renames."""
    new, old = output.with_name(f".{output.name}.new"), output.with_name(f".{output.name}.old")
    try:
        for leftover in (new, old):
            shutil.rmtree(leftover, ignore_errors=True)
        shutil.copytree(built, new)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        try:  # with the old one away and the new one not there yet, nobody may stop it
            if output.exists():
                output.rename(old)
            new.rename(output)
        finally:
            restore(output)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    finally:
        for leftover in (new, old):
            shutil.rmtree(leftover, ignore_errors=True)


def restore(output: Path) -> None:
    """Put the last good book back where a build took it away and went no further, as when the power fails."""
    old = output.with_name(f".{output.name}.old")
    if old.exists() and not output.exists():
        old.rename(output)


@contextmanager
def lock(file: Path) -> Iterator[None]:
    """Held by one build at a time; another waits and says so."""
    with file.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another build of this book is running; waiting for it.", file=sys.stderr)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main())
