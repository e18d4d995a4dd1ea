"""The text face: a View for a terminal, and as Markdown to paste into notes."""

from collections.abc import Iterator
from textwrap import fill

from ..explorer import Asked, Fact, Reading, Step, View

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
        for other in _others(asked):
            yield _hang(f"  {other['token']}: {other['gives']}", 14)
    yield ""
    yield "Again"
    yield f"  haventms run {view['id']} --state '{view['state']}'"


def _others(asked: Asked) -> list[Reading]:
    return [each for each in asked["choices"] if each["token"] != asked["choice"]]


def _hang(line: str, indent: int) -> str:
    return fill(line, WIDTH, initial_indent="  ", subsequent_indent=" " * indent)


def fact_value(fact: Fact) -> str:
    """A fact's value with its unit: "26 1/4 ft"."""
    return f"{fact['value']} {fact['unit']}".rstrip()


def step_text(step: Step) -> str:
    """A ledger line without its clause: what was done, the value, the table row."""
    value = f" = {step['value']}" if step["value"] else ""
    table = f" ({step['table']})" if step["table"] else ""
    return f"{step['text']}{value}{table}"


def markdown(view: View) -> str:
    """Headline, facts, ledger and rulings as Markdown."""
    facts = [f"| {each['label']} | {fact_value(each)} |" for each in view["facts"]]
    steps = [f"1. **{each['clause']}** {step_text(each)}" for each in view["ledger"]]
    asked = [_asked_markdown(each) for each in view["asked"]]
    parts = [f"**{view['headline']}**", "\n".join(["| | |", "|---|---|", *facts]), "\n".join(steps)]
    if asked:
        parts.append("\n".join(asked))
    parts.append(f"```python\n{view['python']}\n```")
    return "\n\n".join(parts) + "\n"


def _asked_markdown(asked: Asked) -> str:
    others = "; ".join(f"`{each['token']}` would give: {each['gives']}" for each in _others(asked))
    chosen = f"`{asked['choice']}`" if asked["choice"] else "fixed"
    return f"- {asked['id']} ({asked['title']}): {chosen}{'. ' + others if others else ''}"
