"""The command line: the same explorers, the same sentences, exit code 2 for what cannot be done."""

import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Annotated, NoReturn

from cyclopts import App, CycloptsError, Parameter
from pydantic import BaseModel

from haventms import RuleError, Rulings, __version__, clauses
from haventms.register import Entry, UnknownId

from .. import run as running
from .. import state as states
from .. import table as tables
from ..controls import Spec, specs
from ..explorer import dumps
from ..links import open_link
from ..quoting import quoted
from ..registry import explorers
from . import text as text_face
from .command import loading
from .output import Kind, Stop, deliver, named_pairs, written
from .party import schema, with_characters
from .sweep import Interrupted, sweep

app = App(
    name="haventms",
    help="Rules of tabletop movement and combat: every number computed, every number asked why.",
    version=__version__,
    suppress_keyboard_interrupt=False,
)

Options = Annotated[str, Parameter(allow_leading_hyphen=True, show=False)]


@app.command(name="list")
def list_(*, json: bool = False) -> None:
    """List the explorers."""
    if json:
        print(dumps({id: {"title": each.title, "summary": each.summary} for id, each in explorers().items()}))
        return
    wide = max(map(len, explorers()))
    for id, explorer in explorers().items():
        print(f"{id:<{wide}}  {explorer.title}: {explorer.summary}")


@app.command(help_flags=[])
def run(
    explorer: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *options: Options,
    state: str = "",
    rulings: Annotated[str, Parameter(env_var="HAVENTMS_RULINGS")] = "",
    json: bool = False,
    markdown: bool = False,
    characters: Path | None = None,
    who: list[str] | None = None,
    role: str = "",
    format: Kind | None = None,
    output: Path | None = None,
) -> None:
    """Compute one case and show it: headline, facts, ledger.

    The inputs are options of their own: `haventms run haven-speed --swiftness 3 --factors.0.kind ice`; rulings
    follow as `--r.haven_stack worst`. `haventms run EXPLORER --help` lists them.

    Parameters
    ----------
    explorer
        The id of an explorer; `haventms list` shows them.
    state
        The state text of a case, as in the address of a page; other options are added to it.
    rulings
        Your table's readings: `literal`, a text such as `haven_stack:worst,haven_die:3d6`, or a TOML file of such
        pairs. A case's own rulings come before them.
    json
        Print the View as JSON.
    markdown
        Print it as Markdown.
    characters
        A file of characters, whose numbers are taken; `haventms schema characters` says what it may hold.
    who
        The name of one of them; in a list of travellers or runners several may be given, and all are taken otherwise.
    role
        What they are in the case, such as attacker or defender.
    format
        What to print: the text, the View, its values or the numbers of its picture as CSV, all of it as JSON with
        decimals beside exact fractions, Markdown, or the Python that opens the case.
    output
        Write into this file instead.
    """
    if explorer in ("--help", "-h"):
        app.help_print(["run"])
        return
    found = running.find(explorer)
    model: type[BaseModel] = found.Inputs
    if "--help" in options or "-h" in options:
        print(_inputs_help(found.id, found.title, specs(model)))
        return
    pairs = [*with_characters(explorer, state, characters, who, role), *named_pairs(options)]
    inputs, own, unknown = states.from_pairs(pairs, found.Inputs)
    if unknown:
        names = ", ".join(spec.name for spec in specs(model))
        raise Stop(f"{found.id} has no input {quoted(unknown[0])}; it takes {names}.")
    view = running.view(found, inputs, running.read_rulings({**_table(rulings).changed, **own}))
    deliver(written(view, format or ("view" if json else "markdown" if markdown else "text")), output)


@app.command(name="open")
def open_(
    link: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *,
    explorer: str = "",
    format: Kind = "text",
    output: Path | None = None,
) -> None:
    """Show the case that a link leads to.

    The link is the address of a page or of a dashboard, the part of one behind the #, or a state text.

    Parameters
    ----------
    link
        The link; in quotes, since it may hold an ampersand.
    explorer
        The id of the explorer, where the link does not name it.
    format
        What to print, as for `run`.
    output
        Write into this file instead.
    """
    view, unknown = open_link(link, explorer)
    if unknown:
        print(f"Passed over, since nothing here has that name: {', '.join(unknown)}.", file=sys.stderr)
    deliver(written(view, format), output)


