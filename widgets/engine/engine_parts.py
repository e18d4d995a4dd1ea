"""The two parts of the engine: what does not change with the rules, and our own packages. Each is cached by itself."""

import base64
import gzip
import json
import re
import tempfile
import tomllib
import zipfile
import zlib
from pathlib import Path
from typing import Any

from engine_outside import (
    EngineError,
    EngineUnavailable,
    TreeChanged,
    digest,
    fetch_pyodide,
    fetch_wheels,
    folder,
    node_and_npm,
    read_json,
    run,
    sha256,
    write_json,
)

STDLIB, SITE = "/lib/python314.zip/", "/lib/python3.14/site-packages/"
ENTRY = "haventms_widgets"
# pydantic looks for plugins in every distribution, which takes a while; there are none here.
# Which columns of a line a step of the code came from takes a tenth of all files, and no reader sees a traceback.
ENV = {
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONNODEBUGRANGES": "1",
    "PYDANTIC_DISABLE_PLUGINS": "__all__",
}
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so"
CHECKED = ["haventms.*", f"{ENTRY}.*"]  # imported on trial, with all that lies below
LISTING = "part.json"


def dropped(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "widgets" / "engine" / "drop.toml").read_text(encoding="utf-8"))


def pack_script(name: str, zipped: bytes) -> bytes:
    """A classic script that hands a gzipped file to the page: the only way to read one over file://."""
    return b"(self.haventmsPack ??= {})[" + json.dumps(name).encode() + b'] = "' + base64.b64encode(zipped) + b'";\n'


def gzipped(content: bytes) -> bytes:
    """The same bytes from every Python: as the system they come from, 3.13 writes "unknown" (255), older ones Unix."""
    zipped = bytearray(gzip.compress(content, 9, mtime=0))
    zipped[9] = 255
    return bytes(zipped)


def store(place: Path, name: str, content: bytes, role: str) -> dict[str, Any]:
    """Write one file as it is, gzipped and as a script; return its line of the manifest."""
    zipped = gzipped(content)
    forms = {"": content, ".gz": zipped, ".pack.js": pack_script(name, zipped)}
    for suffix, form in forms.items():
        (place / (name + suffix)).write_bytes(form)
    line = {"name": name, "role": role, "size": len(content), "sha256": sha256(content)}
    return line | {"wire": len(zipped), "pack": len(forms[".pack.js"])}


def lock_info(pyodide: Path) -> Any:
    """For which Python and platform this Pyodide is: all that is left of its list of packages."""
    return read_json(pyodide / "pyodide-lock.json")["info"]


def in_node(root: Path, script: str, pyodide: Path, job: dict[str, Any]) -> Any:
    """Run one of our scripts in node, with the wasm CPython in it; what its last line says."""
    common = {"runtime": f"{pyodide}/", "lock": lock_info(pyodide), "env": ENV, "site": SITE}
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "job.json")
        path.write_text(json.dumps(common | job), encoding="utf-8")
        command = [*node_and_npm()[0], str(root / "widgets" / "engine" / script), str(path)]
        said = run(command, root, "The browser engine's Python did not start in node.")
    return json.loads(said.splitlines()[-1])


def precompile(root: Path, pyodide: Path, job: dict[str, Any]) -> str:
    """Compile archives, and import packages, with the wasm CPython in node; return its version."""
    script = str(root / "widgets" / "engine" / "compile_zip.py")
    result = in_node(root, "precompile.mjs", pyodide, {"script": script, "packed": []} | job)
    if result["problems"]:
        hint = "What the browser does not need is named in widgets/engine/drop.toml."
        raise EngineError("\n".join([*result["problems"], hint]))
    return str(result["python"])


# ------------------------------------------------------------------------------------------------- what stays


