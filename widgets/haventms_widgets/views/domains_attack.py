"""The odds of an attack in Domains: both stages, the damage of several attacks, what other numbers would give."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from typing import Annotated, Any, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from haventms import Rulings, domains
from haventms.dice import percent, ratio
from haventms.domains.attacks import AttackOdds, Kind
from haventms.domains.stages import decimal, is_long
from haventms.domains.terms import Feet
from haventms.domains.whatif import ChanceMap, Part, Worth
from haventms.tables import table
from haventms.units import Exact, Whole

from ..explorer import Columns, Explorer, Fact, Inputs, Preset, fact, python_call
from .attack_columns import bars, cells, degrees, points, total

FEET: dict[str, Any] = {"unit": "ft"}
KINDS: tuple[Kind, ...] = get_args(Kind)
MOST_DICE = 50
MOST_ATTACKS = 25

Dice = Annotated[Whole, Field(ge=0, le=MOST_DICE)]
Stat = Annotated[Whole, Field(ge=1, le=30)]
PARTS: dict[str, Any] = {
    "pool": "attacker's dice",
    "hit": "attacker, to hit",
    "damage": "attacker, to damage",
    "defender_pool": "defender's dice",
    "defender_hit": "defender, to hit",
    "defender_damage": "defender, to damage",
}


@cache
def kinds_using(side: str, stat: str) -> tuple[Kind, ...]:
    """The kinds of attack that read a stat of the attacker or the defender, under one reading or another."""
    readings = Rulings(), Rulings(domains_discipline="precision")
    bow = domains.Weapon(damage=Fraction(1), base_brawn=1)
    return tuple(
        kind for kind in KINDS if any(stat in getattr(domains.stats_used(kind, each, bow), side) for each in readings)
    )


def _kinds(ranged: bool) -> tuple[Kind, ...]:
    return tuple(kind for kind in KINDS if table("domains", "attacks")[kind]["ranged"] is ranged)


RANGED, MELEE = _kinds(ranged=True), _kinds(ranged=False)
SHOT = tuple(kind for kind in KINDS if table("domains", "attacks")[kind]["damage"] is None)
OF_THE_MIND = tuple(kind for kind in KINDS if table("domains", "attacks")[kind]["pool"] == "mental")


def _when(kinds: tuple[Kind, ...], **extra: Any) -> dict[str, Any]:
    """Where a control is shown: for these kinds of attack."""
    return {**extra, "when": {"kind": list(kinds)}}


def _side(side: str, name: str, default: int, title: str = "") -> Any:
    return Field(default, title=title or name.capitalize(), json_schema_extra=_when(kinds_using(side, name)))


class Group(BaseModel):
    """A group of the form."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Attacker(Group):
    """Dice and stats of the side that attacks; of a stat a lower one is better."""

    physical: Dice = _side("attacker", "physical", 4, "Physical dice")
    mental: Dice = _side("attacker", "mental", 4, "Mental dice")
    spiritual: Dice = _side("attacker", "spiritual", 4, "Spiritual dice")
    precision: Stat = _side("attacker", "precision", 3)
    discipline: Stat = _side("attacker", "discipline", 3)
    control: Stat = _side("attacker", "control", 3)
    brawn: Stat = _side("attacker", "brawn", 4)
    concentration: Stat = _side("attacker", "concentration", 4)
    power: Stat = _side("attacker", "power", 4)


class Defender(Group):
    """Dice and stats of the side that is attacked."""

    physical: Dice = _side("defender", "physical", 3, "Physical dice")
    mental: Dice = _side("defender", "mental", 3, "Mental dice")
    spiritual: Dice = _side("defender", "spiritual", 3, "Spiritual dice")
    agility: Stat = _side("defender", "agility", 4)
    intelligence: Stat = _side("defender", "intelligence", 4)
    charm: Stat = _side("defender", "charm", 4)
    fortitude: Stat = _side("defender", "fortitude", 5)
    wisdom: Stat = _side("defender", "wisdom", 5)
    composure: Stat = _side("defender", "composure", 5)


