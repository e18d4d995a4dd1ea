"""How a fault gets into the rules: in the place of what is imported already, or in the place of a file."""

import functools
import gc
from collections import defaultdict
from collections.abc import Callable
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

IN_FUNCTION = 0x1 | 0x2  # CO_OPTIMIZED, CO_NEWLOCALS: of neither a module nor the body of a class

Functions = dict[tuple[str, int], list[FunctionType]]


def objects(root: str) -> tuple[list[tuple[str, Callable[[], None]]], dict[str, Functions]]:
    """What empties the caches of the rules and of their tests; and the functions of each file, by name and line."""
    caches: list[tuple[str, Callable[[], None]]] = []
    functions: defaultdict[str, Functions] = defaultdict(dict)
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper):
            code = getattr(each.__wrapped__, "__code__", None)
            if code and code.co_filename.startswith(root):
                caches.append((each.__module__.removeprefix("haventms."), each.cache_clear))
        elif type(each) is FunctionType and each.__code__.co_filename.startswith(root):
            code = each.__code__
            functions[code.co_filename].setdefault((code.co_qualname, code.co_firstlineno), []).append(each)
            if code.co_qualname == "kept.<locals>.keep.<locals>.call":
                cells = dict(zip(code.co_freevars, each.__closure__ or (), strict=True))
                caches.append(("kept", cells["known"].cell_contents.clear))
    return caches, functions


def replaced(path: str, source: str, functions: Functions) -> bool:
    """Put the code of a changed function in the place of the right one, whoever holds it; whether that was all."""
    right = compile(Path(path).read_text(encoding="utf-8"), path, "exec")
    pairs: list[tuple[CodeType, CodeType]] = []
    if not compared(right, compile(source, path, "exec"), pairs):
        return False
    done = 0
    for old, new in pairs:
        for function in functions.get((old.co_qualname, old.co_firstlineno), ()):
            try:
                function.__code__ = new
            except ValueError:  # it closes over other names
                return False
            done += 1
    return done > 0


def compared(old: CodeType, new: CodeType, pairs: list[tuple[CodeType, CodeType]]) -> bool:
    """Collect the functions that differ, by themselves or inside; False where a module or the body of a class does."""
    before = len(pairs)
    inside = [[each for each in code.co_consts if isinstance(each, CodeType)] for code in (old, new)]
    differs = own(old) != own(new) or len(inside[0]) != len(inside[1])
    function = old.co_flags & IN_FUNCTION == IN_FUNCTION
    if differs and not function:
        return False
    for each in zip(*inside, strict=False):
        if not compared(*each, pairs):
            return False
    if function and (differs or len(pairs) > before):
        pairs.append((old, new))
    return True


def own(code: CodeType) -> tuple[Any, ...]:
    """What a function does by itself."""
    values = [(type(each).__name__, repr(each)) for each in code.co_consts if not isinstance(each, CodeType)]
    return code.co_code, values, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_argcount


class Changed(SourceFileLoader):
    """Loads a module from a text in the place of its file."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec")

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        inside = [str(Path(self.path).parent)] if self.path.endswith("__init__.py") else None
        return spec_from_file_location(name, self.path, loader=self, submodule_search_locations=inside)