def core_key(root: Path) -> str:
    engine = root / "widgets" / "engine"
    names = ("engine_outside.py", "engine_parts.py", "compile_zip.py", "precompile.mjs", "squeeze.py", "drop.toml")
    pins = ("package.json", "package-lock.json", "wasm-requirements.txt")
    return digest(zlib.ZLIB_RUNTIME_VERSION, *(engine / name for name in names + pins))


def core_part(root: Path) -> Path:
    """The runtime, the standard library and the wheels: the slow half."""

    def make(fresh: Path) -> None:
        pyodide, wheels, drop = fetch_pyodide(root), fetch_wheels(root), dropped(root)
        stdlib, target, libraries = (
            pyodide / "python_stdlib.zip",
            fresh / "python_stdlib.zip",
            fresh / "libraries.zip",
        )
        with zipfile.ZipFile(stdlib) as archive:
            codecs = [n for n in archive.namelist() if n.startswith("encodings/") and n.endswith(".py")]
        left_out = drop["stdlib"] + [name for name in codecs if Path(name).stem not in drop["encodings_kept"]]
        # Neither docstrings nor asserts of other people's code are needed: a tenth of the size. Ours keep both.
        work = [
            task([stdlib], target, STDLIB, left_out, optimize=2, instead=drop["instead"]),
            task(wheels, libraries, SITE, drop["libraries"], optimize=2),
        ]
        library, squeezed = fresh / "library", fresh / "library.zst"
        packed = [{"source": str(library), "target": str(squeezed)}]
        job = {"stdlib": str(stdlib), "work": work, "archives": [], "check": [], "packed": packed}
        with zipfile.ZipFile(next(wheel for wheel in wheels if name_of(wheel) == "pydantic-core")) as archive:
            library.write_bytes(archive.read(LIBRARY))
        python = precompile(root, pyodide, job)
        files = []
        for name in RUNTIME:
            content = re.sub(rb"//# sourceMappingURL=\S+\s*$", b"", (pyodide / name).read_bytes())
            files.append(store(fresh, name, content, "runtime"))
        files.append(store(fresh, squeezed.name, squeezed.read_bytes(), "packed"))
        # What the memory of Python is made from stays here.
        inner = [{"name": path.name, "wire": path.stat().st_size} for path in (target, libraries)]
        packages = {"pyodide": read_json(pyodide / "package.json")["version"]}
        packages |= {name_of(wheel): version_of(wheel) for wheel in wheels}
        part = {"files": files, "inner": inner, "python": python, "lock": lock_info(pyodide), "packages": packages}
        part["unpacked"] = {squeezed.name: library.stat().st_size}
        library.unlink()
        write_json(fresh / LISTING, part | {"notices": "".join(licences(wheel) for wheel in wheels)})

    return folder(root / ".cache" / "engine-parts" / f"core-{core_key(root)}", make, LISTING)


def task(
    sources: list[Path],
    target: Path,
    where: str,
    drop: list[str],
    optimize: int,
    instead: dict[str, str] | None = None,
) -> dict[str, Any]:
    paths = [str(source) for source in sources]
    how = {"drop": drop, "optimize": optimize, "instead": instead or {}}
    return {"sources": paths, "target": str(target), "where": where} | how


def name_of(wheel: Path) -> str:
    return wheel.name.split("-")[0].replace("_", "-")


def version_of(wheel: Path) -> str:
    return wheel.name.split("-")[1]


def licences(wheel: Path) -> str:
    """The licence texts inside a wheel, and the list of what was linked into it."""
    rule = "-" * 80
    text = f"\n{rule}\n{name_of(wheel)} {version_of(wheel)}\n{rule}\n\n"
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if ".dist-info/licenses/" in name:
                text += archive.read(name).decode().strip() + "\n"
        for name in sorted(n for n in archive.namelist() if n.endswith(".cyclonedx.json")):
            text += "\nLinked into it, with their licences:\n\n" + components(json.loads(archive.read(name)))
    return text


