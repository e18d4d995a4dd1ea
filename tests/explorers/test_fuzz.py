"""Whatever is sent, a View comes back or sentences do: never a trace, never half a case. `make fuzz` sends more."""

import json
import re

import pytest
from fuzz import judge, run
from fuzz.inputs import WAYS, made
from fuzz.judge import answer, tried
from fuzz.run import defaults
from haventms_widgets import explorers, run_json, run_page, run_state

SEED, PARTS, EACH = 20_260_101, 10, 1_000
"""Ten thousand inputs, the same ones each time."""


@pytest.mark.parametrize("part", range(PARTS))
def test_hostile_input_gets_a_view_or_sentences(part):
    """To every way into every explorer; nothing of ours is changed by it."""
    before, kinds, sent = defaults(), set(), set()
    for number in range(part * EACH, (part + 1) * EACH):
        each = made(SEED, number)
        verdict = tried(each)
        assert verdict.wrong == "", f"python tests/fuzz/run.py --seed {SEED} --only {number}"
        kinds.add((each.explorer, verdict.kind))
        sent.add(each.way)
    assert {(id, kind) for id in explorers() for kind in ("view", "refused")} <= kinds
    assert sent == WAYS.keys()
    assert defaults() == before


def test_what_is_valid_opens_again_and_is_the_same_for_the_page():
    """From its own state text, as JSON and as a page: one View."""
    opened = dict.fromkeys(explorers(), 0)
    for number in range(1_500):
        each = made(SEED, number)
        told = json.loads(answer(each)) if each.way == "state" else {"ok": False}
        if told["ok"]:
            opened[each.explorer] += 1
            view = told["view"]
            again = [run_state(each.explorer, view["state"]), run_page(each.explorer, view["state"], True)]
            again.append(run_json(each.explorer, json.dumps(view["inputs"]), json.dumps(view["rulings"])))
            assert [json.loads(one)["view"] for one in again] == [view] * 3, number
    assert min(opened.values()) > 4, opened


def test_what_fails_is_told_made_smaller_and_written_down(monkeypatch, tmp_path, capsys):
    """With the command that sends it again; Ctrl-C in between loses nothing of it."""
    honest = judge.run_state
    monkeypatch.setattr(judge, "run_state", lambda id, text: 1 // 0 if "con" in text else honest(id, text))
    whole = run.Batch()
    for batch in run.batches(200, SEED, 1):
        whole.add(batch)
    assert run.report(whole, SEED, 1.0, tmp_path) == 1
    said = capsys.readouterr().out
    assert "times: raises ZeroDivisionError: integer division or modulo by zero" in said
    assert re.search(r"made smaller: \('state', '[a-z-]+', \('con',\)\)", said)
    written = [json.loads(line) for line in (tmp_path / f"{SEED}.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(written) == len(whole.failures)
    number = int(written[0]["again"].rpartition(" ")[2])
    assert written[0]["again"] == f"python tests/fuzz/run.py --seed {SEED} --only {number}"
    assert run.show(SEED, number) == 1


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: run_json("haven-speed", " " * 100_001), "The inputs must be at most 100,000 characters long."),
        (lambda: run_state("haven-speed", "a" * 20_001), "The state text must be at most 20,000 characters long."),
        (lambda: run_state("x" * 70, ""), f"There is no explorer '{'x' * 59}…'; there are haven-speed, "),
        (
            lambda: run_json("haven-speed", '{"a\\u001b": 1}'),
            r"haven-speed has no input 'a\x1b'; it takes",
        ),
        (
            lambda: run_json("compare", f'{{"overland": {{"speed_feet": "{"9" * 5000}/1"}}}}'),
            "In Overland, Speed must be a number of fewer digits.",
        ),
        (
            lambda: run_state("overland-journey", "travellers.0.by=foot&travellers.0.name=%1B[2Jgone"),
            "Names must be without control characters.",
        ),
        (
            lambda: run_state("haven-hazard", "hazard.kind=unstable&hazard.feet=2000"),
            "rolls fall due, and at most 100 are computed at once: H-UNS-",
        ),
    ],
    ids=["json", "state", "explorer", "field", "digits", "control", "rolls"],
)
def test_sizes_are_capped_and_the_caps_are_named(call, sentence):
    """And what is repeated of the input is short and printable."""
    told = json.loads(call())
    assert not told["ok"]
    assert sentence in told["errors"][0]["message"]


CROWD = "&".join(
    f"travellers.{n}.by=foot&travellers.{n}.name=t{n}&travellers.{n}.con={con}&travellers.{n}.speed_feet={20 + 5 * n}"
    for n, con in enumerate([2, 4, 9, 12, 15, 16, 18])
)


def test_a_journey_that_branches_too_much_is_refused_with_the_cap():
    """What is too much for one answer in a form is not too much for the rules themselves."""
    told = json.loads(run_state("overland-journey", f"{CROWD}&plan.0.part=foot&plan.0.amount=60&plan.0.mode=hustle"))
    assert told["errors"][0]["message"] == (
        "Plan must be shorter, or the party smaller: so many checks cannot be computed at once."
    )


def test_readings_that_would_take_too_long_are_not_compared():
    """The case itself is shown, and each of them can be chosen."""
    march = "con=87&mode=hustle&load=heavy&hours=103"
    state = f"{march}&further.0.rest_hours=2&further.0.hours=31&further.1.rest_hours=24&further.1.hours=46"
    view = json.loads(run_state("overland-march", state))["view"]
    gives = [reading["gives"] for asked in view["asked"] for reading in asked["choices"]]
    assert "not compared, since this case takes so much working out; choose this reading to see" in gives
    assert view["headline"] in gives


def test_whether_a_reading_is_compared_hangs_on_the_case_alone():
    """Plans that have been compared before cost the same again, though they are kept."""
    party = "travellers.0.con=2&travellers.0.speed_feet=20&travellers.1.by=foot&travellers.1.name=quick"
    state = f"travellers.0.by=foot&{party}&plan.0.part=foot&plan.0.amount=100&compare.hours_a_day=9"
    first = run_state("overland-journey", state)
    assert "not compared, since this case" in first
    assert "so many checks cannot be computed at once" in first, "a plan for the way"
    assert run_state("overland-journey", state) == first