class Weapon(domains.Weapon):
    """What it is done with."""

    damage: Annotated[Exact, Field(ge=0, le=1_000_000)] = Field(Fraction(3), title="Damage")
    strength: Annotated[Whole, Field(ge=0, le=MOST_DICE)] = Field(
        2, title="Strength", description="Degrees that are not rolled", json_schema_extra=_when(SHOT)
    )
    base_brawn: Stat | None = Field(
        None, title="Base Brawn", description="The highest Brawn that can use it", json_schema_extra=_when(SHOT)
    )
    effective_feet: Feet | None = Field(
        Fraction(30), title="Effective range", json_schema_extra=_when(RANGED, unit="ft")
    )
    long_feet: Feet | None = Field(Fraction(60), title="Long range", json_schema_extra=_when(RANGED, unit="ft"))
    max_feet: Feet | None = Field(None, title="Maximum range", json_schema_extra=_when(RANGED, unit="ft"))
    reach_tiles: Annotated[Whole, Field(ge=1, le=20)] = Field(
        1, title="Reach", json_schema_extra=_when(MELEE, unit="tiles")
    )


class DomainsAttack(Inputs):
    """An attack, and the two numbers that its map is drawn over."""

    kind: Kind = Field("thrown", title="Attack")
    attacker: Attacker = Field(Attacker(), title="Attacker", description="Of a stat, lower is better")
    defender: Defender = Field(Defender(), title="Defender")
    weapon: Weapon = Field(Weapon(), title="Weapon")
    feet: Feet | None = Field(
        Fraction(5), title="Distance", description="Empty: neither range nor reach is checked", json_schema_extra=FEET
    )
    enter_mind: bool = Field(False, title="Enter Mind was used before", json_schema_extra=_when(OF_THE_MIND))
    attacks: Annotated[Whole, Field(ge=1, le=MOST_ATTACKS)] = Field(1, title="Attacks, all alike")
    across: Part = Field("hit", title="Across the map", json_schema_extra={"labels": PARTS})
    up: Part = Field("defender_hit", title="Up the map", json_schema_extra={"labels": PARTS})

    @field_validator("up")
    @classmethod
    def _another(cls, value: Part, info: ValidationInfo) -> Part:
        if value == info.data.get("across"):
            raise ValueError("must be another number than the one across")
        return value


@lru_cache(maxsize=64)
def _case(inputs: DomainsAttack, rulings: Rulings) -> dict[str, Any]:
    """What the rules are asked with: of either side and of the weapon only what this kind of attack uses."""
    ours = domains.Weapon(**dict(inputs.weapon))
    used = domains.stats_used(inputs.kind, rulings, ours)
    hidden = {name for name, info in Weapon.model_fields.items() if not _shown(info.json_schema_extra, inputs.kind)}
    return {
        "kind": inputs.kind,
        "attacker": domains.Stats(**{name: getattr(inputs.attacker, name) for name in used.attacker}),
        "defender": domains.Stats(**{name: getattr(inputs.defender, name) for name in used.defender}),
        "weapon": domains.Weapon(**{name: value for name, value in inputs.weapon if name not in hidden}),
        "feet": inputs.feet,
        "enter_mind": inputs.enter_mind and inputs.kind in OF_THE_MIND,
    }


def _shown(extra: Any, kind: Kind) -> bool:
    return not isinstance(extra, dict) or "when" not in extra or kind in extra["when"]["kind"]


def answer(inputs: DomainsAttack, rulings: Rulings) -> AttackOdds:
    """The odds of the attack."""
    return domains.attack(**_case(inputs, rulings), attacks=inputs.attacks, rulings=rulings)


@lru_cache(maxsize=16)
def _worth(inputs: DomainsAttack, rulings: Rulings) -> tuple[Worth, ...]:
    return domains.worth(**_case(inputs, rulings), rulings=rulings)


def _map(inputs: DomainsAttack, rulings: Rulings) -> ChanceMap:
    return domains.chance_map(**_case(inputs, rulings), across=inputs.across, up=inputs.up, rulings=rulings)


def facts(inputs: DomainsAttack, rulings: Rulings, result: AttackOdds) -> list[Fact]:
    """Both stages, the damage, the change that is worth most to either side, and what plays no part."""
    own, other = result.hit_degrees.mean, result.defender_hit_degrees.mean
    found = [
        _chance("Hits", result.hit),
        _chance("Damages once it hits", result.damage_stage),
        _chance("Hits and damages", result.damage),
        _amount("Degrees to hit, on average", own),
        _amount("Degrees against the hit, on average", other),
        _amount("Damage on average", result.expected_damage),
    ]
    if inputs.attacks > 1:
        several = 1 - (1 - result.damage) ** inputs.attacks
        found.insert(3, _chance(f"At least one of {inputs.attacks} damages", several))
    for whose in ("attacker", "defender"):
        best = next((each for each in _worth(inputs, rulings) if each.whose == whose and each.gain), None)
        if best:
            found.append(fact(f"Worth most to the {whose}", f"{best.change}: {points(best.gain)}"))
    if idle := list(_idle(inputs, rulings)):
        found.append(fact("Plays no part here", ", ".join(idle)))
    return found


