"""The command line: the same Views and sentences, exit code 2 and an empty stdout for what cannot be done."""

import json
import subprocess
import sys

import pytest
from haventms_widgets import explorers
from haventms_widgets.run import view

from haventms import Rulings, clauses

CASES = [(id, preset) for id, each in explorers().items() for preset in each.presets]


@pytest.mark.parametrize(("id", "preset"), CASES, ids=lambda value: getattr(value, "title", value))
def test_json_is_the_view(run, id, preset):
    """Every preset, from its state text."""
    shown = view(explorers()[id], dict(preset.inputs), Rulings.model_validate(dict(preset.rulings)))
    code, out, err = run("run", id, "--state", shown["state"], "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == shown


def test_inputs_are_options_of_their_own(run):
    """Also those of rows, with a dash or an underscore, with a blank or an equals sign."""
    code, out, _ = run(
        "run", "haven-speed", "--swiftness", "3", "--mode-bonus=2", "--factors.0.kind", "crowd", "--json"
    )
    assert code == 0
    assert json.loads(out)["state"] == "mode_bonus=2&factors.0.kind=crowd"


def test_rulings_are_options_too(run):
    """Behind "r."."""
    code, out, _ = run("run", "haven-speed", "--factors.0.kind=ice", "--r.haven_die", "3d6", "--json")
    assert code == 0
    assert json.loads(out)["rulings"] == {"haven_die": "3d6"}


def test_a_negative_number_is_a_value(run):
    """The dash of a value does not make it an option."""
    code, out, _ = run("run", "haven-speed", "--flat_bonus", "-5", "--json")
    assert code == 0
    assert json.loads(out)["inputs"]["flat_bonus"] == -5


def test_the_text_says_why(run):
    """Headline, facts, steps with clauses, rulings with what another choice gives, how to get it again."""
    code, out, _ = run("run", "haven-speed", "--factors.0.kind=crowd", "--factors.1.kind=ice")
    assert code == 0
    for part in ("10 feet", "Base speed", "H-CRO-1", "R-HAVEN-STACK", "worst:", "haventms run haven-speed --state"):
        assert part in out


def test_markdown_can_be_pasted(run):
    """Headline in bold, a table of facts, numbered steps, the Python."""
    code, out, _ = run("run", "haven-speed", "--markdown", "--factors.0.kind=crowd", "--factors.1.kind=ice")
    assert code == 0
    assert out.startswith("**")
    assert "| Base speed | 25 ft |" in out
    assert "1. **H-SPD-1**" in out
    assert "R-HAVEN-STACK" in out
    assert "```python\nfrom haventms import haven" in out


def test_the_explorers_are_listed(run):
    """As text and as JSON."""
    code, out, _ = run("list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(explorers())
    assert json.loads(run("list", "--json")[1]).keys() == set(explorers())


def test_the_inputs_of_an_explorer_are_listed(run):
    """Name, label, what is allowed, the rulings of its system."""
    code, out, _ = run("run", "domains-turn", "--help")
    assert code == 0
    assert "--creature.speeds.land" in out
    assert "Path: a list of at most 20 rows" in out
    assert "domains_budget  shared, subtract" in out
    assert "--factors.0 ..." in run("run", "haven-speed", "--help")[1]
    assert "Compute one case" in run("run", "--help")[1]


def test_a_clause_is_shown(run):
    """With its source and what computes it; small letters will do."""
    code, out, _ = run("clause", "h-spd-1")
    assert code == 0
    assert "H-SPD-1: Base speed" in out
    assert "haventms.haven.speed.base_speed" in out
    assert "haven_stack=multiply (default)" in run("clause", "R-HAVEN-STACK")[1]
    reasoned = next(entry for entry in clauses() if entry.reason)
    assert "Reason" in run("clause", reasoned.id)[1]
    assert json.loads(run("clause", "H-SPD-1", "--json")[1])["id"] == "H-SPD-1"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("run", "haven-speed", "--swiftness", "x"), "Swiftness must be a whole number from 0 to 100."),
        (("run", "haven-speed", "--swiftness", "101"), "Swiftness must be a whole number from 0 to 100."),
        (("run", "haven-speed", "--swiftness"), "--swiftness needs a value."),
        (("run", "haven-speed", "swiftness"), "'swiftness' is no option: inputs are given as --name value."),
        (("run", "haven-speed", "--speed", "3"), "haven-speed has no input 'speed'; it takes swiftness"),
        (("run", "haven-speed", "--r.haven_stack", "sum"), "The ruling haven_stack must be multiply or worst."),
        (("run", "haven-sped"), "There is no explorer 'haven-sped'; did you mean haven-speed?"),
        (("run",), "explorer"),
        (("clause", "H-SPD-99"), "There is no clause, ruling or erratum 'H-SPD-99'; did you mean"),
        (("nonsense",), "nonsense"),
        (("run", "overland-pace", "--conditions", "impassable"), "An impassable square cannot be entered: O-TAC-3."),
        (("serve", "--port", "70000"), "The port must be a whole number from 0 to 65535."),
        (("serve", "--port", "many"), "port"),
        (("serve", "--book", "nowhere"), "There is no rulebook in nowhere; `make book` builds it"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(run, arguments, sentence):
    """On stderr, with exit code 2, and nothing on stdout."""
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_an_interrupt_is_no_trace(run, monkeypatch):
    """Ctrl-C leaves with a word and the usual code."""

    def interrupted(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("haventms_widgets.faces.cli.running.view", interrupted)
    assert run("run", "haven-speed") == (130, "", "Stopped.\n")


def test_a_reader_that_has_enough_is_no_error():
    """`haventms list | head -0` ends quietly."""
    script = "from haventms_widgets.faces.cli import main; main(['run', 'haven-speed', '--json'])"
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert b"Traceback" not in err
