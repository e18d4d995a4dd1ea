"""Builds the engine that computes in the pages of the book: a wasm CPython, pydantic, the packages of this tree.

    python widgets/engine/build.py [--out DIR]      exit 0: ready; 1: something is wrong; 3: a tool or wheel is missing

Everything that comes from outside is pinned by hash: npm's `pyodide` by package-lock.json, the wheels by
wasm-requirements.txt. All Python is compiled and imported once, by the very CPython that will run it, and what its
memory then holds travels in place of most of the files. The result lies in DIR/<version> (default .cache/engine), the
version being a hash of what is in it:

    manifest.json          what the worker reads: files with sizes and SHA-256, how to start
    <name>.gz              for http: unzipped in the browser, so that it does not matter what the host compresses
    <name>.pack.js         for file://: a classic script that sets self.haventmsPack["<name>"] to base64 of the gzip
    worker.mjs, NOTICE     as they are

Two builds of one tree give the same bytes. The book's extension loads this file by its path and calls `copy_into`;
`engine_dir` looks without building.
"""

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
if str(HERE) not in sys.path:  # when loaded by its path
    sys.path.append(str(HERE))

from engine_outside import (  # noqa: E402
    EngineError,
    EngineUnavailable,
    TreeChanged,
    digest,
    folder,
    intact,
    read_json,
    sha256,
    told,
    write_json,
)
from engine_parts import (  # noqa: E402
    ENTRY,
    ENV,
    LIBRARY,
    LISTING,
    SITE,
    core_part,
    gzipped,
    own_key,
    own_part,
    pack_script,
)

ROOT = HERE.parents[1]
MANIFEST = "manifest.json"
VERSION = "[0-9a-f]" * 16

__all__ = ["EngineError", "EngineUnavailable", "build", "copy_into", "engine_dir", "main"]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One build at a time: a second one waits and then finds everything done."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        try:
            import fcntl
        except ImportError:  # Windows has no such lock; folders are renamed into place, so two builds only work twice
            yield
            return
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def prune(parent: Path, pattern: str, keep: Path, count: int) -> None:
    """Remove all but the newest few folders of a kind, never the one in use."""
    others = [path for path in parent.glob(pattern) if path != keep]
    for old in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[count:]:
        shutil.rmtree(old, ignore_errors=True)


def worker(root: Path) -> Path:
    return root / "widgets" / "haventms_widgets" / "page" / "worker.mjs"


def notice(root: Path) -> Path:
    return root / "widgets" / "engine" / "NOTICE"


def fingerprint(root: Path) -> str:
    """Hash of everything that the engine is made from."""
    return digest(own_key(root), root / "widgets" / "engine" / "build.py", worker(root), notice(root))


def assemble(root: Path, out: Path, core: Path, own: Path) -> Path:
    """Put the parts, the worker and the notice into one folder named by what is in it."""
    places = [(place, read_json(place / LISTING)) for place in (core, own)]
    main_part = places[0][1]
    text = notice(root).read_text(encoding="utf-8") + main_part["notices"]
    pages = {"worker.mjs": worker(root).read_bytes(), "NOTICE": text.encode()}
    files: list[dict[str, Any]] = [line for _, part in places for line in part["files"]]
    loaded = list(files)
    for name, content in pages.items():
        size = len(content)
        files.append({"name": name, "role": "page", "size": size, "sha256": sha256(content), "wire": size})
    unpacked = {name: size for _, part in places for name, size in part["unpacked"].items()}
    start = {"entry": ENTRY, "library": SITE + LIBRARY, "unpacked": unpacked, "head": places[1][1]["head"]}
    start |= {"env": ENV, "lock": main_part["lock"]}
    # The worker makes this text again: the version vouches for every byte and for how Python is started.
    text = "".join(f"{line['sha256']}  {line['name']}\n" for line in files)
    text += json.dumps(start, separators=(",", ":"), ensure_ascii=False) + "\n"
    version = sha256(text.encode())[:16]
    manifest = {
        "version": version,
        "python": main_part["python"],
        "packages": {name: number for _, part in places for name, number in part["packages"].items()},
        **{total: sum(line[total] for line in loaded) for total in ("wire", "pack", "size")},
        "files": files,
        "start": start,
    }

    def make(fresh: Path) -> None:
        for place, part in places:
            for line in part["files"]:
                for form in (f"{line['name']}.gz", f"{line['name']}.pack.js"):
                    link(place / form, fresh / form)
        for name, content in pages.items():
            (fresh / name).write_bytes(content)
        write_json(fresh / MANIFEST, manifest)
        for name in (MANIFEST, "worker.mjs"):
            script = pack_script(name, gzipped((fresh / name).read_bytes()))
            (fresh / f"{name}.pack.js").write_bytes(script)

    return folder(out / version, make, MANIFEST)


