"""A View as HTML fragments: the one renderer behind the page, the notebook and the dashboard.

Standard library only: in the page the same functions run in the reader's browser. Every text is escaped here.
"""

from collections.abc import Callable, Iterable
from html import escape
from typing import Any

from ..explorer import Asked, Fact, Step, View
from ..recall import opening

LinkTo = Callable[[str], str]
"""From a clause id to the address of its anchor, "" where there is none."""


def here(id: str) -> str:
    """The anchor on the same page; a book's script sends it on where the clause stands on another."""
    return f"#{id.lower()}"


def link(id: str, to: LinkTo = here) -> str:
    """A clause id as a link to its anchor."""
    address = to(id)
    if not address:
        return f'<code class="htms-id">{escape(id)}</code>'
    return f'<a class="htms-id" data-clause="{escape(id)}" href="{escape(address)}">{escape(id)}</a>'


def headline(view: View) -> str:
    """The answer in one sentence."""
    return f"<p>{escape(view['headline'])}</p>"


LONG = 24
"""Characters from which a fact's value is a sentence, which may be broken into lines."""


def facts(view: View, live: bool = False) -> str:
    """The facts as a table of two columns; where it is live, with a button to each case that a fact opens."""
    rows = "".join(_fact(each, live) for each in view["facts"])
    return f'<table class="htms-facts"><tbody>{rows}</tbody></table>'


def _fact(fact: Fact, live: bool) -> str:
    words = ' class="htms-words"' if len(fact["value"]) > LONG else ""
    unit = f" {escape(fact['unit'])}" if fact["unit"] else ""
    value = f"<span{_exact(fact['exact'], fact['value'])}>{escape(fact['value'])}</span>{unit}"
    return f'<tr><th scope="row">{escape(fact["label"])}</th><td{words}>{value}{_opens(fact) if live else ""}</td></tr>'


def _opens(fact: Fact) -> str:
    if "opens" not in fact:
        return ""
    label = f"Do this next: {escape(fact['value'])}"
    opens = f'name="opens" data-opens="{escape(fact["opens"])}" aria-label="{label}"'
    return f' <button type="button" class="htms-opens" {opens}>Do</button>'


def _exact(exact: str, shown: str) -> str:
    plainly = exact.removesuffix("/1")
    return f' title="exactly {escape(exact)}"' if exact and plainly != shown.replace(",", "") else ""


def ledger(view: View, to: LinkTo = here) -> str:
    """The steps in their order, each with its clause."""
    return f'<ol class="htms-ledger">{"".join(_step(each, to) for each in view["ledger"])}</ol>'


def _step(step: Step, to: LinkTo) -> str:
    value = f" <b{_exact(step['exact'], step['value'])}>{escape(step['value'])}</b>" if step["value"] else ""
    notes = [escape(step["table"])] if step["table"] else []
    notes += [link(ruling, to) for ruling in step["rulings"]]
    note = f" <small>({'; '.join(notes)})</small>" if notes else ""
    title = f' title="{escape(step["title"])}"'
    return f"<li><span{title}>{link(step['clause'], to)}</span> {escape(step['text'])}{value}{note}</li>"


def rulings(view: View, to: LinkTo = here, switches: bool = False) -> str:
    """The open questions that arose: the choice taken, and what another would give; with switches where asked."""
    if not view["asked"]:
        return '<p class="htms-none">No open question arises here: the source decides everything.</p>'
    return f'<ul class="htms-rulings">{"".join(_asked(each, to, switches) for each in view["asked"])}</ul>'


def _asked(asked: Asked, to: LinkTo, switches: bool) -> str:
    question = f"{link(asked['id'], to)} {escape(asked['title'])}"
    if not asked["field"]:
        return f"<li>{question} <small>fixed: {escape(asked['meaning'])}</small></li>"
    chosen = f"<b>{escape(asked['choice'])}</b> ({escape(asked['meaning'])})"
    if switches:
        options = "".join(
            f'<option value="{escape(each["token"])}"{" selected" if each["token"] == asked["choice"] else ""}>'
            f"{escape(each['token'])}: {escape(each['meaning'])}</option>"
            for each in asked["choices"]
        )
        name = escape(f"r.{asked['field']}")
        chosen = f'<select name="{name}" aria-label="{escape(asked["title"])}">{options}</select>'
    return f"<li>{question} {chosen}{others(asked)}</li>"


def others(asked: Asked) -> str:
    """What each other choice on a ruling would give."""
    rest = [each for each in asked["choices"] if each["token"] != asked["choice"]]
    lines = "".join(f"<li><b>{escape(each['token'])}</b> would give: {escape(each['gives'])}</li>" for each in rest)
    return f"<ul>{lines}</ul>"


def data(view: View) -> str:
    """The numbers behind the picture as tables."""
    return "".join(_columns(name, columns) for name, columns in view["series"].items())


MOST_ROWS = 120


def _columns(name: str, columns: dict[str, list[Any]]) -> str:
    count = len(next(iter(columns.values()), []))
    cells = [_cells(column[:MOST_ROWS]) for column in columns.values()]
    head = "".join(f'<th scope="col">{escape(each.replace("_", " "))}</th>' for each in columns)
    body = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in zip(*cells, strict=True))
    rest = f"<p>{count - MOST_ROWS} further rows.</p>" if count > MOST_ROWS else ""
    title = escape(name.replace("_", " "))
    table = f"<table><caption>{title}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="htms-wide" tabindex="0" role="group" aria-label="{title}">{table}</div>{rest}'


def _cells(column: list[Any]) -> Iterable[str]:
    """What stands in a column; nearly all are of one kind, and there are thousands of cells under a moving slider."""
    kinds = set(map(type, column))
    return map(_WRITTEN.get(kinds.pop(), _cell) if len(kinds) == 1 else _cell, column)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else escape(str(value))


_WRITTEN: dict[type, Callable[[Any], str]] = {int: str, float: "{:g}".format, str: escape}


def python(view: View, live: bool = False) -> str:
    """The Python that opens the case, and the rules' own call; where it is live, each with a button that copies it."""
    return (
        f"<p>Shows this case, in a notebook or at a prompt:</p>{_code(opening(view), 'the call that shows it', live)}"
        f"<p>Asks the rules alone:</p>{_code(view['python'], 'the call of the rules', live)}"
    )


def _code(text: str, what: str, live: bool) -> str:
    copy = f'<button type="button" class="htms-copy" data-copy aria-label="Copy {what}">Copy</button>' if live else ""
    return f'<div class="htms-code"><pre tabindex="0" aria-label="{what}"><code>{escape(text)}</code></pre>{copy}</div>'


def parts(view: View, to: LinkTo = here, brief: bool = False) -> dict[str, str]:
    """All fragments by the name of the part of the page that they fill; `brief`: without those of closed folds."""
    seen = {"headline": headline(view), "facts": facts(view, live=True), "ledger": ledger(view, to)}
    if brief:
        return seen
    return {
        **seen,
        "rulings": rulings(view, to, switches=True),
        "data": data(view),
        "python": python(view, live=True),
    }
