"""Control specs as a form of some toolkit: what the notebook and the dashboard share.

A form speaks in pairs of dotted name and text, like the form of a page and the options of the command line, so
that all faces read a case in one way and say the same sentence about a wrong one.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from pydantic import BaseModel

from ..controls import Spec, specs
from ..explorer import Inputs
from ..plain import FieldError
from ..state import write_value
from .painting import Painting

Pairs = Iterator[tuple[str, str]]


class Leaf(Protocol):
    """One control of a toolkit: its widget, its value as text, and where its error is said."""

    widget: Any

    def read(self) -> str: ...
    def write(self, text: str) -> None: ...
    def complain(self, sentence: str) -> None: ...


class Toolkit(ABC):
    """What a form needs of a toolkit."""

    @abstractmethod
    def leaf(self, spec: Spec, text: str, changed: Callable[[], None]) -> Leaf:
        """A control for a value that is no group and no list; `changed` is called when the reader changed it."""

    @abstractmethod
    def choose(self, label: str, options: Sequence[tuple[str, str]]) -> Leaf:
        """A choice that belongs to the form itself: which kind of row to add."""

    @abstractmethod
    def button(self, label: str, help: str, pressed: Callable[[], None]) -> Any:
        """A button."""

    @abstractmethod
    def words(self, html: str = "") -> Any:
        """A place for words, and `say` puts others there."""

    @abstractmethod
    def say(self, place: Any, html: str) -> None:
        """Put HTML into a place for words."""

    @abstractmethod
    def stack(self, children: Sequence[Any], name: str = "") -> Any:
        """Widgets one below another, and `restack` changes which; `name` is a class for its look."""

    @abstractmethod
    def beside(self, children: Sequence[Any]) -> Any:
        """Widgets beside each other, as far as there is room."""

    @abstractmethod
    def restack(self, stack: Any, children: Sequence[Any]) -> None:
        """Other widgets in a stack."""

    @abstractmethod
    def reveal(self, widget: Any, shown: bool) -> None:
        """Show a widget, or hide it and take no room for it."""


class Form:
    """The controls of an explorer's inputs."""

    def __init__(self, toolkit: Toolkit, inputs: Inputs, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._filling = False
        self._node = _Group(toolkit, specs(type(inputs)), inputs, self._told)
        self.widget = toolkit.stack(self._node.widgets, "htms-all")
        self._reveal()

    def _reveal(self) -> None:
        self._node.reveal(dict(self.pairs()))

    def _told(self) -> None:
        if not self._filling:
            self._reveal()
            self._changed()

    def pairs(self) -> list[tuple[str, str]]:
        """The case as pairs of dotted name and text."""
        return list(self._node.pairs(""))

    def fill(self, inputs: Inputs) -> None:
        """Show another case, without a word to whoever listens for changes."""
        self._filling = True
        try:
            self._node.fill(inputs)
        finally:
            self._filling = False
        self._reveal()

    def complain(self, errors: Iterable[FieldError]) -> list[str]:
        """Say each error beside its control; what has no control is given back."""
        self._node.hush()
        rest = []
        for each in errors:
            if not self._node.complain(each["field"].split("."), each["message"]):
                rest.append(each["message"])
        return rest


class _Group:
    """Some controls by name."""

    def __init__(self, toolkit: Toolkit, level: Sequence[Spec], value: BaseModel, changed: Callable[[], None]) -> None:
        self.toolkit, self.level = toolkit, level
        self.nodes: dict[str, _Node] = {
            spec.name: _node(toolkit, spec, getattr(value, spec.name), changed) for spec in level
        }
        for painting in self._paintings():
            painting.put = self._put

    @property
    def widgets(self) -> list[Any]:
        return [node.widget for node in self.nodes.values()]

    def pairs(self, prefix: str) -> Pairs:
        for name, node in self.nodes.items():
            yield from node.pairs(prefix + name)

    def _paintings(self) -> list[Painting]:
        leaves = [node.leaf for node in self.nodes.values() if isinstance(node, _Leaf)]
        return [found for leaf in leaves if (found := getattr(leaf, "painting", None))]

    def _put(self, mark: str, column: int, row: int) -> None:
        """A mark was put on a map: its fields, a group beside the map, say where."""
        group = self.nodes[mark]
        assert isinstance(group, _Titled)
        for name, number in (("column", column), ("row", row)):
            leaf = group.group.nodes[name]
            assert isinstance(leaf, _Leaf)
            leaf.leaf.write(str(number))

    def _mark(self, chosen: Mapping[str, str]) -> None:
        """Show on the maps where their marks are."""
        for painting in self._paintings():
            places = {}
            for mark, _ in painting.spec.marks:
                column, row = (chosen.get(f"{mark}.{part}", "") for part in ("column", "row"))
                if column.isdecimal() and row.isdecimal():
                    places[mark] = (int(column), int(row))
            painting.mark(places)

    def reveal(self, chosen: Mapping[str, str]) -> None:
        """Show the controls that play a part beside these values of the form, hide the others, mark the maps."""
        self._mark(chosen)
        for spec, node in zip(self.level, self.nodes.values(), strict=True):
            if spec.when[0]:
                self.toolkit.reveal(node.widget, spec.shown(chosen))
            if isinstance(node, _Titled):
                node.group.reveal(chosen)

    def fill(self, value: BaseModel) -> None:
        for name, node in self.nodes.items():
            node.fill(getattr(value, name))

    def hush(self) -> None:
        for node in self.nodes.values():
            node.hush()

    def complain(self, path: list[str], sentence: str) -> bool:
        node = self.nodes.get(path[0])
        return node is not None and node.complain(path[1:], sentence)


def _node(toolkit: Toolkit, spec: Spec, value: Any, changed: Callable[[], None]) -> "_Node":
    if spec.kind == "one":
        return _One(toolkit, spec, value, changed)
    if spec.kind == "rows":
        return _Rows(toolkit, spec, value, changed)
    if spec.kind == "group":
        return _Titled(toolkit, spec, value, changed)
    return _Leaf(toolkit, spec, value, changed)


class _Leaf:
    def __init__(self, toolkit: Toolkit, spec: Spec, value: Any, changed: Callable[[], None]) -> None:
        self.spec = spec
        self.leaf = toolkit.leaf(spec, self._text(value), changed)
        self.widget = self.leaf.widget

    def _text(self, value: Any) -> str:
        if self.spec.kind == "many":
            return ",".join(str(option) for option, _ in self.spec.options if option in value)
        return write_value(value)

    def pairs(self, name: str) -> Pairs:
        yield name, self.leaf.read()

    def fill(self, value: Any) -> None:
        self.leaf.write(self._text(value))

    def hush(self) -> None:
        self.leaf.complain("")

    def complain(self, path: list[str], sentence: str) -> bool:
        self.leaf.complain(sentence)
        return True


class _Wrong:
    """What is wrong with a group as a whole, said as the last of its widgets; made with the first sentence."""

    toolkit: Toolkit
    widget: Any
    words: Any = None

    def say(self, sentence: str) -> None:
        if self.words is None:
            if not sentence:
                return
            self.words = self.toolkit.words()
            self.toolkit.restack(self.widget, [*self.widget.children, self.words])
        self.toolkit.say(self.words, wrong(sentence))


class _Titled(_Wrong):
    """A group with a title."""

    def __init__(self, toolkit: Toolkit, spec: Spec, value: BaseModel, changed: Callable[[], None]) -> None:
        self.toolkit = toolkit
        self.group = _Group(toolkit, spec.parts, value, changed)
        title = toolkit.words(f"<b>{spec.label}</b>")
        self.widget = toolkit.stack([title, toolkit.stack(self.group.widgets, "htms-all")], "htms-group")

    def pairs(self, name: str) -> Pairs:
        yield from self.group.pairs(f"{name}.")

    def fill(self, value: BaseModel) -> None:
        self.group.fill(value)

    def hush(self) -> None:
        self.say("")
        self.group.hush()

    def complain(self, path: list[str], sentence: str) -> bool:
        if not (path and self.group.complain(path, sentence)):
            self.say(sentence)
        return True


class _One(_Wrong):
    """A choice between groups: its kind, and the controls of the chosen one."""

    def __init__(self, toolkit: Toolkit, spec: Spec, value: BaseModel, changed: Callable[[], None]) -> None:
        self.toolkit, self.spec, self.changed = toolkit, spec, changed
        self.key = str(getattr(value, spec.discriminator))
        options = tuple((str(key), label) for key, label in spec.variant_labels.items())
        self.kind = toolkit.leaf(
            Spec(spec.discriminator, "choice", spec.label, options=options), self.key, self._choose
        )
        self.stack = toolkit.stack([], "htms-all")
        self.widget = toolkit.stack([self.kind.widget, self.stack], "htms-group")
        self._show(value)

    def _show(self, value: BaseModel) -> None:
        self.key = str(getattr(value, self.spec.discriminator))
        self.group = _Group(self.toolkit, self.spec.variants[self.key], value, self.changed)
        self.toolkit.restack(self.stack, self.group.widgets)

    def _choose(self) -> None:
        key = self.kind.read()
        if key != self.key:
            self._show(self.spec.models[key]())
            self.changed()

    def pairs(self, name: str) -> Pairs:
        yield f"{name}.{self.spec.discriminator}", self.key
        yield from self.group.pairs(f"{name}.")

    def fill(self, value: BaseModel) -> None:
        self._show(value)
        self.kind.write(self.key)

    def hush(self) -> None:
        self.say("")
        self.group.hush()

    def complain(self, path: list[str], sentence: str) -> bool:
        if not (path and self.group.complain(path, sentence)):
            self.say(sentence)
        return True


class _Rows(_Wrong):
    """A list whose rows can be added, removed and moved up."""

    def __init__(self, toolkit: Toolkit, spec: Spec, value: Sequence[BaseModel], changed: Callable[[], None]) -> None:
        self.toolkit, self.spec, self.changed = toolkit, spec, changed
        self.rows: list[tuple[str, _Group, Any]] = []
        self.stack = toolkit.stack([])
        title = toolkit.words(f"<b>{spec.label}</b>")
        self.kind = toolkit.choose("", [(str(key), label) for key, label in spec.variant_labels.items()])
        add = toolkit.button("Add", f"Add to {spec.label.lower()}", self._add)
        bar = toolkit.beside([self.kind.widget, add] if len(spec.variants) > 1 else [add])
        self.widget = toolkit.stack([title, self.stack, bar], "htms-group")
        self.fill(value)

    def _row(self, value: BaseModel) -> None:
        key = getattr(value, self.spec.discriminator) if self.spec.discriminator else ""
        group = _Group(self.toolkit, self.spec.variants[key], value, self.changed)
        label = self.spec.variant_labels[key] if self.spec.discriminator else ""
        bar = self.toolkit.beside(
            [
                self.toolkit.words(f"<i>{label}</i>"),
                self.toolkit.button("Up", "Move this row up", lambda: self._up(group)),
                self.toolkit.button("Remove", "Remove this row", lambda: self._remove(group)),
            ]
        )
        self.rows.append((str(key), group, self.toolkit.stack([bar, *group.widgets], "htms-row")))

    def _add(self) -> None:
        self._row(self.spec.models[self.kind.read() if self.spec.discriminator else ""]())
        self._show()
        self.changed()

    def _remove(self, group: _Group) -> None:
        self.rows = [row for row in self.rows if row[1] is not group]
        self._show()
        self.changed()

    def _up(self, group: _Group) -> None:
        at = next(number for number, row in enumerate(self.rows) if row[1] is group)
        if at:
            self.rows[at - 1 : at + 1] = self.rows[at], self.rows[at - 1]
            self._show()
            self.changed()

    def _show(self) -> None:
        self.toolkit.restack(self.stack, [widget for _, _, widget in self.rows])

    def pairs(self, name: str) -> Pairs:
        if not self.rows:
            yield name, ""
        for number, (key, group, _) in enumerate(self.rows):
            if self.spec.discriminator:
                yield f"{name}.{number}.{self.spec.discriminator}", key
            yield from group.pairs(f"{name}.{number}.")

    def fill(self, value: Sequence[BaseModel]) -> None:
        self.rows = []
        for each in value:
            self._row(each)
        self._show()

    def hush(self) -> None:
        self.say("")
        for _, group, _ in self.rows:
            group.hush()

    def complain(self, path: list[str], sentence: str) -> bool:
        inside = len(path) > 1 and path[0].isdecimal() and int(path[0]) < len(self.rows)
        if not (inside and self.rows[int(path[0])][1].complain(path[1:], sentence)):
            self.say(sentence)
        return True


_Node = _Leaf | _Rows | _Titled | _One


def wrong(sentence: str) -> str:
    """An error sentence as HTML."""
    from html import escape

    return f'<p class="htms-error">{escape(sentence)}</p>' if sentence else ""
