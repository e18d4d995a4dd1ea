"""`haventms sweep`: what it writes, what it refuses, and that nothing is lost when it is interrupted or the disk is full."""

import csv
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from haventms_widgets import sweep
from haventms_widgets.faces.cli import main
from haventms_widgets.faces.sweep import _Line

COMMAND = "from haventms_widgets.faces.cli import main; main()"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("haven-sped", "--over", "swiftness=1..2"), "There is no explorer 'haven-sped'; did you mean haven-speed?"),
        (("haven-speed", "--over", "speed=1..2"), "haven-speed has no input 'speed'; it takes swiftness"),
        (("haven-speed", "--over", "swiftness=1..2", "--speed", "3"), "haven-speed has no input 'speed'"),
        (
            ("haven-speed", "--over", "swiftness=5..1"),
            "'5..1' is no range of swiftness: it must go up, in steps above 0.",
        ),
        (("haven-speed", "--over", "swiftness=1..5..0"), "it must go up, in steps above 0."),
        (("haven-speed", "--over", "swiftness=a..b"), "'a..b' is no range of swiftness: one looks like 1..5"),
        (("haven-speed", "--over", "swiftness=1..2..3..4"), "is no range of swiftness"),
        (("haven-speed", "--over", "swiftness=1..5..1/0"), "is no range of swiftness"),
        (("haven-speed", "--over", "swiftness=1..1000000000000"), "swiftness may take at most 100,000 values."),
        (("haven-speed", "--over", "swiftness"), "--over 'swiftness' is no field=range, such as swiftness=1..5."),
        (("haven-speed", "--over", "swiftness=1", "--over", "swiftness=2"), "--over names swiftness twice."),
        (
            ("haven-speed", "--over", "swiftness=0..9999", "--over", "mode_bonus=0..9999"),
            "The grid has 100,000,000 points; it may have at most 1,000,000.",
        ),
        (("haven-speed", "--over", "r.haven_stack=sum"), "The ruling haven_stack must be multiply or worst."),
        (
            ("haven-speed", "--over", "swiftness=1", "--format", "parquet"),
            "Parquet is no text: name a file with --output.",
        ),
        (("haven-speed", "--over", "swiftness=1", "--format", "xls"), "--format"),
        (
            ("haven-speed", "--over", "swiftness=1", "--workers", "-1"),
            "The workers must be a whole number from 0 to 256.",
        ),
        (("haven-speed",), "over"),
    ],
)
def test_what_cannot_be_swept_gets_a_sentence(arguments, sentence, capsys):
    """On stderr, with exit code 2, before anything is computed."""
    with pytest.raises(SystemExit) as left:
        main(["sweep", *arguments])
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def command(*arguments, limit=None):
    """The command line in a process of its own; it may write files of so many bytes at most."""

    def bounded():
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, "sweep", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=bounded if limit else None,
        start_new_session=True,
    )


def ended(process):
    out, err = process.communicate(timeout=200)
    return process.returncode, out, err


MARCH = ("overland-march", "--over", "con=3..40", "--over", "hours=8..30", "--load=medium", "--workers", "1")


def march():
    over = {"con": range(3, 41), "hours": range(8, 31)}
    return sweep("overland-march", over, executor=ThreadPoolExecutor(1), load="medium")


def test_the_command_writes_a_table(tmp_path):
    """As CSV and as JSON, by the name of the file; no journal is left."""
    expected = sweep("haven-speed", {"swiftness": range(5), "factors.0.kind": ["ice", "crowd"]})
    for name, text in (("s.csv", expected.csv()), ("s.json", expected.json())):
        over = ("--over", "swiftness=0..4", "--over", "factors.0.kind=ice,crowd")
        assert ended(command("haven-speed", *over, "--output", tmp_path / name)) == (0, "", "")
        assert (tmp_path / name).read_bytes().decode() == text
    assert sorted(each.name for each in tmp_path.iterdir()) == ["s.csv", "s.json"]
    assert [*csv.DictReader(io.StringIO(expected.csv()))][3]["Base speed (ft)"] == "15"
    assert json.loads(expected.json()) == list(expected.records())


def interrupted(target, journal):
    """How a sweep ends whose key press comes as soon as its journal holds something."""
    process = command(*MARCH, "--output", target)
    until = time.monotonic() + 120
    while process.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") > 3):
        assert time.monotonic() < until
        time.sleep(0.005)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)
    return ended(process)


def test_an_interrupted_command_goes_on(tmp_path):
    """Ctrl-C: a sentence, exit code 130, no table; the same command ends with the very table, and without a journal."""
    target, journal = tmp_path / "march.csv", tmp_path / "march.csv.journal"
    for _ in range(5):
        code, out, err = interrupted(target, journal)
        if not target.exists():
            break
        target.unlink()  # on a busy machine it may be done before the key arrives
    assert (code, out) == (130, "")
    assert err.startswith("Stopped. ")
    assert "are kept in" in err
    assert "Traceback" not in err
    assert not target.exists()
    assert ended(command(*MARCH, "--output", target)) == (0, "", "")
    assert target.read_bytes().decode() == march().csv()
    assert not journal.exists()


def test_an_interrupt_while_the_workers_load_is_no_trace(tmp_path):
    """Ctrl-C goes to every process of a terminal; only the first one speaks."""
    target = tmp_path / "march.csv"
    process = command(*MARCH, "--output", target)
    while not (tmp_path / "march.csv.journal").exists():
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(random.random() / 2)
    os.killpg(process.pid, signal.SIGINT)
    code, out, err = ended(process)
    assert (code, out) == (130, "")
    assert err.startswith("Stopped. ")
    assert err.count("\n") == 1


def test_a_full_disk_is_said_and_loses_nothing(tmp_path):
    """The journal can take no more: a sentence, exit code 2, no table; with room again the same command goes on."""
    target = tmp_path / "march.csv"
    code, out, err = ended(command(*MARCH, "--output", target, limit=30_000))
    assert (code, out) == (2, "")
    assert "What stands in it is kept." in err
    assert "Traceback" not in err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["march.csv.journal"]
    assert ended(command(*MARCH, "--output", target)) == (0, "", "")
    assert target.read_bytes().decode() == march().csv()


def test_without_pyarrow_the_command_says_what_is_missing(tmp_path, monkeypatch, capsys):
    """Before anything is computed."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    target = tmp_path / "s.parquet"
    with pytest.raises(SystemExit) as left:
        main(["sweep", "haven-speed", "--over", "swiftness=1", "--output", str(target)])
    assert left.value.code == 2
    assert "Parquet needs the package pyarrow" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_progress_is_shown_to_a_terminal_only():
    """A bar that grows in its line."""

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for stream, text in ((Terminal(), "\r[###############               ] 2 of 4 points\n"), (io.StringIO(), "")):
        line = _Line(stream)
        line.tell(2, 4)
        line.end()
        assert stream.getvalue() == text
