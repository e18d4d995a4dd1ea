"""The worker over http: it starts, answers, tells how far it is, and says in plain words what went wrong."""

import gzip
import hashlib
import json
import random
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler
from typing import Any

import pytest
from engine_harness import Book, Site
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

Handler = SimpleHTTPRequestHandler
Fault = Callable[[Handler, bytes], None]
Start = Callable[..., Book]


@pytest.fixture
def start(book: Book, site: Site, manifest: Any) -> Start:
    """Opens the harness page and boots a worker from the engine beside it."""

    def begin(host: str = "127.0.0.1", version: str = manifest["version"], **boot: Any) -> Book:
        address = f"http://{host}:{site.port}/"
        book.page.goto(address)
        book.start(f"{address}engine/{manifest['version']}/", version, **boot)
        return book

    return begin


def reply(change: Callable[[bytes], bytes] = bytes, status: int = 200, cut: int = 0, **headers: str) -> Fault:
    """A server's answer: the content changed, with a status and headers; the last `cut` bytes never come."""

    def fault(handler: Handler, content: bytes) -> None:
        body = change(content)
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body[: len(body) - cut])
        handler.close_connection = True

    return fault


def altered(content: bytes) -> bytes:
    """The same file with one bit changed, zipped again."""
    plain = bytearray(gzip.decompress(content))
    plain[len(plain) // 2] ^= 1
    return gzip.compress(plain)


def test_answers_every_call(start: Start, manifest: Any, site: Site) -> None:
    """Calls are answered, also those sent too early; tables are read; nothing but its own files is asked for."""
    book = start()
    first = book.ask(id=1, call="run_state", explorer="haven-speed", state="swiftness=3&name=Zoë")
    ready = book.wait("ready")
    assert json.loads(first["json"])["view"] == {
        "explorer": "haven-speed",
        "state": "swiftness=3&name=Zoë",
        "rows": [{"feet": 30}, {"feet": 5}],
    }
    second = book.ask(id=2, call="run_json", explorer="a", inputs='{"x": 1}', rulings='{"r": "worst"}')
    third = book.ask(id="three", call="run_json", explorer="a", inputs="[]")
    fourth = book.ask(id=4, call="run_page", explorer="a", state="x=1")
    fifth = book.ask(id=5, call="run_page", explorer="a", state="x=1", fill=True)
    sixth = book.ask(id=6, call="run_page", explorer="a", state="x=1", brief=True)
    views = [json.loads(each["json"])["view"] for each in (second, third, fourth, fifth, sixth)]
    assert views[:2] == [["a", {"x": 1}, {"r": "worst"}], ["a", [], {}]]
    assert views[2:] == [["a", "x=1", False, False], ["a", "x=1", True, False], ["a", "x=1", False, True]]
    assert (ready["version"], ready["python"], ready["got"]) == (manifest["version"], "3.14.2", manifest["wire"])
    files = [f"{line['name']}.gz" for line in manifest["files"] if line["role"] != "page"]
    assert site.asked() == sorted(["worker.mjs", "manifest.json", *files])
    assert all(url.startswith((site.url, f"blob:{site.url}")) for url in book.asked)
    assert entries(book) == {}
    assert book.console == []


def asked_so_far(book: Book, id: int) -> Any:
    return json.loads(book.ask(id=id, call="run_json", explorer="asked", inputs="{}")["json"])


def test_rehearses_while_an_answer_is_read(start: Start) -> None:
    """The last case is computed again in a pause, without its form, a hundred times at most; nobody hears of it."""
    book = start(rehearse=True)
    book.wait("ready")
    book.ask(id=1, call="run_page", explorer="a", state="x=1", fill=True)
    book.ask(id=2, call="run_page", explorer="a", state="x=2", fill=True)
    book.page.wait_for_timeout(3000)
    asked = asked_so_far(book, 3)
    assert asked[:2] == [["a", "x=1", True], ["a", "x=2", True]]
    assert 2 < len(asked) <= 102
    assert all(each == ["a", "x=2", False] for each in asked[2:])
    book.ask(id=4, call="run_page", explorer="a", state="x=3")
    book.page.wait_for_timeout(1000)
    assert len(asked_so_far(book, 5)) <= 103
    assert [each["id"] for each in book.said("result")] == [1, 2, 3, 4, 5]


def test_rehearses_nothing_unasked(start: Start) -> None:
    """A page whose reader saves data does not ask for it."""
    book = start()
    book.wait("ready")
    book.ask(id=1, call="run_page", explorer="a", state="x=1")
    book.page.wait_for_timeout(1000)
    assert len(asked_so_far(book, 2)) == 1


def test_tells_how_far_it_is(start: Start, manifest: Any) -> None:
    """The bytes only grow, up to the total of the manifest; the phases come in their order."""
    book = start()
    book.wait("ready")
    got = [message["got"] for message in book.said("progress")]
    assert got == sorted(got)
    assert len(set(got)) > 2
    assert got[-1] == manifest["wire"]
    assert {message["total"] for message in book.said("progress")} == {manifest["wire"]}
    assert [message["phase"] for message in book.said("phase")] == ["files", "python", "rules"]


def test_one_failed_call_does_not_end_it(start: Start) -> None:
    """A fault inside Python, endless recursion and an unknown call fail by themselves; the next call is answered."""
    book = start()
    broken = book.ask(id=1, call="run_state", explorer="broken", state="")
    assert (broken["type"], broken["message"]) == (
        "failed",
        "This could not be computed (ZeroDivisionError: division by zero).",
    )
    assert "Traceback" in broken["detail"]
    deep = book.ask(id=2, call="run_state", explorer="deep", state="")
    assert (deep["type"], "RecursionError" in deep["message"]) == ("failed", True)
    unknown = book.ask(id=3, call="eval", explorer="a", state="")
    assert (unknown["type"], unknown["message"]) == ("failed", "The engine has no call named eval.")
    assert book.ask(id=4, call="run_state", explorer="a", state="")["type"] == "result"
    assert book.console == []


def test_out_of_memory_is_told_and_final(start: Start) -> None:
    """Where the memory does not suffice the engine gives up, and says the same to whatever is asked afterwards."""
    book = start()
    hungry = book.ask(id=1, call="run_state", explorer="hungry", state="")
    assert (hungry["type"], hungry["message"]) == ("fatal", "The calculator ran out of memory.")
    after = book.ask(id=2, call="run_state", explorer="a", state="")
    assert (after["type"], after["message"]) == ("fatal", "The calculator ran out of memory.")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("memory.zst", reply(lambda content: content[:-1000])),
        ("pyodide.asm.wasm", reply(altered)),
        ("rest.zst", reply(lambda content: b"<!doctype html>")),
        ("library.zst", reply(lambda content: b"")),
    ],
    ids=["truncated", "altered", "another page", "empty"],
)
def test_damaged_file_is_named(start: Start, site: Site, name: str, fault: Fault) -> None:
    """A file that is not the one of the manifest is asked for once more, past the cache; then the engine gives up."""
    site.faults[f"{name}.gz"] = fault
    book = start()
    fatal = book.wait("fatal")
    assert fatal["message"] == f"The engine's file {name} is damaged or incomplete, so the calculator was not started."
    assert fatal["file"] == name
    assert site.asked().count(f"{name}.gz") == 2
    late = book.ask(id=9, call="run_state", explorer="a", state="")
    assert (late["type"], late["message"]) == ("fatal", fatal["message"])


