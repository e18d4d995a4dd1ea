"""Control specs as native HTML controls, named by their dotted paths: the form of the page.

Rows are cloned by the page from `<template>`s, whose names hold `#` where the number of the row goes.
"""

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from pydantic import BaseModel

from .. import grids, state
from ..controls import Spec, specs
from ..explorer import Inputs


def fields(inputs: Inputs) -> str:
    """The controls of an explorer's inputs, filled in."""
    chosen = {spec.name: state.write_value(getattr(inputs, spec.name)) for spec in specs(type(inputs)) if spec.options}
    return "".join(field(spec, spec.name, getattr(inputs, spec.name), chosen) for spec in specs(type(inputs)))


def field(spec: Spec, name: str, value: Any, chosen: Mapping[str, str] | None = None) -> str:
    """One control with its label, unit, help and the place of its error; hidden where it plays no part."""
    choice, values = spec.when
    if not choice:
        return _field(spec, name, value, chosen or {})
    hidden = "" if spec.shown(chosen or {}) else " hidden"
    when = f'data-when="{escape(choice)}" data-values="{escape(" ".join(values))}"'
    return f"<div {when}{hidden}>{_field(spec, name, value, chosen or {})}</div>"


def _field(spec: Spec, name: str, value: Any, chosen: Mapping[str, str]) -> str:
    if spec.kind == "group":
        inner = "".join(field(each, f"{name}.{each.name}", getattr(value, each.name), chosen) for each in spec.parts)
        return _fieldset(spec, name, f'<div class="htms-parts">{inner}</div>')
    if spec.kind == "one":
        return _one(spec, name, value)
    if spec.kind == "rows":
        return _rows(spec, name, value)
    if spec.kind == "many":
        return _many(spec, name, value)
    if spec.kind == "grid":
        return _grid(spec, name, value)
    if spec.kind == "switch":
        checked = " checked" if value else ""
        control = f'<label><input type="checkbox" name="{escape(name)}"{checked}> {escape(spec.label)}</label>'
        return _control(spec, name, control)
    label = f'<span class="htms-label">{escape(spec.label)}{_unit(spec)}</span>'
    slider = _slider(spec, value)
    return _control(spec, name, f"<label>{label}{_input(spec, name, value)}</label>{slider}")


def _control(spec: Spec, name: str, control: str) -> str:
    help = f'<p class="htms-help">{escape(spec.help)}</p>' if spec.help else ""
    return f'<div class="htms-control" data-kind="{spec.kind}">{control}{help}{_error(name)}</div>'


def _error(name: str) -> str:
    return f'<p class="htms-error" data-error="{escape(name)}" hidden></p>'


def _unit(spec: Spec) -> str:
    return f' <span class="htms-unit">({escape(spec.unit)})</span>' if spec.unit else ""


def _input(spec: Spec, name: str, value: Any) -> str:
    written = escape(state.write_value(value))
    if spec.kind == "choice":
        none = '<option value="">none</option>' if spec.blank else ""
        options = "".join(
            f'<option value="{escape(str(option))}"{" selected" if option == value else ""}>{escape(label)}</option>'
            for option, label in spec.options
        )
        return f'<select name="{escape(name)}">{none}{options}</select>'
    if spec.kind == "whole":
        return f'<input type="number" inputmode="numeric" name="{escape(name)}" value="{written}"{_bounds(spec)}>'
    if spec.kind == "number":
        return f'<input type="text" inputmode="decimal" name="{escape(name)}" value="{written}">'
    return f'<input type="text" name="{escape(name)}" value="{written}" maxlength="{spec.most or 200}">'


def _bounds(spec: Spec) -> str:
    low = f' min="{spec.low}"' if spec.low is not None else ""
    high = f' max="{spec.high}"' if spec.high is not None else ""
    return f'{low}{high} step="{spec.step}"'


def _slider(spec: Spec, value: Any) -> str:
    """A slider beside a whole number with two bounds: the page keeps the two together."""
    if spec.kind != "whole" or spec.blank or spec.low is None or spec.high is None:
        return ""
    name = f'aria-label="{escape(spec.label)}, slider"'
    return f'<input type="range" data-twin {name} value="{escape(state.write_value(value))}"{_bounds(spec)}>'


def _fieldset(spec: Spec, name: str, inner: str) -> str:
    help = f'<p class="htms-help">{escape(spec.help)}</p>' if spec.help else ""
    legend = f"<legend>{escape(spec.label)}{_unit(spec)}</legend>"
    return f'<fieldset class="htms-group" data-kind="{spec.kind}">{legend}{help}{inner}{_error(name)}</fieldset>'


def _many(spec: Spec, name: str, value: Any) -> str:
    boxes = "".join(
        f'<label><input type="checkbox" data-many="{escape(name)}" value="{escape(str(option))}"'
        f"{' checked' if option in value else ''}> {escape(label)}</label>"
        for option, label in spec.options
    )
    return _fieldset(spec, name, f'<div class="htms-many" data-set="{escape(name)}">{boxes}</div>')


