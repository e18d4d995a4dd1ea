"""What all tests share: where the browser is, that continuous integration never goes without one, and the rulebook."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from haventms import clauses, fired
from haventms.register import SYSTEMS

# How fast a machine is today is no property of the rules; what passes in continuous integration passes there again.
settings.register_profile("haventms", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("haventms")

if TYPE_CHECKING:
    from book.books import Built

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_BROWSER = "No Chromium is on this machine; install the Debian package chromium (or a Chrome) and run again."


FIRED: dict[str, set[str]] = {}
"""Test -> what fired in it, while `--fired` is given."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fired", metavar="FOLDER", help="write there which clauses and rulings each test fires")


def pytest_configure(config: pytest.Config) -> None:
    """Browsers run on one processor each: those of another worker have another one. Ctrl-C reaches what tests start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell ignores it for what runs in its background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker and config.option.markexpr == "browser":
        processors = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {processors[int(worker.removeprefix("gw")) % len(processors)]})


def _browser() -> str | None:
    named = os.environ.get("HAVENTMS_BROWSER")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Listen to what fires in a test, not in its fixtures: nothing does in one of a system that the register lacks.

    What hypothesis draws is not written down for `--fired`: it may be anything.
    """
    ours = item.path.parent.name in SYSTEMS
    drawn = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    written = item.config.option.fired and not drawn
    if not (ours or written):
        return (yield)
    with fired() as found:
        result = yield
    if written:
        FIRED.setdefault(item.nodeid.partition("[")[0], set()).update(found)
    assert not ours or [id for id in sorted(found) if id not in clauses()] == []
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Each process that ran tests writes what it heard."""
    if FIRED:
        folder = Path(session.config.option.fired)
        folder.mkdir(parents=True, exist_ok=True)
        heard = {name: sorted(found) for name, found in sorted(FIRED.items())}
        (folder / f"{os.getpid()}.json").write_text(json.dumps(heard, indent=0), encoding="utf-8")


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's executable, for tests marked `browser`; `HAVENTMS_BROWSER` names another one."""
    path = _browser()
    if path is None:
        pytest.fail(NO_BROWSER)
    return path


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test marked `browser` is left out on a machine without one, but fails in continuous integration."""
    if item.get_closest_marker("browser") is not None and _browser() is None:
        if os.environ.get("CI"):
            pytest.fail(NO_BROWSER, pytrace=False)
        pytest.skip(NO_BROWSER)


@pytest.fixture(scope="session")
def rulebook() -> "Built":
    """The real book, brought up to date."""
    from book.books import BOOK, Built  # only where a book is asked for

    process = subprocess.run(
        [sys.executable, str(BOOK / "_tools" / "build.py")], capture_output=True, text=True, timeout=280, check=False
    )
    built = Built(process.returncode, process.stdout + process.stderr, BOOK / "_build" / "html")
    assert built.code == 0, built.said
    return built