def link(source: Path, target: Path) -> None:
    """The same file in a second place, without a copy where the file system can."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)


def engine_dir(root: Path = ROOT, out: Path | None = None) -> Path | None:
    """The folder of the engine of this very tree, or None where it is not built, not whole or of an older tree."""
    out = out or root / ".cache" / "engine"
    try:
        stamp = read_json(out / "stamp.json")
    except (OSError, ValueError):
        return None
    place = out / str(stamp["version"])
    return place if stamp["inputs"] == fingerprint(root) and intact(place, MANIFEST) else None


def build(root: Path = ROOT, out: Path | None = None, attempts: int = 3) -> Path:
    """Build what is out of date and return the engine's folder. EngineUnavailable, EngineError: what is amiss."""
    out = out or root / ".cache" / "engine"
    if ready := engine_dir(root, out):
        return ready
    with locked(root / ".cache" / "engine.lock"):
        try:
            return engine_dir(root, out) or build_now(root, out)
        except TreeChanged:
            if attempts == 1:
                raise
    return build(root, out, attempts - 1)


def build_now(root: Path, out: Path) -> Path:
    inputs = fingerprint(root)
    core = core_part(root)
    own = own_part(root, core)
    place = assemble(root, out, core, own)
    write_json(out / "stamp.json", {"inputs": inputs, "version": place.name})
    prune(core.parent, "core-*", core, 1)
    prune(own.parent, "own-*", own, 3)
    prune(out, VERSION, place, 3)
    return place


def copy_into(static: Path, root: Path = ROOT) -> dict[str, Any]:
    """Build the engine and copy it to static/engine/<version>, alone there; return what a page is told of it.

    {"version", "base": its folder below static, ending in a slash, "wire" and "pack": bytes over http and over file://,
    "packs": the scripts that a page loads over file://}
    """
    source = build(root)
    manifest = read_json(source / MANIFEST)

    def make(fresh: Path) -> None:
        for path in source.iterdir():
            shutil.copyfile(path, fresh / path.name)

    target = folder(static / "engine" / source.name, make, MANIFEST)
    prune(target.parent, VERSION, target, 0)
    names = [line["name"] for line in manifest["files"] if line["role"] != "page"]
    return {
        "version": source.name,
        "base": f"engine/{source.name}/",
        "wire": manifest["wire"],
        "pack": manifest["pack"],
        "packs": [f"{name}.pack.js" for name in ("worker.mjs", MANIFEST, *names)],
    }


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Build the engine that computes in the pages of the book.")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where to put it (default: .cache/engine)")
    out = parser.parse_args(arguments).out
    began = time.monotonic()
    try:
        place = build(ROOT, out and out.resolve())
    except EngineUnavailable as error:
        print(f"{error} Without it the explorers of the book show their default cases only.", file=sys.stderr)
        return 3
    except EngineError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The browser engine was not built: {told(error)}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped; what was built before stays.", file=sys.stderr)
        return 130
    size, took = read_json(place / MANIFEST)["wire"] / 1e6, time.monotonic() - began
    print(f"Browser engine {place.name}: {size:.1f} MB on the wire, {took:.1f} s ({os.path.relpath(place)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
