"""The server: index, dashboards, rulebook and health from one process, and sentences where it cannot."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from haventms_widgets import explorers
from haventms_widgets.faces.cli import main
from haventms_widgets.faces.server import ServeError, index, make_server


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server with a rulebook of one page; ends like Ctrl-C."""
    book = tmp_path_factory.mktemp("book")
    (book / "index.html").write_text("<h1>The rulebook</h1>", encoding="utf-8")
    (book.parent / "secret.txt").write_text("secret", encoding="utf-8")
    port = free_port()
    command = [sys.executable, "-c", "from haventms_widgets.faces.cli import main; main()", "serve"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--book", str(book)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    for _ in range(600):
        try:
            get(f"http://localhost:{port}/health")
            break
        except OSError:
            assert process.poll() is None, process.stdout.read()
            time.sleep(0.1)
    yield f"http://localhost:{port}", process
    process.kill()


def get(address):
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read().decode()


def test_it_answers(served):
    """Health, index with a card each, the rulebook, every dashboard."""
    address, _ = served
    assert get(f"{address}/health") == "ok\n"
    first = get(f"{address}/")
    assert "book/index.html" in first
    assert all(f'href="{id}"' in first for id in explorers())
    assert "The rulebook" in get(f"{address}/book/")
    for id, explorer in explorers().items():
        assert f"<title>{explorer.title}" in get(f"{address}/{id}")


def test_a_dashboard_asks_no_other_host(served):
    """Nothing in the page names one."""
    address, _ = served
    page = get(f"{address}/haven-speed")
    for host in ("cdn.", "unpkg.com", "jsdelivr", "googleapis", "bokeh.org"):
        assert host not in page


def test_nothing_outside_the_book_is_served(served):
    """Dots in a path lead nowhere."""
    address, _ = served
    for path in ("../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt"):
        with pytest.raises(OSError, match="HTTP Error 40"):
            get(f"{address}/book/{path}")


def test_every_answer_is_guarded(served):
    """Pages, files of the book and errors alike: nothing from elsewhere, no guessing of types, no address told."""
    address, _ = served
    for path in ("/", "/book/", "/haven-speed", "/health", "/static/js/bokeh.min.js"):
        with urllib.request.urlopen(address + path, timeout=60) as answer:
            headers = answer.headers
        assert "default-src 'self'" in headers["Content-Security-Policy"], path
        assert "object-src 'none'" in headers["Content-Security-Policy"]
        assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "no-referrer")
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(f"{address}/nothing")
    assert "frame-ancestors 'self'" in refused.value.headers["Content-Security-Policy"]


def test_it_says_when_it_can_compute(served):
    address, _ = served
    assert get(f"{address}/ready") == "ready\n"


def test_an_interrupt_stops_it_cleanly(served):
    """Exit code 0, no trace, and the addresses were printed. The last test of this server."""
    address, process = served
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0, out
    assert f"Rulebook    {address}/book/index.html" in out
    assert f"Dashboards  {address}/" in out
    assert "Traceback" not in out


def test_a_taken_port_is_said(capsys):
    """With what to do; and before a book is built in vain."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=f"Port {port} is in use; choose another"):
            make_server(port, "127.0.0.1", None, [])
        with pytest.raises(SystemExit) as end:
            main(["serve", "--port", str(port), "--address", "127.0.0.1", "--check"])
        assert end.value.code == 2
        assert f"Port {port} is in use" in capsys.readouterr().err
    with pytest.raises(SystemExit) as end:
        main(["serve", "--port", str(port), "--address", "127.0.0.1", "--check"])
    assert end.value.code == 0


@pytest.mark.parametrize(
    ("port", "address", "book", "sentence"),
    [
        (-1, "localhost", None, "from 0 to 65535"),
        (5006, "localhost", Path("nowhere"), "There is no rulebook in nowhere"),
        (5006, "203.0.113.7", None, "Cannot listen on 203.0.113.7"),
    ],
)
def test_what_cannot_be_served_is_said(port, address, book, sentence):
    """Each in a sentence."""
    with pytest.raises(ServeError, match=sentence):
        make_server(port, address, book, [])


def test_without_a_book_the_index_has_no_card_for_it():
    """The dashboards alone."""
    assert "book/index.html" not in index(False)
    assert 'href="haven-speed"' in index(False)


@pytest.mark.parametrize("id", list(explorers()))
def test_each_explorer_has_an_entry_for_panel_serve(root, id):
    """`panel serve widgets/apps/haven-speed.py` serves it under its id."""
    text = (root / "widgets" / "apps" / f"{id}.py").read_text(encoding="utf-8")
    assert text == f'from haventms_widgets.faces.dashboard import app\n\napp("{id}")().servable()\n'


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="how a process is seen depends on the system")
def test_several_processes_answer_and_none_is_left(tmp_path):
    """Killing the first ends the others; terminating it is a clean stop of all."""
    for ending, code in ((signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL)):
        port = free_port()
        command = [sys.executable, "-c", "from haventms_widgets.faces.cli import main; main()", "serve"]
        process = subprocess.Popen(
            [*command, "--port", str(port), "--num-procs", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        for line in process.stdout:
            if "Ctrl-C" in line:
                break
        assert get(f"http://localhost:{port}/ready") == "ready\n"
        others = [int(each) for each in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
        assert len(others) == 2
        process.send_signal(ending)
        assert process.wait(timeout=60) == code
        deadline = time.monotonic() + 60
        while any(alive(each) for each in others):
            assert time.monotonic() < deadline, "a process was left running"
            time.sleep(0.1)


def alive(pid):
    """Whether a process runs; one that has ended and waits to be noticed does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