def _chance(label: str, p: Fraction) -> Fact:
    return {"label": label, "value": percent(p), "exact": "" if is_long(p) else ratio(p), "unit": ""}


def _amount(label: str, value: Fraction) -> Fact:
    return fact(label, value) if value.denominator < 100 else {**fact(label, decimal(value)), "exact": _exact(value)}


def _exact(value: Fraction) -> str:
    return "" if is_long(value) else ratio(value)


def _idle(inputs: DomainsAttack, rulings: Rulings) -> Iterator[str]:
    """Stats that were given beside those that count: this kind of attack, or this reading of it, passes them over."""
    case = _case(inputs, rulings)
    for side in ("attacker", "defender"):
        given, default = getattr(inputs, side), type(getattr(inputs, side))()
        for name, value in given:
            if getattr(case[side], name) is None and value != getattr(default, name):
                yield f"{type(given).model_fields[name].title} {value} of the {side}"


def series(inputs: DomainsAttack, rulings: Rulings, result: AttackOdds) -> dict[str, Columns]:
    """Degrees by stage, the damage of all attacks, the map around the present case, what changes are worth."""
    found = _map(inputs, rulings)
    return {
        "hit": degrees(result.hit_degrees, result.defender_hit_degrees),
        "damage": degrees(result.damage_degrees, result.defender_damage_degrees),
        "total": total(result.total_damage),
        "map": cells(found),
        "here": {"across": [found.here[0]], "up": [found.here[1]]},
        "axes": {
            "x": [found.across_values[0] - 0.5],
            "y": [found.up_values[-1] + 0.5],
            "across": [f"across: {found.names[0]}"],
            "up": [f"up: {found.names[1]}"],
        },
        "worth": bars(_worth(inputs, rulings)),
    }


def picture(inputs: DomainsAttack, rulings: Rulings, result: AttackOdds) -> str:
    """What the pictures show."""
    found, worth = _map(inputs, rulings), _worth(inputs, rulings)
    many = f"{inputs.attacks} attacks" if inputs.attacks > 1 else "the attack"
    best = f", most of all “{worth[0].change}” of the {worth[0].whose} with {points(worth[0].gain)}" if worth else ""
    return (
        "How often either side has how many degrees, to hit and to damage; the damage of "
        f"{many}; the chance to damage over {found.names[0]} and {found.names[1]}, the lighter the likelier, the "
        f"present case framed; what each single change is worth to that chance{best}."
    )


def call(inputs: DomainsAttack, rulings: Rulings) -> str:
    """The call that gives this answer."""
    case = _case(inputs, rulings)
    several = inputs.attacks if inputs.attacks > 1 else None
    return python_call(
        "domains.attack",
        rulings,
        *(case[name] for name in ("kind", "attacker", "defender", "weapon")),
        feet=case["feet"],
        enter_mind=case["enter_mind"] or None,
        attacks=several,
    )


SURE = {"physical": 20, "precision": 2, "brawn": 2}
HOPELESS = {"physical": 1, "agility": 10, "fortitude": 10}

EXPLORER = Explorer(
    id="domains-attack",
    title="The odds of an attack",
    summary="Dice pools in two stages, exactly: hits, damage, and what one more die, a better stat or a step is worth.",
    clauses=(
        "D-POO-1", "D-POO-2", "D-ATK-1", "D-RNG-2", "D-THR-1", "D-SHO-1", "D-SHO-2", "D-PSI-2", "D-MAG-1", "D-MEL-1",
        "D-MEL-3", "D-MEL-4",
    ),
    Inputs=DomainsAttack,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="domains-attack",
    more=(
        Preset(
            "Twenty dice that count from 2 against one that counts from 10, on ten-sided dice: all but certain",
            {"attacker": SURE, "defender": HOPELESS},
            {"domains_die": "d10"},
        ),
        Preset("Six shots, and how much damage they add up to", {"kind": "shot", "attacks": 6}, {}),
        Preset(
            "A bow too heavy for one's Brawn, where each die to hit then counts one less",
            {"kind": "shot", "attacker": {"brawn": 5}, "weapon": {"base_brawn": 4}},
            {"domains_minbrawn": "minus_one"},
        ),
        Preset(
            "A spell cast at arm's length",
            {
                "kind": "magical_melee",
                "attacker": {"spiritual": 3, "control": 4, "power": 4},
                "defender": {"spiritual": 2, "charm": 5, "composure": 4},
                "weapon": {"damage": 5},
            },
            {},
        ),
    ),
)  # fmt: skip
