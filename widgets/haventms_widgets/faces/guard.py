"""What every answer of the server carries so that a browser runs nothing foreign, and the line that each leaves."""

import logging
import re
import sys
from collections.abc import Sequence
from typing import Any

from bokeh.server.util import check_allowlist
from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.web import HTTPError, OutputTransform, RequestHandler

log = logging.getLogger("haventms.serve")
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:\d{1,5})?")
NO_FILE = r".*(%00|%5[cC]|\\).*"
"""Paths that are no file's anywhere: with NUL, at which the system fails, and with the strokes of another system."""
QUIET = ("/static/", "/book/_static/", "/favicon.ico", "/health", "/ready")


def policy(origins: Sequence[str], host: str = "") -> str:
    """The content policy: everything comes from this server, which `host` is the name of in this request.

    BokehJS writes its start into the page and makes functions of text, and the rulebook's engine is WebAssembly in a
    worker: so scripts of the page itself and evaluation are allowed, other hosts are not. Pages of `origins` may frame
    the dashboards.

    Browsers take 'self' for the web sockets of the same host too; older ones want them named.
    """
    sockets = f" ws://{host} wss://{host}" if host else ""
    frames = " ".join(["'self'", *origins])
    return "; ".join(
        [
            "default-src 'self'",
            "script-src 'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: data:",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self'{sockets} data:",
            "worker-src 'self' blob: data:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            f"frame-ancestors {frames}",
        ]
    )


def own_host(asked: str, hosts: Sequence[str]) -> str:
    """The host that a request names, where this server goes by that name; else ""."""
    return asked if _HOST.fullmatch(asked) and check_allowlist(asked, hosts) else ""


def strangers(hosts: Sequence[str]) -> str:
    """The pattern of names that are none of these, for a page whose name was made to lead here.

    To its browser such a page is of this server. A page that was opened by a number cannot be one.
    """
    names = sorted({each.partition(":")[0] for each in hosts})
    known = [r"\d{1,3}(\.\d{1,3}){3}", r"\[[\da-fA-F:.]+\]"]
    known += [".*" if each == "*" else re.escape(each).replace(r"\*", "[^.]+") for each in names]
    return f"(?!({'|'.join(known)})$).*"


class Refusing(RequestHandler):
    """Answers nothing but a status."""

    def initialize(self, status: int) -> None:
        self.status = status

    def prepare(self) -> None:
        raise HTTPError(self.status)


def guarded(hosts: Sequence[str], origins: Sequence[str]) -> type[OutputTransform]:
    """What Tornado applies to every answer, whoever wrote it. `hosts` are the names that this server goes by."""
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",  # the address of a dashboard holds the reader's case
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Server": "haventms",
    }

    class Guard(OutputTransform):
        def __init__(self, request: HTTPServerRequest) -> None:
            self.policy = policy(origins, own_host(request.host, hosts))

        def transform_first_chunk(
            self, status_code: int, given: HTTPHeaders, chunk: bytes, finishing: bool
        ) -> tuple[int, HTTPHeaders, bytes]:
            for name, value in headers.items():
                given[name] = value
            given["Content-Security-Policy"] = self.policy
            return status_code, given, chunk

    return Guard


def log_plainly() -> None:
    """Lines of time, level and sentence on the error output, from this server and from what it is made of."""
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", force=True
    )
    log.setLevel(logging.INFO)


def log_request(handler: RequestHandler) -> None:
    """One line a request: what was asked, the answer's code, milliseconds. No query: it is the reader's case."""
    request: Any = handler.request
    status = handler.get_status()
    if status < 400 and request.path.startswith(QUIET):
        return
    level = logging.ERROR if status >= 500 else logging.WARNING if status >= 400 else logging.INFO
    log.log(level, "%s %s %d %.0f ms", request.method, request.path, status, 1000 * request.request_time())
