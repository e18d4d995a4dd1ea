"""The reference of the Python names: ``{api} haventms.haven`` documents every public name of a package.

What it says comes from the code: docstrings, signatures, and what pydantic takes, with its bounds. Ids of clauses are
links, and every "computed by" of a clause leads back to its function here.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any, ClassVar

from docutils import nodes
from pydantic import BaseModel
from rules import IS_ID, reference
from signatures import bounds_of, parameters_of, shapes_of, signature_of, words
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

import haventms
from haventms.checked import arguments_of

PIECES = re.compile(rf"`(?P<code>[^`]+)`|\b(?P<id>{IS_ID.pattern})\b")


class Api(SphinxDirective):
    """All public names of a package, functions and classes; then what computes its clauses without being public."""

    required_arguments: ClassVar = 1

    def run(self) -> list[nodes.Node]:
        package = self.arguments[0]
        found = [entry_of(package, name, value) for name, value in public(package)]
        if inner := [entry_of(*path.rpartition(".")[::2], value) for path, value in inside(package)]:
            found.append(group("Behind the public names", "Each computes single clauses.", inner))
        if shapes := [shape(package, name, schema) for name, schema in taken(package).items()]:
            found.append(group("Shapes", "What arguments and fields are made of, where they have fields too.", shapes))
        places: dict[str, str] = getattr(self.env, "api_places", {})
        for path in (*(f"{package}.{name}" for name, _ in public(package)), *(path for path, _ in inside(package))):
            places[path] = self.env.docname
        self.env.api_places = places  # type: ignore[attr-defined]
        return found


def public(package: str) -> list[tuple[str, Any]]:
    """The public names of a package that are functions or classes, in the order of the alphabet."""
    module = import_module(package)
    found = [(name, getattr(module, name)) for name in module.__all__]
    return sorted((each for each in found if callable(each[1])), key=lambda each: each[0].lower())


def inside(package: str) -> list[tuple[str, Callable[..., Any]]]:
    """The functions of this package that the register names and that are not public."""
    if package == "haventms":  # the systems have pages of their own
        return []
    named = {entry.computed_by for entry in haventms.clauses() if entry.computed_by.startswith(f"{package}.")}
    shown = {home_of(value) for _, value in public(package)}
    return [(path, reach(path)) for path in sorted(named - shown)]


def taken(package: str) -> dict[str, dict[str, Any]]:
    """The shapes that the names of a package take and that are no public names themselves."""
    values = [value for _, value in (*public(package), *inside(package))]
    models = [value for value in values if inspect.isclass(value) and issubclass(value, BaseModel)]
    models += [arguments_of(value) for value in values if hasattr(value, "__wrapped__")]
    known = {name for each in ("haventms", package) for name, _ in public(each)}
    return {name: each for name, each in shapes_of(models).items() if name not in known}


def group(title: str, sentence: str, found: list[nodes.Node]) -> nodes.section:
    id = title.lower().replace(" ", "-")
    return nodes.section("", nodes.title("", title), nodes.paragraph("", sentence), *found, ids=[id], names=[])


def shape(package: str, name: str, schema: dict[str, Any]) -> nodes.section:
    """What a dict of this shape holds."""
    rows = [(field, words(each)) for field, each in schema["properties"].items()]
    anchor = anchor_of(f"{package}.shape.{name}")
    found = nodes.section("", nodes.title("", "", nodes.literal("", name)), ids=[anchor], names=[])
    found += [*prose(schema.get("description", "")), *listing("Fields", rows)]
    return found


def reach(path: str) -> Any:
    home, _, name = path.rpartition(".")
    return getattr(import_module(home), name)


def home_of(value: Any) -> str:
    """The dotted path of where something is written."""
    return f"{value.__module__}.{value.__qualname__}" if hasattr(value, "__qualname__") else ""


def anchor_of(path: str) -> str:
    """The anchor of a name on its page."""
    return "api-" + path.replace("_", "-").replace(".", "-")  # `Atlas` is a class and `atlas` a function


def entry_of(package: str, name: str, value: Any) -> nodes.section:
    """One name: its signature, what its docstring says, what it takes."""
    path = f"{package}.{name}"
    found = nodes.section("", nodes.title("", "", nodes.literal("", name)), ids=[anchor_of(path)], names=[])
    found["classes"].append("api-entry")
    found += nodes.literal_block("", signature_of(package, name, value), language="python", linenos=False)
    found += prose(value.__doc__ or "")
    if inspect.isclass(value):
        if issubclass(value, BaseModel):
            found += listing("Fields", bounds_of(value))
        found += list(members(value))
    else:
        found += listing("Takes", parameters_of(value))
    return found


def prose(text: str) -> list[nodes.Node]:
    """A docstring as paragraphs: code in backticks, ids as links."""
    paragraphs = re.split(r"\n\s*\n", inspect.cleandoc(text).strip())
    return [nodes.paragraph("", "", *inline(" ".join(each.split()))) for each in paragraphs if each]


def inline(text: str) -> Iterator[nodes.Node]:
    end = 0
    for match in PIECES.finditer(text):
        if between := text[end : match.start()]:
            yield nodes.Text(between)
        yield (
            reference(match["id"])
            if match["id"] in haventms.clauses()
            else nodes.literal("", match["code"] or match[0])
        )
        end = match.end()
    if rest := text[end:]:
        yield nodes.Text(rest)


def listing(title: str, rows: Iterable[tuple[str, str]]) -> list[nodes.Node]:
    """Names, each with what is allowed."""
    items = [
        nodes.list_item("", nodes.paragraph("", "", nodes.literal("", name), nodes.Text(f" {allowed}".rstrip())))
        for name, allowed in rows
    ]
    return [nodes.rubric("", title), nodes.bullet_list("", *items)] if items else []


def members(kind: type) -> Iterator[nodes.Node]:
    """The methods and properties of a class itself that have a docstring."""
    items = []
    for name, member in vars(kind).items():
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        text = getattr(function, "__doc__", None)
        if name.startswith("_") or not inspect.isfunction(function) or not text:
            continue
        first = " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
        items.append(
            nodes.list_item("", nodes.paragraph("", "", nodes.literal("", name), nodes.Text(" "), *inline(first)))
        )
    if items:
        yield nodes.rubric("", "Members")
        yield nodes.bullet_list("", *items)


def link_functions(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Wherever the book names the function of a clause, it leads to the function's entry."""
    places: dict[str, str] = getattr(app.env, "api_places", {})
    homes = {home_of(reach(path)): path for path in places} if places else {}
    for node in list(doctree.findall(nodes.literal)):
        path = homes.get(node.astext())
        if path and not isinstance(node.parent, nodes.reference):
            page, anchor = places[path], anchor_of(path)
            node.replace_self(make_refnode(app.builder, docname, page, anchor, node.deepcopy(), path))


def forget(_app: Sphinx, env: Any, docname: str) -> None:
    env.api_places = {path: page for path, page in getattr(env, "api_places", {}).items() if page != docname}


def merge(_app: Sphinx, env: Any, docnames: Iterable[str], other: Any) -> None:
    read = {path: page for path, page in getattr(other, "api_places", {}).items() if page in {*docnames}}
    env.api_places = {**getattr(env, "api_places", {}), **read}


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("api", Api)
    app.connect("doctree-resolved", link_functions)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
