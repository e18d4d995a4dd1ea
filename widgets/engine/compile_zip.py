"""Runs inside the wasm CPython, in node: sources in, archives of compiled modules out (see precompile.mjs).

The archives hold stored entries, so that the whole of an archive is compressed at once on the wire (smaller than
entry by entry), an import inflates nothing, and the worker cuts the files out without a zip library.
"""

import importlib.util
import pkgutil
import sys
import zipfile
from importlib import import_module
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]

EPOCH = (1980, 1, 1, 0, 0, 0)
NOT_NEEDED = (
    ".pyi",
    ".bat",
    ".ini",
    ".ctypes",
    "/README.txt",
    "/fetch_macholib",
    ".dist-info/RECORD",
    ".dist-info/WHEEL",
)


def wanted(name: str, drop: list[str]) -> bool:
    """Tell whether an entry belongs in the browser: no folder, nothing on the list of what to drop, no typing stub."""
    return not (
        name.endswith(("/", *NOT_NEEDED))
        or ".dist-info/sboms/" in name
        or ".dist-info/licenses/" in name
        or any(name == d or (d.endswith("/") and name.startswith(d)) for d in drop)
    )


def compiled(name: str, source: bytes, where: str, optimize: int) -> bytes:
    """Compile one module to the content of its .pyc, never checked against a source that is not there."""
    code = compile(source, where + name, "exec", dont_inherit=True, optimize=optimize)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def pack(
    sources: list[str], target: str, where: str, optimize: int, drop: list[str], instead: dict[str, str]
) -> list[str]:
    """Write one archive from zips or wheels: sorted, undated, modules compiled; sentences on what is no Python.

    `instead` are texts that take the place of modules, by the names of those.
    """
    problems = []
    entries: dict[str, bytes] = {}
    for source in sources:
        with zipfile.ZipFile(source) as archive:
            for name in archive.namelist():
                if not wanted(name, drop):
                    continue
                content = instead[name].encode() if name in instead else archive.read(name)
                if name.endswith(".py"):
                    try:
                        content, name = compiled(name, content, where, optimize), name + "c"
                    except SyntaxError as error:
                        problems.append(f"{name} is no Python, line {error.lineno}: {error.msg}.")
                elif name.endswith(".dist-info/METADATA"):
                    content = content.split(b"\n\n", 1)[0] + b"\n"  # the headers; the rest is a readme
                entries[name] = content
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(entries):
            info = zipfile.ZipInfo(name, EPOCH)
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, entries[name])
    return problems


def check(wanted: list[str], archives: list[str], site: str) -> list[str]:
    """Import modules as the browser will, those ending in ".*" with all below; a sentence for each that cannot be."""
    for path in archives:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(site)
    importlib.invalidate_caches()
    problems = []
    names = list(wanted)
    while names:
        name, star, _ = names.pop().partition(".*")
        try:
            module = import_module(name)
        except Exception as error:
            problems.append(f"{name} cannot be imported in the browser: {type(error).__name__}: {error}")
            continue
        if star:
            names.extend(f"{m.name}.*" for m in pkgutil.iter_modules(getattr(module, "__path__", ()), name + "."))
    return sorted(problems)


def python_version() -> str:
    """Version of the CPython that compiles, as 3.14.2."""
    return ".".join(str(part) for part in sys.version_info[:3])