def components(bill: dict[str, Any]) -> str:
    """One line for each component of a bill of materials."""
    lines = set()
    for part in bill["components"]:
        terms = [each.get("expression") or each.get("license", {}).get("id", "") for each in part.get("licenses", ())]
        lines.add(f"  {part['name']} {part['version']}: {' and '.join(filter(None, terms)) or 'see its source'}\n")
    return "".join(sorted(lines))


# --------------------------------------------------------------------------------------------------- what is ours


def own_sources(root: Path) -> list[Path]:
    """The files of our packages that go into the browser, in a fixed order."""
    left_out = dropped(root)["own"]
    found: list[Path] = []
    for package in (root / "haventms", root / "widgets" / "haventms_widgets"):
        for path in package.rglob("*"):
            inside = path.relative_to(package.parent).as_posix()
            unwanted = any(inside == d or (d.endswith("/") and inside.startswith(d)) for d in left_out)
            if not unwanted and "__pycache__" not in path.parts and path.is_file():
                found.append(path)
    return sorted(found)


def own_key(root: Path) -> str:
    meta = [root / name for name in ("pyproject.toml", "LICENSE", "NOTICE")]
    named = [item for path in own_sources(root) for item in (path.relative_to(root).as_posix(), path)]
    engine = root / "widgets" / "engine"
    return digest(core_key(root), *meta, *named, engine / "remember.mjs", engine / "remember.py", restoring(root))


def restoring(root: Path) -> Path:
    """The script that puts Python's memory back, and helps to keep it."""
    return root / "widgets" / "haventms_widgets" / "page" / "restore.mjs"


def own_part(root: Path, core: Path) -> Path:
    """Our own wheel of this very tree, compiled, and its modules imported as the browser will."""
    key = own_key(root)

    def make(fresh: Path) -> None:
        target = fresh / "haventms.zip"
        with tempfile.TemporaryDirectory() as scratch:
            wheel = build_wheel(root, Path(scratch))
            if own_key(root) != key:
                raise TreeChanged("The packages changed while the engine was built from them; build it again.")
            work = [task([wheel], target, SITE, dropped(root)["own"], optimize=0)]
            archives = [str(core / "libraries.zip"), str(target)]
            stdlib = str(core / "python_stdlib.zip")
            pyodide = fetch_pyodide(root)
            precompile(root, pyodide, {"stdlib": stdlib, "work": work, "archives": archives, "check": CHECKED})
            part = remembered(root, fresh, pyodide, {"stdlib": stdlib, "archives": archives})
        script = restoring(root)
        part["files"].append(store(fresh, script.name, script.read_bytes(), "runtime"))
        part["inner"] = [{"name": target.name, "wire": target.stat().st_size}]
        write_json(fresh / LISTING, part | {"packages": {"haventms": version_of(wheel)}})

    return folder(root / ".cache" / "engine-parts" / f"own-{key}", make, LISTING)


def remembered(root: Path, fresh: Path, pyodide: Path, job: dict[str, Any]) -> dict[str, Any]:
    """Start Python, import the packages and keep its memory: that file, and one with all that is not in memory."""
    engine = root / "widgets" / "engine"
    targets = {name: fresh / f"{name}.zst" for name in ("memory", "rest")}
    job |= {"script": str(engine / "remember.py"), "squeeze": str(engine / "squeeze.py")}
    job |= {"restore": str(restoring(root)), "library": LIBRARY, "entry": ENTRY}
    told = in_node(root, "remember.mjs", pyodide, job | {name: str(path) for name, path in targets.items()})
    files = [store(fresh, path.name, path.read_bytes(), "packed") for path in targets.values()]
    return {"files": files, "head": told["head"], "unpacked": {path.name: told[name] for name, path in targets.items()}}


def build_wheel(root: Path, target: Path) -> Path:
    try:
        from hatchling.builders.wheel import WheelBuilder
    except ImportError:
        raise EngineUnavailable("The browser engine needs hatchling, which makes the wheel of this tree.") from None
    return Path(next(iter(WheelBuilder(str(root)).build(directory=str(target), versions=["standard"]))))
