"""What the tests of the engine share: a small project, a page that talks to the worker, a server that misbehaves."""

import importlib.util
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

from playwright.sync_api import ConsoleMessage, Page

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP book.example 127.0.0.1",  # an address that is no secure context
]

WAIT = 120_000  # milliseconds; the machine may be busy

# The package that a page calls, with everything that can go wrong in it.
PACKAGE = '''"""Stands in for the explorers."""
import json
import haventms


def run_state(explorer, state):
    if explorer == "broken":
        return str(1 // 0)
    if explorer == "hungry":
        return str(len([bytes(2**31 - 64) for _ in range(3)]))
    if explorer == "deep":
        return json.dumps(run_state("deep", state))
    return json.dumps({"ok": True, "view": {"explorer": explorer, "state": state, "rows": haventms.rows()}})


ASKED = []


def run_page(explorer, state, fill=False, brief=False):
    ASKED.append([explorer, state, fill])
    return json.dumps({"ok": True, "view": [explorer, state, fill, brief]})


def run_json(explorer, inputs, rulings="{}"):
    if explorer == "asked":
        return json.dumps(ASKED)
    return json.dumps({"ok": True, "view": [explorer, json.loads(inputs), json.loads(rulings)]})
'''
RULES = '''"""Stands in for the rules."""
import dataclasses, fractions, importlib.resources, json, tomllib, urllib.parse
from pathlib import Path
from pydantic import BaseModel, Field


class Row(BaseModel):
    """A row."""

    feet: int = Field(ge=0)


def rows():
    beside = tomllib.loads(Path(__file__).with_name("rows.toml").read_text(encoding="utf-8"))
    packed = tomllib.loads(importlib.resources.files(__name__).joinpath("rows.toml").read_text(encoding="utf-8"))
    assert beside == packed
    return [Row(**row).model_dump() for row in packed["row"]]
'''
PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "haventms"
version = "{version}"
license-files = ["LICENSE", "NOTICE"]
[tool.hatch.build.targets.wheel]
packages = ["haventms", "widgets/haventms_widgets"]
"""

HTML = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Engine</title><link rel="icon" href="data:,">
<script>
const said = [];
let worker;
function begin(address, boot) {
  said.length = 0;
  worker?.terminate();
  worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }) => said.push(data);
  worker.onerror = (event) => said.push({ type: "error", message: event.message });
  worker.postMessage(boot);
}
async function beginFromPacks(names, boot) {
  for (const name of names) await new Promise((done, failed) => {
    document.head.append(Object.assign(document.createElement("script"), { src: name, onload: done, onerror: failed }));
  });
  const zipped = Uint8Array.from(atob(haventmsPack["worker.mjs"]), (c) => c.charCodeAt(0));
  const text = await new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  begin("data:text/javascript;base64," + btoa(text), { ...boot, files: haventmsPack });
}
</script>"""


def load_build(root: Path) -> ModuleType:
    """widgets/engine/build.py as the book's extension loads it: by its path."""
    spec = importlib.util.spec_from_file_location("engine_build", root / "widgets" / "engine" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def one_cpu() -> Iterator[None]:
    """What is started meanwhile runs on one CPU: where the clocks of two disagree, Chromium's renderers crash."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Book:
    """A page that talks to a worker, what its console said and which addresses it asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.console: list[str] = []
        self.asked: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.console.append(str(error)))
        page.context.on("request", lambda request: self.asked.append(request.url))

    def _heard(self, message: ConsoleMessage) -> None:
        self.console.append(message.text)

    def start(self, base: str, version: str, **boot: Any) -> None:
        message = {"type": "boot", "base": base, "version": version, **boot}
        self.page.evaluate("([a, b]) => begin(a, b)", [base + "worker.mjs", message])

    def start_from_packs(self, folder: str, names: list[str], version: str) -> None:
        message = {"type": "boot", "base": "", "version": version}
        packs = [f"{folder}/{name}.pack.js" for name in ["worker.mjs", "manifest.json", *names]]
        self.page.evaluate("([n, b]) => beginFromPacks(n, b)", [packs, message])

    def wait(self, kind: str, timeout: float = WAIT) -> Any:
        """The first message of a kind; where the worker gave up instead, its message is the failure."""
        script = "k => said.find((m) => m.type === k || m.type === 'fatal' || m.type === 'error')"
        found = self.page.wait_for_function(script, arg=kind, timeout=timeout).json_value()
        assert found["type"] == kind, found
        return found

    def ask(self, **message: Any) -> Any:
        """The answer to one call."""
        self.page.evaluate("m => worker.postMessage(m)", message)
        script = "id => said.find((m) => m.id === id)"
        return self.page.wait_for_function(script, arg=message["id"], timeout=WAIT).json_value()

    def said(self, kind: str) -> list[Any]:
        found: list[Any] = self.page.evaluate("k => said.filter((m) => m.type === k)", kind)
        return found


class Site:
    """Serves a folder; `faults` change what is sent for names that end so; `log` is what was asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: dict[str, Callable[[SimpleHTTPRequestHandler, bytes], None]] = {}
        self.log: list[str] = []
        site = self

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *args: Any) -> None:
                super().__init__(*args, directory=str(folder))

            def do_GET(self) -> None:
                path = self.path.split("?")[0]
                site.log.append(path)
                for ending, fault in site.faults.items():
                    if path.endswith(ending):
                        fault(self, Path(self.translate_path(path)).read_bytes())
                        return
                super().do_GET()

            def end_headers(self) -> None:
                self.send_header("Cache-Control", "no-store")  # what is asked for is what the worker asked for
                super().end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}/"

    def asked(self) -> list[str]:
        """The names of the engine's files that were asked for since the last call."""
        names = [Path(path).name for path in self.log if "/engine/" in path]
        self.log.clear()
        return sorted(names)

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