def _table(text: str) -> Rulings:
    """The readings that an option names, or that stand in the file of that name."""
    if not text.endswith(".toml"):
        return tables.strictly(text)
    try:
        return tables.strictly(tomllib.loads(Path(text).read_text(encoding="utf-8")))
    except OSError as error:
        raise Stop(f"--rulings: {text} cannot be read: {error.strerror or error}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise Stop(f'--rulings: {text} must hold TOML, a line a ruling, such as haven_stack = "worst".') from None


def _inputs_help(id: str, title: str, level: Sequence[Spec]) -> str:
    lines = [f"haventms run {id}: {title}", "", *_spec_lines(level, "--")]
    return "\n".join([*lines, "", "Rulings: --r.NAME TOKEN, where NAME is one of", *_ruling_lines(id)])


def _spec_lines(level: Sequence[Spec], prefix: str) -> list[str]:
    lines: list[str] = []
    for spec in level:
        name = prefix + spec.name
        if spec.kind == "group":
            lines += _spec_lines(spec.parts, name + ".")
        elif spec.kind == "one":
            lines.append(f"  {name}.{spec.discriminator}  {spec.label}: one of {', '.join(spec.variants)}")
            for key, parts in spec.variants.items():
                lines += [f"    {key}:", *_spec_lines(parts, f"  {name}.")]
        elif spec.kind == "rows":
            lines.append(f"  {name}.0 ...  {spec.label}: {spec.allowed}")
            kinds = f" ({spec.discriminator}: {', '.join(spec.variants)})" if spec.discriminator else ""
            lines[-1] += kinds
            for key, parts in spec.variants.items():
                lines += [f"    {key}:"] if key and parts else []
                lines += _spec_lines(parts, f"  {name}.0.")
        else:
            default = states.write_value(spec.default) if not isinstance(spec.default, list | tuple) else ""
            lines.append(f"  {name}  {spec.label}: {spec.allowed}" + (f" [{default}]" if default else ""))
    return lines


def _ruling_lines(id: str) -> list[str]:
    system = id.partition("-")[0]
    entries = [each for each in clauses() if each.field and (each.system == system or system == "compare")]
    return [f"  {each.field}  {', '.join(choice.token for choice in each.choices)}" for each in entries]


app.command(sweep)
app.command(schema)


@app.command
def clause(id: str, *, json: bool = False) -> None:
    """Show a clause, ruling or erratum: what it says, where it stands, what computes it.

    Parameters
    ----------
    id
        Its id, such as H-SPD-1 or R-HAVEN-STACK; small letters will do.
    json
        Print the entry as JSON.
    """
    try:
        entry = clauses()[id.upper()]
    except UnknownId as error:
        raise Stop(str(error)) from None
    print(entry.model_dump_json() if json else _entry_text(entry))


def _entry_text(entry: Entry) -> str:
    lines = [f"{entry.id}: {entry.title}", "", fill(entry.summary, text_face.WIDTH), ""]
    lines.append(f"  Source    {entry.system.capitalize()}: {entry.section}")
    if entry.computed_by:
        lines.append(f"  Computed  {entry.computed_by}")
    if entry.reason:
        lines.append(fill(f"  Reason    {entry.reason}", text_face.WIDTH, subsequent_indent=" " * 12))
    if entry.rulings:
        lines.append(f"  Rulings   {', '.join(entry.rulings)}")
    for number, choice in enumerate(entry.choices):
        note = " (default)" if number == 0 else ""
        lines.append(f"  {entry.field}={choice.token}{note}: {choice.meaning}")
    return "\n".join(lines)


@app.command
def serve(
    *,
    port: int = 5006,
    address: str = "localhost",
    book: Path | None = None,
    allow_origin: Annotated[list[str] | None, Parameter(name="--allow-origin")] = None,
    num_procs: int = 1,
    check: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Serve the dashboards, and the rulebook where there is one, until Ctrl-C.

    Parameters
    ----------
    port
        The port to listen on.
    address
        The address to listen on; `0.0.0.0` is every one of this machine.
    book
        The folder of the built rulebook.
    allow_origin
        A further host (with port) whose pages may connect; may be given several times.
    num_procs
        How many processes answer on the port; a case lives in its page's address, so any of them can.
    check
        Only see whether it could listen there, and end.
    """
    with loading():
        from .server import ServeError, serve_forever, try_port

    try:
        if check:
            try_port(port, address)
            return
        serve_forever(port, address, book, allow_origin or [], num_procs)
    except ServeError as error:
        raise Stop(str(error)) from None


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave: 0, or 2 with a sentence on stderr."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        app(given, exit_on_error=False, print_error=False, result_action="return_value")
    except (Stop, running.Refused, RuleError) as error:
        _complain(str(error))
    except CycloptsError as error:
        _complain(str(error))
    except BrokenPipeError:  # the reader (head, less) has enough
        sys.stderr.close()
    except Interrupted as error:
        _complain(str(error), 130)
    except KeyboardInterrupt:
        _complain("Stopped.", 130)
    sys.exit(0)


def _complain(sentence: str, code: int = 2) -> NoReturn:
    print(sentence, file=sys.stderr)
    sys.exit(code)
