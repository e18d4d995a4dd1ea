"""What a table's server can bear: many sessions that move a slider, beside a plain Panel app with one slider.

    python tests/bench/load.py [--sessions 100 300] [--rounds 2] [--moves 8] [--every 2.0]

Each session is a websocket client of this process: it opens the page as a browser would, asks for the document, and then
moves the first slider, once every EVERY seconds at its own time, and waits for the changed answer. Told are the median
and the 95th percentile from a move to its answer, how many moves had none, what a session weighs in the server's memory
and costs in processor time to open, and what is left of the memory once all sessions have ended. The server has one
processor, the clients another one, of which they should not need more than half: what they wait for themselves would
count as the server's. Everything stays on this machine, and all that is started here is ended here.
"""

import argparse
import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

OURS = "from haventms_widgets.faces.cli import main; main()"
PLAIN = """
import panel as pn
def page():
    slider = pn.widgets.IntSlider(name="Number", start=0, end=100)
    return pn.Column(slider, pn.pane.Str(pn.bind(lambda number: f"{number} squared is {number ** 2}", slider)))
server = pn.io.server.get_server({"plain": page}, port=PORT, websocket_origin="*", keep_alive_milliseconds=20_000,
    check_unused_sessions_milliseconds=5_000, unused_session_lifetime_milliseconds=15_000)
server.run_until_shutdown()
"""
MOST_AT_ONCE = 8  # pages that are opened at the same time
PATIENCE = 60.0  # seconds
UNTIL_ENDED = 54.0  # seconds: sessions are given up 15 to 20 after their pages closed, their memory 30 later


@dataclass
class Server:
    """One that answers, and what the system says of it."""

    name: str
    address: str
    process: subprocess.Popen[bytes]

    def memory(self) -> float:
        """Megabytes."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text(encoding="ascii")
        return sum(int(each) for each in re.findall(r"^Pss: +(\d+)", rollup, re.MULTILINE)) / 1000

    def processor(self) -> float:
        """Seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(name: str, code: str, page: str, processor: int, *arguments: str) -> Iterator[Server]:
    port = free_port()
    command = [sys.executable, "-c", code.replace("PORT", str(port)), *arguments]
    if arguments:
        command += ["--port", str(port)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, {processor}),
    )
    try:
        wait_for(port)
        yield Server(name, f"127.0.0.1:{port}/{page}", process)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("The server did not start.")


# ------------------------------------------------------------------------------------------------- one session


