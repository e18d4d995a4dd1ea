"""The server: index, dashboards, rulebook and health from one process, and sentences where it cannot."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from bench.load import Session
from bokeh.server.util import create_hosts_allowlist
from haventms_widgets import explorers
from haventms_widgets.faces.cli import main
from haventms_widgets.faces.guard import own_host, policy, strangers
from haventms_widgets.faces.server import ServeError, index, make_server, own_hosts


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


OUTSIDE = [
    "../secret.txt",
    "%2e%2e/secret.txt",
    "..%2fsecret.txt",
    "%252e%252e%252fsecret.txt",
    "..%5csecret.txt",
    "..\\secret.txt",
    "....//secret.txt",
    "/../secret.txt",
    "%2fetc%2fpasswd",
    "/etc/passwd",
    "file:///etc/passwd",
    "index.html%00.txt",
    "%00",
    "%c0%ae%c0%ae/secret.txt",
    "index.html/../../secret.txt",
    "%0d%0aSet-Cookie:%20a=b",
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_book_is_served(served, path):
    """Dots, encoded or not, absolute paths, NUL and backslash: not found, wherever else files are served too."""
    address, _ = served
    where = urlsplit(address)
    for before in ("/book/", "/static/", "/static/extensions/panel/", "/components/haventms_widgets/", "/"):
        connection = HTTPConnection(where.hostname, where.port, timeout=60)
        connection.request("GET", before + path)  # as it is: urllib would tidy it up
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status in (400, 403, 404), (before, answer.status)
        assert before != "/book/" or answer.status in (400, 404)
        assert b"secret" not in body
        assert b"root:" not in body
        assert b"Traceback" not in body
        assert "Set-Cookie" not in answer.headers


def asked(address, origin, path="/haven-speed/ws", host=None):
    """The status with which a web socket of that origin is answered."""
    where = urlsplit(address)
    connection = HTTPConnection(where.hostname, where.port, timeout=60)
    token = re.search(r'"token":"([^"]+)"', get(f"{address}/haven-speed"))[1]
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    headers |= {"Sec-WebSocket-Key": "c2l4dGVlbiBieXRlcyE=", "Sec-WebSocket-Protocol": f"bokeh, {token}"}
    connection.request("GET", path, headers={**headers, "Origin": origin, "Host": host or where.netloc})
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_web_socket_is_only_for_pages_of_this_server(served):
    """A page of another host, port or scheme gets none, not even where it claims to be asked by that name."""
    address, _ = served
    port = urlsplit(address).port
    for own in (address, f"http://127.0.0.1:{port}"):
        assert asked(address, own, host=urlsplit(own).netloc) == 101
    for foreign in ("https://example.org", f"http://localhost:{port + 1}", "null"):
        assert asked(address, foreign) == 403
    for foreign in ("https://example.org", f"http://localhost.example.org:{port}"):
        assert asked(address, foreign, host=urlsplit(foreign).netloc) == 403


@pytest.mark.parametrize(
    ("name", "strange"),
    [
        ("localhost", False),
        ("example.org", False),
        ("a.play.example.org", False),
        ("192.0.2.7", False),
        ("[::1]", False),
        ("play.example.org", True),
        ("a.b.play.example.org", True),
        ("localhost.example.org", True),
        ("192.0.2.7.example.org", True),
        ("exampleXorg", True),
        ("", True),
    ],
)
def test_a_name_that_was_made_to_lead_here_is_told_from_ours(name, strange):
    """Names as they were allowed, a star for one part of them; whoever types a number knows where it leads."""
    assert bool(re.match(strangers(["localhost:5006", "example.org:80", "*.play.example.org:8000"]), name)) is strange
    assert not re.match(strangers(["localhost:5006", "*"]), name)


@pytest.mark.parametrize(
    ("host", "sockets"),
    [
        ("localhost:5006", "'self' ws://localhost:5006 wss://localhost:5006 data:"),
        ("example.org", "'self' ws://example.org wss://example.org data:"),
        ("a.play.example.org:8000", "'self' ws://a.play.example.org:8000 wss://a.play.example.org:8000 data:"),
        ("example.org:8000", "'self' data:"),
        ("elsewhere.org", "'self' data:"),
        ("localhost:5006; script-src *", "'self' data:"),
        ("localhost:5006 wss://elsewhere.org", "'self' data:"),
        ("", "'self' data:"),
    ],
)
def test_a_page_may_ask_the_web_sockets_of_its_own_host_only(host, sockets):
    """That by which it was asked, where that is a name of this server; nothing else gets into the policy."""
    origins = ["example.org", "*.play.example.org:8000"]
    names = create_hosts_allowlist([*own_hosts("localhost", 5006), *origins], None)
    found = dict(part.split(" ", 1) for part in policy(origins, own_host(host, names)).split("; "))
    assert found["connect-src"] == sockets
    assert found["frame-ancestors"] == "'self' example.org *.play.example.org:8000"


@pytest.mark.parametrize("origin", ["https://example.org", "a b", "example.org; script-src *", "", "a:b", "x:1:2"])
def test_what_is_no_origin_is_said(origin):
    with pytest.raises(ServeError, match=r"is no origin: name a host such as example\.org"):
        make_server(0, "localhost", None, [origin])


def test_a_change_is_answered_in_one_message(served):
    """Words, picture, address and what else has changed; then the server says that it is done."""
    where = urlsplit(served[0])

    async def ask():
        session = Session(SimpleNamespace(address=f"{where.netloc}/haven-speed"), 1)
        await session.open()
        await session.move()
        session.wire.close()
        return session.told

    kinds, content = asyncio.run(ask())
    assert kinds == ["PATCH-DOC", "OK"]
    assert {"text", "data", "state", "html_attributes"} <= {each.get("attr") for each in content["events"]}


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
    assert text == f'from haventms_widgets.faces.dashboard import app\n\napp("{id}")()\n'


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