def _grid(spec: Spec, name: str, value: str) -> str:
    """A map: its rows as text, and the tools with which the page paints its squares."""
    brushes = "".join(
        f'<option value="{escape(letter)}" data-colour="{escape(colour)}" data-name="{escape(label)}">'
        f"{escape(letter)} {escape(label)}</option>"
        for letter, label, colour in spec.palette
    )
    marks = "".join(
        f'<option value="" data-mark="{escape(mark)}">{escape(label)}</option>' for mark, label in spec.marks
    )
    tool = (
        f'<label><span class="htms-label">Brush</span> <select data-brush><optgroup label="Paint">{brushes}</optgroup>'
        f'<optgroup label="Put">{marks}</optgroup><optgroup label="No brush"><option value="" data-look>'
        "only look and scroll</option></optgroup></select></label>"
    )
    sides = "".join(
        f'<label><span class="htms-label">{label}</span> '
        f'<input type="number" data-side="{label.lower()}" min="1" max="{spec.most}" step="1"></label>'
        for label in ("Columns", "Rows")
    )
    rows = grids.read(value, spec.most)
    plain = 'spellcheck="false" autocapitalize="off"'
    text = (
        f'<details class="htms-fold"><summary>The map as text</summary><textarea name="{escape(name)}" {plain} '
        f'rows="{min(len(rows), 20)}" aria-label="{escape(spec.label)}, as text">'
        f"{escape(chr(10).join(rows))}</textarea></details>"
    )
    fill = '<button type="button" data-cover>Cover all</button>'
    bar = f'<div class="htms-tools">{tool}{sides}{fill}</div>'
    cells = f'<div class="htms-cells" data-cells="{escape(spec.label)}"></div>'
    traces = escape(json.dumps(spec.traces))
    body = f'<div data-grid data-most="{spec.most}" data-traces="{traces}">{bar}{cells}{text}</div>'
    return _fieldset(spec, name, body)


def _one(spec: Spec, name: str, value: BaseModel) -> str:
    """A choice between groups. The page puts the template of the chosen one into the place of the controls."""
    key = getattr(value, spec.discriminator)
    kinds = "".join(
        f'<option value="{escape(str(each))}"{" selected" if each == key else ""}>{escape(label)}</option>'
        for each, label in spec.variant_labels.items()
    )
    kind = escape(f"{name}.{spec.discriminator}")
    select = f'<select name="{kind}" data-one aria-label="{escape(spec.label)}">{kinds}</select>'
    templates = "".join(
        f'<template data-variant="{escape(str(each))}">{_parts(spec, name, model_default(model))}</template>'
        for each, model in spec.models.items()
    )
    return _fieldset(
        spec, name, f'{select}<div class="htms-parts" data-chosen>{_parts(spec, name, value)}</div>{templates}'
    )


def _parts(spec: Spec, name: str, value: BaseModel) -> str:
    level = spec.variants[getattr(value, spec.discriminator)]
    return "".join(field(each, f"{name}.{each.name}", getattr(value, each.name)) for each in level)


def _rows(spec: Spec, name: str, value: Any) -> str:
    rows = "".join(_row(spec, f"{name}.{number}", row) for number, row in enumerate(value))
    templates = "".join(
        f'<template data-variant="{escape(str(key))}">{_row(spec, f"{name}.#", model_default(model))}</template>'
        for key, model in spec.models.items()
    )
    kinds = "".join(
        f'<option value="{escape(str(key))}">{escape(label)}</option>' for key, label in spec.variant_labels.items()
    )
    many = len(spec.models) > 1
    choose = f'<select data-add-kind aria-label="Kind of {escape(spec.label.lower())} to add">{kinds}</select>'
    add = f'<button type="button" data-add>Add{"" if many else " a row"}</button>'
    bar = f'<div class="htms-add">{choose if many else ""}{add}</div>'
    body = f'<div class="htms-rows" data-rows="{escape(name)}" data-most="{spec.most}">{rows}</div>'
    return _fieldset(spec, name, f"{body}{templates}{bar}")


def model_default(model: type[BaseModel]) -> BaseModel:
    """A row as it is when it is added."""
    return model()


def _row(spec: Spec, name: str, row: BaseModel) -> str:
    key = getattr(row, spec.discriminator) if spec.discriminator else ""
    label = spec.variant_labels[key] if spec.discriminator else ""
    hidden = (
        f'<input type="hidden" name="{escape(f"{name}.{spec.discriminator}")}" value="{escape(str(key))}">'
        if spec.discriminator
        else ""
    )
    title = f'<span class="htms-row-title">{escape(label)}</span>' if label else ""
    inner = "".join(field(each, f"{name}.{each.name}", getattr(row, each.name)) for each in spec.variants[key])
    what = escape(label.lower() or "this row")
    buttons = (
        f'<button type="button" data-earlier aria-label="Move {what} up">Up</button>'
        f'<button type="button" data-remove aria-label="Remove {what}">Remove</button>'
    )
    bar = f'<div class="htms-row-bar">{title}{buttons}</div>'
    return f'<div class="htms-row" role="group" data-row>{hidden}{bar}{inner}{_error(name)}</div>'
