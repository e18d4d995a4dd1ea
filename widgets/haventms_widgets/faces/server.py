"""The server: dashboards and, where it was built, the rulebook, from one process until Ctrl-C."""

import asyncio
import errno
import gc
import os
import re
import signal
import socket
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import panel as pn
from bokeh.server.util import create_hosts_allowlist
from bokeh.settings import settings
from panel.io import document
from tornado.process import task_id
from tornado.web import HTTPError, RequestHandler, StaticFileHandler

from ..plays import PLAYS
from ..quoting import quoted
from ..registry import explorers
from ..run import view
from . import play
from .dashboard import apps
from .guard import NO_FILE, Refusing, guarded, log_plainly, log_request, strangers
from .kit import asset
from .thumbnails import HIGH, WIDE, thumbnail
from .workers import MOST, Workers

_ORIGIN = re.compile(r"[A-Za-z0-9.*-]+(:(\d{1,5}|\*))?")


class ServeError(Exception):
    """Why it cannot serve, and what to do."""


class Index(RequestHandler):
    """The first page: the rulebook and the dashboards."""

    def initialize(self, book: bool) -> None:
        self.book = book

    def get(self) -> None:
        self.finish(index(self.book))

    head = get


class Health(RequestHandler):
    """Says that the server answers."""

    def get(self) -> None:
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("ok\n")


class Ready(RequestHandler):
    """Says that the server can compute: a balancer sends readers only then."""

    def get(self) -> None:
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        view(next(iter(explorers().values())), {})
        self.finish("ready\n")


class Thumbnail(RequestHandler):
    """The small picture of a page; made when it is first asked for, kept by the server and by browsers."""

    def get(self, id: str) -> None:
        self.set_header("Content-Type", "image/svg+xml")
        self.set_header("Cache-Control", "no-cache")  # a browser asks whether its own still holds, and gets a 304
        self.finish(thumbnail(id))

    head = get


class Book(StaticFileHandler):
    """The files of the rulebook. What lies outside it is not found, whether it is there or not."""

    async def get(self, path: str, include_body: bool = True) -> None:
        try:
            await super().get(path, include_body)
        except HTTPError as error:
            raise HTTPError(404 if error.status_code == 403 else error.status_code) from error

    def set_extra_headers(self, path: str) -> None:
        self.set_header("Cache-Control", "no-cache")


GROUPS = {"haven": "Haven", "domains": "Domains", "overland": "Overland", "compare": "Side by side"}


def index(book: bool) -> str:
    """The first page as HTML: the rulebook, the pages for the table, the explorers system by system."""
    groups = []
    if book:
        about = "Every rule with its clause, computed and explained."
        groups.append(_group("To read", [_card("book/index.html", "The rulebook", about)]))
    plays = [_card(id, each.title, each.summary, id) for id, each in PLAYS.items()]
    groups.append(_group("At the table", plays))
    for system, title in GROUPS.items():
        own = [_card(id, each.title, each.summary, id) for id, each in explorers().items() if each.system == system]
        groups.append(_group(title, own))
    return Template(asset("index.html")).substitute(
        frame=asset("frame.css"), theme=asset("theme.js"), groups="\n".join(groups)
    )


def _group(title: str, cards: list[str]) -> str:
    inside = "\n".join(cards)
    return f'<section><h2>{escape(title)}</h2>\n<ul class="frame-cards">\n{inside}\n</ul></section>'


def _card(address: str, title: str, summary: str, pictured: str = "") -> str:
    # Title and sentence say what the picture is of: to those who do not see it, it has nothing to add.
    size = f'width="{WIDE}" height="{HIGH}"'
    picture = f'<img src="thumbnails/{pictured}.svg" alt="" loading="lazy" {size}>' if pictured else ""
    words = f"<strong>{escape(title)}</strong><span>{escape(summary)}</span>"
    return f'<li><a href="{escape(address)}">{picture}{words}</a></li>'