@pytest.mark.parametrize("fault", [reply(status=404), reply(cut=1000)], ids=["not found", "connection lost"])
def test_file_that_does_not_come_is_named(start: Start, site: Site, fault: Fault) -> None:
    """A file that the server does not have or breaks off is told by name."""
    site.faults["library.zst.gz"] = fault
    fatal = start().wait("fatal")
    assert fatal["message"] == "The engine's file library.zst could not be loaded, so the calculator was not started."


def test_damaged_once_is_asked_again(start: Start, site: Site) -> None:
    """A copy that was damaged on its way does no harm when the second answer is whole."""

    def once(handler: Handler, content: bytes) -> None:
        damage = site.log.count(handler.path) == 1
        reply(altered if damage else bytes)(handler, content)

    site.faults["memory.zst.gz"] = once
    assert start().ask(id=1, call="run_state", explorer="a", state="")["type"] == "result"
    assert site.asked().count("memory.zst.gz") == 2


def rewritten(change: Callable[[Any], None]) -> Fault:
    def edit(content: bytes) -> bytes:
        manifest = json.loads(content)
        change(manifest)
        return json.dumps(manifest).encode()

    return reply(edit)


@pytest.mark.parametrize(
    "fault",
    [
        rewritten(lambda manifest: manifest["files"][0].update(sha256="0" * 64)),
        rewritten(lambda manifest: manifest["start"].update(entry="os")),
        rewritten(lambda manifest: manifest.update(version="0" * 16)),
    ],
    ids=["a hash", "the entry", "the version"],
)
def test_manifest_must_be_the_one_of_the_page(start: Start, site: Site, fault: Fault) -> None:
    """The version that the page names vouches for the manifest, and that for every byte."""
    site.faults["manifest.json"] = fault
    message = (
        "The engine's file manifest.json is not the one this page was made with, so the calculator was not started."
    )
    assert start().wait("fatal")["message"] == message


