"""Full disks and Ctrl-C at any moment: a sentence, what stood before stays, nothing half-written is left."""

import errno
import importlib.util
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from engine_harness import load_build

from book.books import BOOK

FULL = OSError(errno.ENOSPC, "No space left on device")
FAULTS = {"a full disk": FULL, "Ctrl-C": KeyboardInterrupt()}


def raising(error):
    def fault(*_args, **_named):
        raise error

    return fault


@pytest.fixture
def builder(monkeypatch, tmp_path):
    """The build of a book in tmp_path whose Sphinx writes one page; the book that is there says "old"."""
    monkeypatch.syspath_prepend(str(BOOK / "_tools"))
    spec = importlib.util.spec_from_file_location("book_build", BOOK / "_tools" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def sphinx(_source, work, _verbose):
        (work / "html").mkdir(exist_ok=True)
        (work / "html" / "index.html").write_text("new")
        return True

    monkeypatch.setattr(module, "sphinx", sphinx)
    monkeypatch.setattr(sys, "argv", ["build.py", "--source", str(tmp_path)])
    (tmp_path / "_build" / "html").mkdir(parents=True)
    (tmp_path / "_build" / "html" / "index.html").write_text("old")
    return module


def half(work):
    (work / "html").mkdir()
    (work / "html" / "index.html").write_text("ne")


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("stage", ["Sphinx", "list of files", "copy", "rename", "second rename"])
def test_the_book_stays_whole(stage, fault, builder, monkeypatch, tmp_path, capsys):
    """Wherever its build is broken off; and the next one ends well."""
    error = FAULTS[fault]
    rename, renamed = Path.rename, []

    def renaming(path, target):
        renamed.append(target)
        if len(renamed) == (1 if stage == "rename" else 2):
            raise error
        return rename(path, target)

    with monkeypatch.context() as patch:
        if stage == "Sphinx":
            patch.setattr(builder, "sphinx", lambda _source, work, _verbose: half(work) or raising(error)())
        elif stage == "list of files":
            patch.setattr(builder.offline, "write", raising(error))
        elif stage == "copy":
            patch.setattr(shutil, "copytree", lambda _from, to: to.mkdir() or half(to) or raising(error)())
        else:
            patch.setattr(Path, "rename", renaming)
        code = builder.main()
    said = "Stopped" if fault == "Ctrl-C" else "The book was not built: No space left on device"
    assert (code, capsys.readouterr().err) == (130 if fault == "Ctrl-C" else 1, f"{said}; the last good book stays.\n")
    folder = tmp_path / "_build"
    assert (folder / "html" / "index.html").read_text() == "old"
    assert {each.name for each in folder.iterdir()} - {".html.work"} == {"html", ".html.lock"}
    assert (folder / ".html.work").exists() == (stage not in ("Sphinx", "list of files")), "only a whole one is kept"
    assert builder.main() == 0
    assert (folder / "html" / "index.html").read_text() == "new"


def test_a_book_that_was_taken_away_comes_back(builder, monkeypatch, tmp_path, capsys):
    """Where the machine went out between the two renames, and the next build fails."""
    folder = tmp_path / "_build"
    (folder / "html").rename(folder / ".html.old")
    monkeypatch.setattr(builder, "sphinx", lambda *_: False)
    assert builder.main() == 1
    assert "the last good book stays" in capsys.readouterr().err
    assert (folder / "html" / "index.html").read_text() == "old"


def test_sphinx_is_broken_off(small_book, tmp_path):
    """The real one, by Ctrl-C at some moment and by files that can grow no longer: in a sentence, without a trace."""
    book = small_book(intro="# Intro", chapter=["%md # Chapter", "1 + 1"])
    output = book.folder / "_build" / "html"
    output.mkdir(parents=True)
    (output / "index.html").write_text("old")
    process = book.start()
    wait_for(output.with_name(".html.work"), process)
    time.sleep(random.random() * 1.5)
    process.send_signal(signal.SIGINT)
    stopped = book.end(process)
    full = book.end(book.start(limit=50_000))
    assert (stopped.code, full.code) == (130, 1), stopped.said + full.said
    assert stopped.said.endswith("Stopped; the last good book stays.\n")
    assert "; the last good book stays." in full.said
    assert "Traceback" not in stopped.said + full.said
    assert (output / "index.html").read_text() == "old"
    assert {each.name for each in output.parent.iterdir()} == {"html", ".html.lock"}


def wait_for(path, process):
    until = time.monotonic() + 120
    while not path.exists():
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_engine_stays_whole(fault, root, monkeypatch, tmp_path, capsys):
    """A part that could not be written is not there, nor is what was begun of it."""
    module, error = load_build(root), FAULTS[fault]
    outside = sys.modules["engine_outside"]

    def begun(fresh):
        (fresh / "memory").write_text("half")
        raise error

    def build(*_):
        outside.folder(tmp_path / "part", begun)

    monkeypatch.setattr(module, "build", build)
    code = module.main([])
    said = capsys.readouterr().err
    if fault == "Ctrl-C":
        assert (code, said) == (130, "Stopped; what was built before stays.\n")
    else:
        assert (code, said) == (1, "The browser engine was not built: No space left on device.\n")
    outside.write_json(tmp_path / "stamp.json", {"version": "old"})
    monkeypatch.setattr(os, "replace", raising(error))
    with pytest.raises(type(error)):
        outside.write_json(tmp_path / "stamp.json", {"version": "new"})
    assert [each.name for each in tmp_path.iterdir()] == ["stamp.json"]
    assert outside.read_json(tmp_path / "stamp.json") == {"version": "old"}


@pytest.mark.parametrize(
    ("said", "error", "told"),
    [
        ("Error: ENOSPC: no space left on device, write", OSError, "No space left on device"),
        ("ERROR: Could not install packages: [Errno 28] No space left on device", OSError, "No space left on device"),
        ("RangeError: out of memory", "EngineUnavailable", "It did not start. (RangeError: out of memory)"),
        ("killed", "EngineUnavailable", "It did not start. (Node.js v20)"),
    ],
)
def test_a_tool_that_fails_is_quoted_unless_the_disk_is_full(root, tmp_path, said, error, told):
    """A full disk is no reason to build a book without its engine; node tells its version after what is wrong."""
    load_build(root)
    outside = sys.modules["engine_outside"]
    script = f"import sys; print({said!r}, 'Node.js v20', sep=chr(10), file=sys.stderr); sys.exit(1)"
    kind = error if isinstance(error, type) else getattr(outside, error)
    with pytest.raises(kind, match=f"{re.escape(told)}$"):
        outside.run([sys.executable, "-c", script], tmp_path, "It did not start.")


LATER = """
import os, signal, sys
signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
signal.setitimer(signal.ITIMER_REAL, float(sys.argv.pop(1)))
"""
COMMAND = f"from haventms_widgets.faces.command import main\n{LATER}\nmain()"


@pytest.mark.parametrize("most", [0.3, 1.0, 2.0])
def test_ctrl_c_ends_the_server_while_it_starts(most):
    """At some moment, in a word."""
    after = 0.01 + random.random() * most
    command = [sys.executable, "-c", COMMAND, f"{after}", "serve", "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) in ((130, "Stopped.\n"), (0, "")), f"{after} s: {done.stderr}"
    assert done.returncode == 130 or done.stdout.endswith("Stopped.\n")


def test_ctrl_c_ends_fuzzing_while_it_starts(root, tmp_path):
    """Its processes are silent about it."""
    run = root / "tests" / "fuzz" / "run.py"
    after = 0.2 + random.random() * 2
    script = LATER.replace("os.kill(os.getpid()", "os.killpg(os.getpid()") + (
        f"import runpy; sys.argv[0] = {str(run)!r}; runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, f"{after}", "--processes", "2", "--output", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        start_new_session=True,
    )
    assert done.returncode == 130, done.stderr
    assert "Stopped " in done.stdout
    assert "Traceback" not in done.stderr, f"{after} s"