def make_server(port: int, address: str, book: Path | None, origins: list[str], processes: int = 1) -> Any:
    """A server that has not been started; a `ServeError` where it cannot be had.

    With several `processes` it is answered in each of them but the first, which waits for the others and leaves.
    """
    if not 1 <= processes <= MOST:
        raise ServeError(f"The number of processes must be a whole number from 1 to {MOST}.")
    if processes > 1 and not hasattr(os, "fork"):
        raise ServeError("Several processes cannot be had on this system; leave out --num-procs.")
    if processes > 1 and not port:
        raise ServeError("Several processes need a port of their choice: name one with --port.")
    if book is not None and not (book / "index.html").is_file():
        raise ServeError(f"There is no rulebook in {book}; `make book` builds it, or leave out --book.")
    if wrong := [each for each in origins if not _ORIGIN.fullmatch(each)]:
        raise ServeError(f"{quoted(wrong[0])} is no origin: name a host such as example.org or example.org:8000.")
    port = try_port(port, address)
    pn.state.cache["book"] = book is not None
    patterns: list[Any] = [
        (r"/", Index, {"book": book is not None}),
        (r"/health", Health),
        (r"/ready", Ready),
        (rf"/thumbnails/({'|'.join((*explorers(), *PLAYS))})\.svg", Thumbnail),
    ]
    if book is not None:
        patterns.append((r"/book/(.*)", Book, {"path": str(book.resolve()), "default_filename": "index.html"}))
    settings.perform_document_validation = False  # the tests have seen all pages: a sixth of what a visitor costs
    hosts = create_hosts_allowlist([*own_hosts(address, port), *origins], None)
    server = pn.io.server.get_server(
        {**apps(), **play.apps()},
        port=port,
        address=address,
        websocket_origin=hosts,
        extra_patterns=patterns,
        use_index=False,
        keep_alive_milliseconds=20_000,
        check_unused_sessions_milliseconds=5_000,
        unused_session_lifetime_milliseconds=15_000,
        num_procs=processes,
    )
    at_once(server._http)
    server._tornado.add_transform(guarded(hosts, origins))
    server._tornado.add_handlers(".*", [(NO_FILE, Refusing, {"status": 404})])
    server._tornado.add_handlers(strangers(hosts), [(r".*/ws", Refusing, {"status": 403})])
    server._tornado.settings["log_function"] = log_request
    return server


def at_once(http: Any) -> None:
    """Send small parts as they come. The system would gather them, and a change waits 40 ms for its answer then.

    Tornado lets it gather again when a web socket was accepted: this is not heard here.
    """
    taken = http.handle_stream

    def handle_stream(stream: Any, address: Any) -> None:
        stream.set_nodelay(True)
        stream.set_nodelay = lambda _value: None
        taken(stream, address)

    http.handle_stream = handle_stream


def collect_seldom() -> None:
    """Look for cycles of garbage seldom: nobody is answered then, for a third of a second where a hundred visitors are.

    Few arise but when visitors leave. Panel looks for them then, and would again five seconds later.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 10, 1000)
    document.GC_DEBOUNCE = 30


def own_hosts(address: str, port: int) -> list[str]:
    """The names by which pages of this server are opened; an address of IPv6 is only opened as localhost."""
    return [f"{host}:{port}" for host in sorted({address, "localhost", "127.0.0.1"}) if ":" not in host]


def try_port(port: int, address: str) -> int:
    """Bind the port for a moment: a taken one, or what is none, gets a sentence instead of a trace.

    Answers the port, which is a free one for 0: who may connect is decided by the port that a page came from.
    """
    if not 0 <= port <= 65535:
        raise ServeError("The port must be a whole number from 0 to 65535.")
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
            return int(probe.getsockname()[1])
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise ServeError(
                    f"Port {port} is in use; choose another with --port (make serve PORT={port + 1})."
                ) from None
            raise ServeError(f"Cannot listen on {address} port {port}: {error.strerror or error}.") from None


def serve_forever(port: int, address: str, book: Path | None, origins: list[str], processes: int = 1) -> None:
    """Serve until Ctrl-C or a request to terminate; both end it cleanly, with all its processes."""
    log_plainly()
    workers = Workers()
    if processes > 1:
        workers.lead()
    try:
        server = make_server(port, address, book, origins, processes)
    except SystemExit:  # the first of several processes: all others have stopped
        print("Stopped.")
        raise
    if not task_id():  # the only process, or the first that serves
        greet(server.port, address, book is not None, processes)
    loop = server.io_loop.asyncio_loop
    asyncio.set_event_loop(loop)
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, server.io_loop.stop)
    if processes > 1:
        workers.follow(loop, server.io_loop.stop)
    collect_seldom()
    server.start()
    server.io_loop.start()
    server.stop()
    if processes == 1:
        print("Stopped.")


def greet(port: int, address: str, book: bool, processes: int) -> None:
    """Where everything is."""
    where = f"http://{'localhost' if address in ('0.0.0.0', '::', '127.0.0.1') else address}:{port}"
    if book:
        print(f"Rulebook    {where}/book/index.html")
    print(f"Dashboards  {where}/")
    if processes > 1:
        print(f"{processes} processes answer.")
    print("Ctrl-C stops it.", flush=True)
