"""Two servers that share nothing, side by side and behind nginx with the configuration that the book's page shows."""

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from haventms_widgets import characters, state, table
from haventms_widgets.faces.workers import MOST
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

PAGE = (Path(__file__).resolve().parents[2] / "book" / "reference" / "serving.md").read_text(encoding="utf-8")
CONFIG = re.search(r"```nginx\n(.*?)```", PAGE, re.S)[1]
UNIT = re.search(r"```ini\n(.*?)```", PAGE, re.S)[1]
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
NEEDS_NGINX = pytest.mark.skipif(
    not NGINX, reason="There is no nginx on this machine; the Debian package nginx-light has it."
)
NAME = "dice.example"
WRAPPER = """daemon off;
pid {place}/pid;
error_log {place}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {place}/body;
    proxy_temp_path {place}/proxy;
    fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi;
    scgi_temp_path {place}/scgi;
    include {place}/haventms.conf;
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(address, **headers):
    """The answer's text and its headers."""
    asked = urllib.request.Request(address, headers=headers)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return answer.read().decode(), answer.headers


def wait_for(address, process):
    for _ in range(600):
        with suppress(OSError):
            get(address)
            return
        assert process.poll() is None, f"{address} ended"
        time.sleep(0.1)
    pytest.fail(f"{address} did not answer")


class Replica:
    """A server of its own, and the lines that it logged."""

    def __init__(self, place):
        self.port, self.log = free_port(), place
        self.address = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-c", "from haventms_widgets.faces.cli import main; main()", "serve"]
        where = ["--address", "127.0.0.1", "--port", str(self.port), "--allow-origin", NAME]
        with place.open("w") as lines:
            self.process = subprocess.Popen([*command, *where], stdout=lines, stderr=subprocess.STDOUT)

    def asked(self):
        """The paths of its dashboards that it was asked for."""
        return re.findall(r"GET (/overland-march\S*) ", self.log.read_text())


@pytest.fixture(scope="module")
def replicas(tmp_path_factory):
    place = tmp_path_factory.mktemp("replicas")
    started = [Replica(place / name) for name in ("first", "second")]
    for each in started:
        wait_for(f"{each.address}/ready", each.process)
    yield started
    for each in started:
        each.process.kill()
        each.process.wait()


@pytest.fixture(scope="module")
def proxy(replicas, tmp_path_factory):
    """nginx with the page's own text, ports apart; its address."""
    place, port = tmp_path_factory.mktemp("nginx"), free_port()
    text = CONFIG.replace("listen 80;", f"listen 127.0.0.1:{port};")
    for shown, each in zip(("127.0.0.1:5006", "127.0.0.1:5007"), replicas, strict=True):
        assert text.count(shown) == 1
        text = text.replace(shown, f"127.0.0.1:{each.port}")
    (place / "haventms.conf").write_text(text)
    (place / "nginx.conf").write_text(WRAPPER.format(place=place))
    process = subprocess.Popen([NGINX, "-p", str(place), "-c", str(place / "nginx.conf")], stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    wait_for(f"{address}/health", process)
    yield address
    process.terminate()
    process.wait()


def token_of(page):
    """What a page carries so that its live connection finds its session."""
    return re.search(r'"token":"([^"]+)"', page)[1]


def document(address, token, **headers):
    """The document that a live connection of a page is given, as text."""

    async def ask():
        asked = HTTPRequest(address.replace("http", "ws") + "/overland-march/ws", headers=headers)
        connection = await websocket_connect(asked, subprotocols=["bokeh", token])

        async def told(part):
            while part not in (got := await asyncio.wait_for(connection.read_message(), 60)):
                pass
            return got

        await told('"ACK"')
        for part in ({"msgid": "1", "msgtype": "PULL-DOC-REQ"}, {}, {}):
            await connection.write_message(json.dumps(part))
        got = await told('"doc"')
        connection.close()
        return got

    return asyncio.run(ask())


def headline(con):
    return f"Con {con}, load light: 8 hours of marching"


def test_a_page_from_one_server_finds_its_live_connection_at_another(replicas):
    """It builds the case of that page, and sends the browser to no other host."""
    first, second = replicas
    page, _ = get(f"{first.address}/overland-march?con=9", Host=NAME)
    got = document(second.address, token_of(page), Host=NAME, Origin=f"http://{NAME}")
    assert headline(9) in got
    assert "cdn." not in got


class Visitor:
    """A reader with a jar for the proxy's cookie."""

    def __init__(self, address):
        self.address, self.cookie = address, ""

    def opens(self, query):
        """The page, and the document of its live connection."""
        page, headers = get(f"{self.address}/overland-march?{query}", Host=NAME, Cookie=self.cookie)
        self.cookie = f"replica={SimpleCookie(headers['Set-Cookie'])['replica'].value}"
        return document(self.address, token_of(page), Host=NAME, Origin=f"http://{NAME}", Cookie=self.cookie)


@NEEDS_NGINX
def test_a_reader_stays_at_one_server_and_readers_do_not_disturb_each_other(proxy, replicas):
    """Page and live connection of each, time and again; and both servers have work."""
    readers = [Visitor(proxy) for _ in range(8)]
    served = set()
    for con, reader in enumerate(readers, 8):
        before = [each.asked() for each in replicas]
        for _ in range(2):
            assert headline(con) in reader.opens(f"con={con}")
        grown = [len(each.asked()) - len(was) for each, was in zip(replicas, before, strict=True)]
        assert sorted(grown) == [0, 4]
        served.add(grown.index(4))
        if len(served) == 2 and con > 9:
            return
    pytest.fail("one server had all the readers")


@NEEDS_NGINX
def test_a_live_connection_is_for_the_servers_own_pages(proxy):
    """One that a page of another host asks for is refused."""
    page, _ = get(f"{proxy}/overland-march", Host=NAME)
    with pytest.raises(HTTPClientError, match="403"):
        document(proxy, token_of(page), Host=NAME, Origin="http://elsewhere.example")


@NEEDS_NGINX
def test_a_long_address_passes(proxy):
    """As long as a state text may be."""
    query = "con=9&" + "x" * (state.LONGEST - 6)
    assert "<title>The timeline of a forced march" in get(f"{proxy}/overland-march?{query}", Host=NAME)[0]


@NEEDS_NGINX
def test_where_a_server_is_gone_the_other_answers_its_readers(proxy, replicas):
    """Those of both, with their cases. The last test of these servers."""
    readers = [Visitor(proxy) for _ in range(4)]
    for reader in readers:
        reader.opens("con=9")
    replicas[0].process.kill()
    replicas[0].process.wait()
    for reader in readers:
        assert headline(9) in reader.opens("con=9")
    with pytest.raises(urllib.error.URLError):
        get(f"{replicas[0].address}/health")


def test_the_page_says_the_limits_that_hold():
    """Those of the code."""
    said = " ".join(PAGE.split())
    assert f"A state text has at most {state.LONGEST:,} letters" in said
    assert f"a set of readings {table.LONGEST:,}, a file of characters {characters.LONGEST:,}" in said
    assert f"`--num-procs` is at most {MOST}." in said


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="There is no systemd-analyze on this machine.")
def test_the_unit_can_be_read(tmp_path):
    """By systemd's own checker, which wants a program that is there."""
    program, folder = shutil.which("true"), "/opt/haventms/.venv/bin/haventms"
    assert UNIT.count(folder) == 1
    unit = tmp_path / "haventms@5006.service"
    unit.write_text(UNIT.replace(folder, program))
    run = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, [line for line in run.stderr.splitlines() if unit.name in line]) == (0, [])
