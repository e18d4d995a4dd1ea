"""What `make mutants` changes: one small fault at a time, made by the operators of mutmut.

mutmut itself leaves decorated functions alone, which are all that compute a clause. Its operators are used here without
its visitor, and of what they offer these are left out, since tests have no business noticing them, or cannot but do so:

- prose: what stands in an f-string, in a sentence that is raised, in `headline` and what else writes for people; texts
  with a space and empty ones; and which of two such texts is taken. Another text is changed once, not in three ways
- annotations, decorators, docstrings, `model_config`, `__all__`, `__slots__` and whatever is for type checkers only
- an argument made None, and a positional one left out: that is a TypeError; an argument with its name is left out
- outside of functions texts, types and assignments: without them a module is often not even imported
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation import mutators
from mutmut.mutation.file_mutation import deep_replace

PROSE = {"headline", "__str__", "__repr__", "explain", "_repr_html_", "_line_text", "_line_html"}
NAMES = {"model_config", "__all__", "__slots__"}
OWN = {mutators.operator_string, mutators.operator_dict_arguments, mutators.operator_arg_removal}
NOT_OUTSIDE = {mutators.operator_assignment, mutators.operator_lambda}


@dataclass(frozen=True)
class Mutant:
    """One fault: the function or class it is in ("" outside), the lines that it changes, and what they become.

    `nth` tells those apart that look alike: the same change made to the same line of a function. `lines` are those of
    the file whose tests can notice.
    """

    file: str
    place: str
    line: str
    becomes: str
    nth: int
    lines: range
    source: str

    @property
    def key(self) -> str:
        again = f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.place or 'module'}: {self.line} -> {self.becomes}{again}"


def mutants(root: Path, file: str) -> Iterator[Mutant]:
    """Every fault of a module, in the order of its lines."""
    text = (root / file).read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(text))
    finder = Finder(wrapper)
    wrapper.visit(finder)
    module = wrapper.module
    parts = {id(each): module.code_for_node(each) for each in module.body}
    head = "".join(map(module.code_for_node, module.header))
    foot = "".join(map(module.code_for_node, module.footer))
    before = text.splitlines()
    seen: dict[tuple[str, str, str], int] = {}
    for outer, place, lines, old, new in finder.found:
        changed = module.code_for_node(deep_replace(outer, old, new))
        source = head + "".join(changed if each is outer else parts[id(each)] for each in module.body) + foot
        line, becomes = difference(before, source.splitlines())
        if line == becomes:
            continue
        look = (place, line, becomes)
        seen[look] = seen.get(look, 0) + 1
        yield Mutant(file, place, line, becomes, seen[look], lines, source)


def difference(before: list[str], after: list[str]) -> tuple[str, str]:
    """The lines that differ, as one each."""
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))))
    pairs = zip(reversed(before[same:]), reversed(after[same:]), strict=False)
    tail = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    old, new = before[same : len(before) - tail], after[same : len(after) - tail]
    return " ".join(map(str.strip, old)), " ".join(map(str.strip, new))


class Finder(cst.CSTVisitor):
    """Collects what may be changed: the statement of the module around it, its place, its lines, the node, another."""

    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider)

    def __init__(self, wrapper: MetadataWrapper) -> None:
        super().__init__()
        self.module = wrapper.module
        self.places = wrapper.resolve(PositionProvider)
        self.parents = wrapper.resolve(ParentNodeProvider)
        self.found: list[tuple[Any, str, range, cst.CSTNode, cst.CSTNode]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom) or named(node):
            return False
        if isinstance(node, cst.FunctionDef) and any(is_overload(each) for each in node.decorators):
            return False
        above = list(self.above(node))
        functions = [each for each in above if isinstance(each, cst.FunctionDef)]
        for changed in changes(node, above, functions):
            titles = [each.name.value for each in above if isinstance(each, cst.FunctionDef | cst.ClassDef)]
            outer = above[-2] if len(above) > 1 else node
            self.found.append((outer, ".".join(reversed(titles)), self.lines(node, above), node, changed))
        return True

    def above(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        while parent := self.parents.get(node):
            yield parent
            node = parent

    def lines(self, node: cst.CSTNode, above: list[cst.CSTNode]) -> range:
        """Those of the statement around it; of one that has a body only the node's own."""
        small = [each for each in (node, *above) if isinstance(each, cst.BaseSmallStatement)]
        place = self.places[small[0] if small else next(each for each in (node, *above) if each in self.places)]
        return range(place.start.line, place.end.line + 1)


def named(node: cst.CSTNode) -> bool:
    """Whether it sets a name that says nothing about what is computed, or is for type checkers only."""
    if isinstance(node, cst.If):
        return isinstance(node.test, cst.Name) and node.test.value == "TYPE_CHECKING"
    targets = [each.target for each in node.targets] if isinstance(node, cst.Assign) else []
    return any(isinstance(each, cst.Name) and each.value in NAMES for each in targets)


def is_overload(node: cst.Decorator) -> bool:
    return isinstance(node.decorator, cst.Name) and node.decorator.value == "overload"


def changes(node: cst.CSTNode, above: list[cst.CSTNode], functions: list[Any]) -> Iterable[cst.CSTNode]:
    """What the operators make of a node here."""
    if functions and is_prose(node, above, functions):
        return
    for kind, operator in mutators.mutation_operators:
        if isinstance(node, kind) and operator not in OWN and (functions or operator not in NOT_OUTSIDE):
            yield from () if not functions and is_union(node) else operator(node)
    if isinstance(node, cst.Call):
        yield from without_a_name(node)
    if functions and isinstance(node, cst.SimpleString):
        yield from list(mutators.operator_string(node))[:1]
    if functions and isinstance(node, cst.Expr) and isinstance(node.value, cst.Call):
        yield cst.Pass()


def is_union(node: cst.CSTNode) -> bool:
    """Of types, outside of a function."""
    return isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.BitOr)


def without_a_name(node: cst.Call) -> Iterator[cst.Call]:
    """The call without one of the arguments that it names."""
    for index, argument in enumerate(node.args):
        if argument.keyword:
            yield node.with_changes(args=[*node.args[:index], *node.args[index + 1 :]])


def is_prose(node: cst.CSTNode, above: list[cst.CSTNode], functions: list[Any]) -> bool:
    """Whether it is, or is part of, what only people read."""
    return (
        is_text(node.value if isinstance(node, cst.Assign | cst.AnnAssign | cst.AugAssign) else node)
        or any(isinstance(each, cst.Raise | cst.FormattedString) for each in above)
        or any(each.name.value in PROSE for each in functions)
    )


def is_text(node: cst.CSTNode | None) -> bool:
    """A text that is written out: an f-string, a literal with a space or an empty one, or made of such."""
    match node:
        case cst.FormattedString() | cst.ConcatenatedString():
            return True
        case cst.SimpleString():
            return not node.raw_value or " " in node.raw_value
        case cst.IfExp():
            return is_text(node.body) or is_text(node.orelse)
        case cst.BinaryOperation() | cst.BooleanOperation():
            return is_text(node.left) or is_text(node.right)
        case (
            cst.Call(func=cst.Attribute(value=cst.SimpleString()))
            | cst.Call(func=cst.Name("plural" | "plain" | "in_words"))
        ):
            return True
    return False