def test_manifest_that_is_none(start: Start, site: Site) -> None:
    """A page of the host in place of the manifest is told by name, and so is an older version than the page's."""
    site.faults["manifest.json"] = reply(lambda content: b"<!doctype html>")
    message = "The engine's file manifest.json could not be read, so the calculator was not started."
    assert start().wait("fatal")["message"] == message
    del site.faults["manifest.json"]
    assert "not the one this page was made with" in start(version="0123456789abcdef").wait("fatal")["message"]


def test_manifest_may_be_handed_in(start: Start, site: Site, manifest: Any) -> None:
    """A page that has the manifest saves the worker a request."""
    start(manifest=manifest).wait("ready")
    assert "manifest.json" not in site.asked()


def test_host_that_sends_gzip_as_encoding(start: Start, site: Site, manifest: Any) -> None:
    """Some hosts have the browser unzip .gz on its way; the engine starts and the progress ends at its end."""
    site.faults[".gz"] = reply(Content_Encoding="gzip", Content_Type="application/octet-stream")
    book = start()
    assert book.wait("ready")["got"] == manifest["wire"]
    assert book.said("progress")[-1]["got"] == manifest["wire"]


def test_starts_outside_secure_contexts(start: Start) -> None:
    """Over plain http from another machine there is neither crypto.subtle nor CacheStorage; neither is needed."""
    book = start(host="book.example", cache=True)
    assert book.page.evaluate("[isSecureContext, typeof crypto.subtle, typeof caches]") == [
        False,
        "undefined",
        "undefined",
    ]
    assert book.ask(id=1, call="run_state", explorer="a", state="")["type"] == "result"


@pytest.mark.parametrize("language", ["de-DE", "zh-Hant-TW"])
def test_starts_alike_in_every_language(browser: Browser, site: Site, manifest: Any, language: str) -> None:
    """What a host tells a program of itself lies in its memory, longer or shorter; Python's own is put back over it."""
    context = browser.new_context(locale=language)
    book = Book(context.new_page())
    book.page.goto(site.url)
    book.start(f"{site.url}engine/{manifest['version']}/", manifest["version"])
    answer = book.ask(id=1, call="run_state", explorer="a", state="ä=1")
    assert book.page.evaluate("navigator.language") == language
    assert json.loads(answer["json"])["view"]["state"] == "ä=1"
    assert book.console == []
    context.close()


