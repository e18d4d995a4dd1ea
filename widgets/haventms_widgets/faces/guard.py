"""What every answer of the server carries so that a browser runs nothing foreign, and the line that each leaves."""

import logging
import sys
from collections.abc import Sequence
from typing import Any

from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.web import OutputTransform, RequestHandler

log = logging.getLogger("haventms.serve")
QUIET = ("/static/", "/book/_static/", "/favicon.ico", "/health", "/ready")


def policy(origins: Sequence[str]) -> str:
    """The content policy: everything comes from this server.

    BokehJS writes its start into the page and makes functions of text, and the rulebook's engine is WebAssembly in a
    worker: so scripts of the page itself and evaluation are allowed, other hosts are not. Pages of `origins` may frame
    the dashboards.
    """
    frames = " ".join(["'self'", *origins])
    return "; ".join(
        [
            "default-src 'self'",
            "script-src 'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: data:",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self' ws: wss: data:",
            "worker-src 'self' blob: data:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            f"frame-ancestors {frames}",
        ]
    )


def guarded(origins: Sequence[str]) -> type[OutputTransform]:
    """What Tornado applies to every answer, whoever wrote it."""
    headers = {
        "Content-Security-Policy": policy(origins),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",  # the address of a dashboard holds the reader's case
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Server": "haventms",
    }

    class Guard(OutputTransform):
        def __init__(self, _request: HTTPServerRequest) -> None:
            pass

        def transform_first_chunk(
            self, status_code: int, given: HTTPHeaders, chunk: bytes, finishing: bool
        ) -> tuple[int, HTTPHeaders, bytes]:
            for name, value in headers.items():
                given[name] = value
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