@dataclass
class Session:
    """A page that somebody has open."""

    server: Server
    seed: int
    times: list[float] = field(default_factory=list)
    slider: dict[str, Any] = field(default_factory=dict)
    wire: WebSocketClientConnection | None = None
    sent: int = 0
    unanswered: int = 0
    told: Any = None  # the kinds of the last answer's messages, and the last change among them

    async def open(self) -> None:
        """The page, its live connection, its document."""
        client = AsyncHTTPClient()
        page = (
            await client.fetch(HTTPRequest(f"http://{self.server.address}", request_timeout=PATIENCE))
        ).body.decode()
        token = re.search(r'"token":"([^"]+)"', page)
        assert token, "The page has no token for its live connection."
        self.wire = await websocket_connect(
            f"ws://{self.server.address}/ws", subprotocols=["bokeh", token[1]], max_message_size=1 << 26
        )
        self.wire.protocol.set_nodelay(True)  # as browsers do
        await self.hear("ACK")
        await self.say("PULL-DOC-REQ", {})
        document = (await self.hear("PULL-DOC-REPLY"))["doc"]
        ready = {"type": "event", "name": "document_ready", "values": {"type": "map"}}
        event = {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": ready}
        await self.say("PATCH-DOC", {"events": [event]})
        await self.hear("OK")
        self.slider = next(each for each in models(document) if each["name"] in ("Slider", "IntSlider"))
        attributes = self.slider["attributes"]
        # From where it stands: to move it there would be no change, and have no answer.
        self.sent = round((attributes["value"] - attributes["start"]) / attributes.get("step", 1))

    async def move(self) -> None:
        """Another value of the slider; how long until the answer was there."""
        attributes = self.slider["attributes"]
        low, step = attributes["start"], attributes.get("step", 1)
        places = round((attributes["end"] - low) / step)
        self.sent = (self.sent + random.Random(self.seed + len(self.times)).randrange(1, places)) % (places + 1)
        event = {"kind": "ModelChanged", "model": {"id": self.slider["id"]}, "new": low + self.sent * step}
        began = time.perf_counter()
        await self.say("PATCH-DOC", {"events": [event | {"attr": "value"}]})
        # Ours is done when the server says so. Panel's own slider waits a moment, and the words come after that.
        done = words = False
        kinds, last = [], None
        while not (done and words):
            kind, content = await self.message()
            kinds.append(kind)
            done |= kind == "OK"
            if kind == "PATCH-DOC":
                last = content
                words |= any(each.get("attr") == "text" for each in content["events"])
        self.told = kinds, last
        self.times.append(1000 * (time.perf_counter() - began))

    async def work(self, moves: int, every: float) -> None:
        """So many moves; none any more once one had no answer."""
        await asyncio.sleep(random.Random(self.seed).random() * every)
        for _ in range(moves):
            try:
                await asyncio.gather(self.move(), asyncio.sleep(every))
            except (TimeoutError, ConnectionError):
                self.unanswered += 1
                return

    async def say(self, kind: str, content: Any) -> None:
        assert self.wire
        header = {"msgid": f"{self.seed}-{time.perf_counter_ns()}", "msgtype": kind}
        for part in (header, {}, content):
            await self.wire.write_message(json.dumps(part))

    async def hear(self, kind: str) -> Any:
        """The content of the next message of this kind."""
        while True:
            said, content = await self.message()
            if said == kind:
                return content

    async def message(self) -> tuple[str, Any]:
        """The kind and the content of the next message."""
        header = json.loads(await self.part())
        _, content = await self.part(), json.loads(await self.part())
        for _ in range(2 * header.get("num_buffers", 0)):
            await self.part()
        assert header["msgtype"] != "ERROR", content
        return header["msgtype"], content

    async def part(self) -> Any:
        assert self.wire
        part = await asyncio.wait_for(self.wire.read_message(), PATIENCE)
        if part is None:
            raise ConnectionError("The server closed a live connection.")
        return part


def models(found: Any) -> Iterator[dict[str, Any]]:
    """Every model of a document."""
    if isinstance(found, dict):
        if found.get("type") == "object" and "attributes" in found:
            yield found
        found = list(found.values())
    if isinstance(found, list):
        for each in found:
            yield from models(each)


# ------------------------------------------------------------------------------------------------ many sessions


async def use(server: Server, number: int, moves: int, every: float) -> dict[str, float]:
    """So many sessions opened, used and closed."""
    memory, processor = server.memory(), server.processor()
    sessions = [Session(server, seed) for seed in range(number)]
    gate = asyncio.Semaphore(MOST_AT_ONCE)

    async def opened(session: Session) -> None:
        async with gate:
            await session.open()

    await asyncio.gather(*map(opened, sessions))
    weight = (server.memory() - memory) / number
    opening = 1000 * (server.processor() - processor) / number
    processor, own, began = server.processor(), time.process_time(), time.perf_counter()
    await asyncio.gather(*(session.work(moves, every) for session in sessions))
    own = (time.process_time() - own) / (time.perf_counter() - began)
    times = [each for session in sessions for each in session.times]
    moving = 1000 * (server.processor() - processor) / max(1, len(times))
    for session in sessions:
        assert session.wire
        session.wire.close()
    return {
        "answer, median, ms": median(times),
        "answer, 95th percentile, ms": quantiles(times, n=20)[-1],
        f"moves without answer in {PATIENCE:g} s": sum(session.unanswered for session in sessions),
        "processor for an answer, ms": moving,
        "processor to open a session, ms": opening,
        "memory of a session, MB": weight,
        "clients, % of their processor": 100 * own,
    }


async def ended(server: Server) -> float:
    """Megabytes of the server once idle sessions are given up and their memory is free for others."""
    await asyncio.sleep(UNTIL_ENDED)
    return server.memory()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, nargs="+", default=[100, 300])
    parser.add_argument("--rounds", type=int, default=2, help="each with all servers in turn")
    parser.add_argument("--moves", type=int, default=8, help="of each session in a round")
    parser.add_argument("--every", type=float, default=2.0, help="seconds from one move of a session to its next")
    parser.add_argument("--page", default="haven-speed")
    asked = parser.parse_args()
    if min(asked.sessions) < 1 or max(asked.sessions) > 1000 or not 1 <= asked.moves <= 100:
        parser.error("--sessions must be from 1 to 1000, --moves from 1 to 100.")
    first, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {others[0] if others else first})
    AsyncHTTPClient.configure(None, max_clients=MOST_AT_ONCE)
    with (
        served("plain", PLAIN, "plain", first) as plain,
        served(asked.page, OURS, asked.page, first, "serve") as ours,
    ):
        asyncio.run(report([plain, ours], asked))


async def report(servers: list[Server], asked: argparse.Namespace) -> None:
    for server in servers:
        await use(server, 3, 2, 0.2)  # what is loaded once is no weight of a session
        await ended(server)
    for number in asked.sessions:
        found: dict[str, list[dict[str, float]]] = {server.name: [] for server in servers}
        for _ in range(asked.rounds):
            for server in servers:
                round_ = await use(server, number, asked.moves, asked.every)
                round_["memory once all have ended, MB"] = await ended(server)
                found[server.name].append(round_)
        print(f"\n{number} sessions, a move each {asked.every:g} s; median of {asked.rounds} rounds (each round)")
        print(f"{'':34}" + "".join(f"{server.name:>26}" for server in servers))
        for what in found[servers[0].name][0]:
            print(f"{what:34}" + "".join(f"{told([each[what] for each in found[s.name]]):>26}" for s in servers))


def told(values: list[float]) -> str:
    return f"{median(values):.2f} ({', '.join(f'{each:.2f}' for each in values)})"


if __name__ == "__main__":
    main()