def test_digest_in_script_is_sha256(book: Book, site: Site, manifest: Any) -> None:
    """The digest for insecure contexts equals hashlib's around every border of its blocks, and on a long text."""
    book.page.goto(site.url)
    source = random.Random(1)
    texts = [source.randbytes(size) for size in (0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 70_001)]
    script = """async ([url, texts]) => {
      const { sha256 } = await import(url);
      return Promise.all(texts.map((text) => sha256(Uint8Array.from(text), null)));
    }"""
    url = f"{site.url}engine/{manifest['version']}/worker.mjs"
    found = book.page.evaluate(script, [url, [list(text) for text in texts]])
    assert found == [hashlib.sha256(text).hexdigest() for text in texts]


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("WebAssembly", "This browser has no WebAssembly, which the calculator needs."),
        ("DecompressionStream", "This browser is too old for the calculator: it cannot unzip the engine."),
    ],
)
def test_browser_that_lacks_something(book: Book, site: Site, manifest: Any, missing: str, message: str) -> None:
    """A browser without WebAssembly, or too old to unzip, gets a sentence and no download."""
    book.page.goto(site.url)
    base = f"{site.url}engine/{manifest['version']}/"
    lacking = f"""delete self.{missing}; const early = []; self.onmessage = (event) => early.push(event);
      await import("{base}worker.mjs"); early.forEach((event) => self.onmessage(event));"""
    script = "([text, boot]) => begin(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), boot)"
    book.page.evaluate(script, [lacking, {"type": "boot", "base": base, "version": manifest["version"]}])
    assert book.wait("fatal")["message"] == message
    assert site.asked() == ["worker.mjs"]


# ------------------------------------------------------------------------------------------------ kept copies


def entries(book: Book) -> dict[str, list[str]]:
    """What CacheStorage holds: names of caches and of the files in them."""
    script = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
      [name, (await (await caches.open(name)).keys()).map((request) => request.url.split("/").pop()).sort()])))"""
    found: dict[str, list[str]] = book.page.evaluate(script)
    return found


def start_and_keep(start: Start, manifest: Any) -> Book:
    """A first start with `cache`, until everything is kept."""
    book = start(cache=True)
    book.wait("ready")
    script = """async ([name, count]) =>
      (await caches.has(name)) && (await (await caches.open(name)).keys()).length === count"""
    files = [line for line in manifest["files"] if line["role"] != "page"]
    book.page.wait_for_function(script, arg=[f"haventms-engine-{manifest['version']}", len(files)])
    return book


def test_second_start_fetches_nothing_again(start: Start, site: Site, manifest: Any) -> None:
    """With `cache` the files are kept under the version, and the next start takes them from there."""
    book = start_and_keep(start, manifest)
    files = sorted(f"{line['name']}.gz" for line in manifest["files"] if line["role"] != "page")
    assert entries(book) == {f"haventms-engine-{manifest['version']}": files}
    site.asked()
    book = start(cache=True)
    assert book.wait("ready")["got"] == manifest["wire"]
    assert [name for name in site.asked() if name.endswith(".gz")] == []
    assert book.console == []


def test_damaged_copy_is_replaced(start: Start, site: Site, manifest: Any) -> None:
    """A kept copy is compared like everything else, thrown away when it does not match, and fetched."""
    book = start_and_keep(start, manifest)
    damage = """async ([name, url]) => (await caches.open(name)).put(url, new Response("damaged"))"""
    url = f"{site.url}engine/{manifest['version']}/memory.zst.gz"
    book.page.evaluate(damage, [f"haventms-engine-{manifest['version']}", url])
    site.asked()
    start(cache=True).wait("ready")
    assert [name for name in site.asked() if name.endswith(".gz")] == ["memory.zst.gz"]


def test_next_version_takes_over_what_stayed(start: Start, site: Site, manifest: Any) -> None:
    """Where only the rules changed only the rules travel, and the copies of the older version go."""
    older = "haventms-engine-" + "0" * 16
    book = start_and_keep(start, manifest)
    move = """async ([from, to, version]) => {
      const [source, target] = [await caches.open(from), await caches.open(to)];
      for (const request of await source.keys()) {
        const rules = /(memory|rest)\\.zst\\.gz$/.test(request.url);
        const body = rules ? new Response("older rules") : await source.match(request);
        await target.put(request.url.replace(version, "0".repeat(16)), body);
      }
      await caches.delete(from);
    }"""
    now = f"haventms-engine-{manifest['version']}"
    book.page.evaluate(move, [now, older, manifest["version"]])
    assert list(entries(book)) == [older]
    site.asked()
    book = start(cache=True)
    book.wait("ready")
    assert [name for name in site.asked() if name.endswith(".gz")] == ["memory.zst.gz", "rest.zst.gz"]
    book.page.wait_for_function("n => caches.keys().then((k) => k.length === 1 && k[0] === n)", arg=now)
