"""Run inside the wasm CPython by remember.mjs: what is done before its memory is kept, and what goes with it."""

import gc
import linecache
import sys
import typing
import zipfile
import zipimport
from importlib import import_module, invalidate_caches

STDLIB, SITE = "python314.zip", "python3.14/site-packages/"


def fill(entry: str) -> None:
    """Import the package and let it do once what every answer needs."""
    invalidate_caches()
    package = import_module(entry)
    if hasattr(package, "prepare"):
        package.prepare()


def loaded() -> str:
    """Names of the modules that are in memory."""
    return "\n".join(sorted(sys.modules))


def tidy() -> None:
    """Forget what another start finds otherwise, or would make again at once."""
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    sys.path_importer_cache.clear()
    linecache.clearcache()
    for clear in typing._cleanups:  # type: ignore[attr-defined]
        clear()
    for name in ("fill", "loaded", "tidy", "rest"):
        globals().pop(name, None)
    gc.collect()


def rest(archives: list[str], modules: str, library: str) -> int:
    """Write /rest: one archive of what is not in memory, the standard library as an archive inside; its size."""
    known = set(modules.splitlines())

    def needed(name: str) -> bool:
        module = name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
        return name != library and not (name.endswith(".pyc") and module in known)

    def copy(source: str, target: zipfile.ZipFile, below: str) -> None:
        with zipfile.ZipFile(source) as archive:
            for info in archive.infolist():
                if needed(info.filename):
                    write(target, below + info.filename, archive.read(info))

    def write(target: zipfile.ZipFile, name: str, content: bytes) -> None:
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.create_system, info.external_attr = 3, 0o644 << 16
        target.writestr(info, content)

    with zipfile.ZipFile("/stdlib", "w") as target:
        copy(archives[0], target, "")
    with zipfile.ZipFile("/rest", "w") as target, open("/stdlib", "rb") as stdlib:
        write(target, STDLIB, stdlib.read())
        for source in archives[1:]:
            copy(source, target, SITE)
    with open("/rest", "rb") as written:
        return len(written.read())
