"""The same question asked of all three systems: what each of them says, and what it does not say."""

from collections.abc import Callable
from typing import Any

from pydantic import Field

from haventms import Rulings

from ..explorer import Columns, Explorer, Fact, Inputs, Preset
from . import compare_domains, compare_haven, compare_overland
from .compare_questions import AnyQuestion, BadGround, Climb, Fall, HowFar, InDomains, InHaven, InOverland, Shot
from .compare_sides import NAMES, Answers, Side, script, together

Ask = Callable[[Any, Any, Rulings], Side]


class Compare(Inputs):
    """A question, and the one whom it is about in each system."""

    question: AnyQuestion = Field(HowFar(), title="Question")
    haven: InHaven = Field(InHaven(), title="In Haven")
    domains: InDomains = Field(InDomains(), title="In Domains")
    overland: InOverland = Field(InOverland(), title="In Overland")


ANSWERS: dict[type[Any], tuple[Ask, Ask, Ask]] = {
    HowFar: (compare_haven.far, compare_domains.far, compare_overland.far),
    BadGround: (compare_haven.ground, compare_domains.ground, compare_overland.ground),
    Climb: (compare_haven.climb, compare_domains.climb, compare_overland.climb),
    Fall: (compare_haven.fall, compare_domains.fall, compare_overland.fall),
    Shot: (compare_haven.shot, compare_domains.shot, compare_overland.shot),
}


def answer(inputs: Compare, rulings: Rulings) -> Answers:
    """What Haven, Domains and Overland say."""
    who = (inputs.haven, inputs.domains, inputs.overland)
    asked = zip(ANSWERS[type(inputs.question)], who, strict=True)
    return together(ask(inputs.question, each, rulings) for ask, each in asked)


def facts(inputs: Compare, rulings: Rulings, result: Answers) -> list[Fact]:
    """The facts of each system in turn, what it does not say among them."""
    return [each for side in result.sides for each in side.facts]


def series(inputs: Compare, rulings: Rulings, result: Answers) -> dict[str, Columns]:
    """For each system what was asked beside the usual, in words too; nothing is drawn where nothing is said."""
    sides = result.sides
    return {
        "sides": {
            "y": list(range(len(sides))),
            "name": [NAMES[side.system] for side in sides],
            "asked": [float(side.asked or 0) for side in sides],
            "usual": [float(side.usual) if side.asked is not None else 0.0 for side in sides],
            "label": [side.label for side in sides],
        },
        "meaning": {
            "y": [len(sides) - 0.3, len(sides) + 0.05],
            "text": [f"dark: {inputs.question.RESULT}", f"pale: {inputs.question.USUAL}"],
        },
    }


def picture(inputs: Compare, rulings: Rulings, result: Answers) -> str:
    """What the bars show."""
    told = "; ".join(f"{NAMES[side.system]}, {side.label}" for side in result.sides)
    question = inputs.question
    return f"Dark bars of the {question.RESULT}, pale ones of the {question.USUAL}: {told}."


def call(inputs: Compare, rulings: Rulings) -> str:
    """The calls that give the three answers, and the answers in a row."""
    return script(answer(inputs, rulings))


EXPLORER = Explorer(
    id="compare",
    title="Three systems side by side",
    summary="The same question asked of Haven, Domains and Overland: what each says, and what it does not say.",
    clauses=(
        "H-SPD-1", "H-SPD-2", "H-ACT-4", "H-ACT-9", "H-CLI-1", "H-CLI-2", "H-CLI-3", "H-DIF-1", "H-ICE-1", "H-ICE-2",
        "H-FAL-1", "H-FAL-2", "H-FAL-3", "H-FOG-2", "H-DAR-3", "D-MOV-1", "D-MOV-2", "D-LAN-1", "D-LAN-2", "D-CLI-3",
        "D-FLY-3", "D-RNG-1", "D-RNG-2", "D-RNG-3", "D-SHO-1", "O-SCA-1", "O-MOD-1", "O-DIS-1", "O-END-1", "O-END-7",
        "O-TAC-1", "O-TAC-3", "O-TAC-4", "O-TAC-5", "O-TER-1",
    ),
    Inputs=Compare,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="compare-sides",
    more=(
        Preset(
            "A flyer in Domains beside a walker elsewhere",
            {"question": {"kind": "far"}, "domains": {"land_feet": 30, "fly_feet": 90}},
            {},
        ),
        Preset("Through underbrush", {"question": {"kind": "ground"}}, {}),
        Preset(
            "Thirty feet over ice",
            {"question": {"kind": "ground", "feet": 30, "haven_ground": "ice", "terrain": "tundra"}},
            {},
        ),
        Preset(
            "Through fog, at a factor of two that the table has agreed on for Domains",
            {
                "question": {
                    "kind": "ground", "haven_ground": "fog", "domains_factor": 2, "conditions": ["visibility"],
                    "terrain": "moor",
                }
            },
            {},
        ),
        Preset(
            "Into sand to the neck, which Overland calls impassable",
            {
                "question": {
                    "kind": "ground", "haven_ground": "quicksand", "conditions": ["impassable"], "terrain": "desert",
                }
            },
            {},
        ),
        Preset(
            "A climb of twenty feet up a wall without holds",
            {"question": {"kind": "climb", "holds": "none"}, "domains": {"climb_feet": 30}},
            {},
        ),
        Preset("A fall of thirty feet onto a spike", {"question": {"kind": "fall", "feet": 30, "spikes": 8}}, {}),
        Preset("A bow beyond its effective range", {"question": {"kind": "shot"}}, {}),
        Preset("A bow beyond its longest range", {"question": {"kind": "shot", "feet": 100}}, {}),
    ),
)  # fmt: skip
