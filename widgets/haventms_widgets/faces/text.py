"""The text face: a View for a terminal."""

from collections.abc import Iterator
from textwrap import fill

from ..explorer import View
from ..exports import fact_value, markdown, others, step_text

WIDTH = 100


def text(view: View) -> str:
    """Headline, facts, ledger and rulings as plain text."""
    return "\n".join(_text_lines(view))


def _text_lines(view: View) -> Iterator[str]:
    yield fill(view["headline"], WIDTH)
    yield ""
    wide = max((len(each["label"]) for each in view["facts"]), default=0)
    for each in view["facts"]:
        yield f"  {each['label']:<{wide}}  {fact_value(each)}"
    yield ""
    yield "Why"
    for step in view["ledger"]:
        yield _hang(f"{step['clause']:<9} {step_text(step)}", 12)
    if view["asked"]:
        yield ""
        yield "Rulings"
    for asked in view["asked"]:
        yield _hang(f"{asked['id']}: {asked['title']} -> {asked['choice'] or 'fixed'}", 12)
        for other in others(asked):
            yield _hang(f"  {other['token']}: {other['gives']}", 14)
    yield ""
    yield "Again"
    yield f"  haventms run {view['id']} --state '{view['state']}'"


def _hang(line: str, indent: int) -> str:
    return fill(line, WIDTH, initial_indent="  ", subsequent_indent=" " * indent)


__all__ = ["WIDTH", "markdown", "text"]
