"""What Haven says to each question."""

from collections.abc import Iterator
from fractions import Fraction

from haventms import Rulings, haven
from haventms.haven.speed import BaseSpeed
from haventms.haven.terrain import Attempt
from haventms.tables import table
from haventms.units import plain

from ..explorer import Fact
from .compare_questions import GROUNDS, BadGround, Climb, Fall, HowFar, InHaven, Shot
from .compare_sides import NOT_SAID, TURN_LENGTH, Side, allowed_or_not, odds, one_line, refusal, told

ME = "haven"
WEAPONS = "No weapon has a range here: what distance costs is said for fog and for darkness only."


def _base(who: InHaven, rulings: Rulings) -> tuple[BaseSpeed, tuple[str, ...]]:
    call = one_line("haven.base_speed", rulings, who.swiftness)
    return haven.base_speed(who.swiftness, rulings=rulings), (f"base = {call}",)


def _ground_call(name: str, rulings: Rulings, *values: object) -> str:
    return one_line(f"haven.{name}", rulings, "BASE", *values).replace("'BASE'", "base.feet")


def far(question: HowFar, who: InHaven, rulings: Rulings) -> Side:
    """Base speed, and a turn in which both actions are spent on moving."""
    base, before = _base(who, rulings)
    moved = haven.terrain_speed(base.feet, (), rulings)
    return Side(
        system=ME,
        said=str(moved),
        before=before,
        python=_ground_call("terrain_speed", rulings, ()),
        parts=(base, moved),
        facts=(
            told(ME, "one move action", moved.feet, "ft"),
            told(ME, "a turn, both actions moved", moved.turn_feet, "ft"),
            told(ME, "a minute, an hour, a day", TURN_LENGTH),
        ),
        asked=Fraction(moved.turn_feet),
        usual=Fraction(moved.feet),
        label=f"{plain(moved.turn_feet)} feet in a turn, {plain(moved.feet)} in one move",
    )


def ground(question: BadGround, who: InHaven, rulings: Rulings) -> Side:
    """What the ground leaves of a move, and what going so far costs."""
    base, before = _base(who, rulings)
    factor = GROUNDS[question.haven_ground]
    moved = haven.terrain_speed(base.feet, (factor,), rulings)
    tried, forbidden = allowed_or_not(lambda: haven.attempt(base.feet, (factor,), question.feet, rulings=rulings))
    sight = haven.conditions((factor,), rulings)
    facts = [
        told(ME, "one move action there", moved.feet, "ft"),
        told(ME, "a turn, both actions moved", moved.turn_feet, "ft"),
        told(ME, f"{question.feet} feet in one move", str(forbidden) if forbidden else str(tried)),
        *(_checks(tried) if tried else ()),
    ]
    if sight.ledger:
        facts.append(told(ME, "besides", str(sight)))
    return Side(
        system=ME,
        said=str(moved),
        before=before,
        python=_ground_call("terrain_speed", rulings, (factor,)),
        parts=(base, *((tried,) if tried else (moved,)), sight),
        refusals=(refusal(forbidden),) if forbidden else (),
        facts=tuple(facts),
        asked=Fraction(moved.feet),
        usual=Fraction(base.feet),
        label=f"{plain(moved.feet)} feet in a move, {plain(base.feet)} on open ground",
    )


def _checks(tried: Attempt) -> Iterator[Fact]:
    for check in tried.checks:
        against = f"the roll of the {check.other_side}" if check.difficulty is None else plain(check.difficulty)
        yield told(ME, "roll", f"{check.roll} against {against} ({check.clause})")


def climb(question: Climb, who: InHaven, rulings: Rulings) -> Side:
    """What the holds leave of a move, and how many actions the climb takes."""
    base, before = _base(who, rulings)
    factor = haven.Climbing(holds=question.holds, climb_mode=question.climb_mode)
    moved = haven.terrain_speed(base.feet, (factor,), rulings)
    squares = question.feet // table("haven", "speed")["step"]["feet"]
    wall = f".{'c' * squares}"
    way = haven.cross(base.feet, (wall,), {".": (), "c": (factor,)}, (1, 1), (squares + 1, 1), rulings=rulings)
    long = f"{question.feet} feet up"
    actions = told(ME, f"{long}, actions of moving", way.actions) if way.possible else told(ME, long, str(moved))
    return Side(
        system=ME,
        said=str(moved),
        before=before,
        python=_ground_call("terrain_speed", rulings, (factor,)),
        parts=(base, moved, way) if way.possible else (base, moved),
        facts=(
            told(ME, "one move action", moved.feet, "ft"),
            told(ME, "a turn, both actions moved", moved.turn_feet, "ft"),
            actions,
            *((told(ME, f"{long}, turns", way.turns),) if way.possible else ()),
            told(ME, "a roll to climb", f"{NOT_SAID}holds slow a climb, and no roll is named"),
        ),
        asked=Fraction(moved.feet),
        usual=Fraction(base.feet),
        label=f"{plain(moved.feet)} feet up in a move, {plain(base.feet)} on the ground",
    )


def fall(question: Fall, who: InHaven, rulings: Rulings) -> Side:
    """The landing roll and its damage."""
    height = Fraction(question.feet)
    landed = haven.landing(height, who.defense_bonus, question.spikes, rulings)
    bare = haven.landing(height, who.defense_bonus, rulings=rulings)
    average = Fraction(landed.damage.mean)
    return Side(
        system=ME,
        said=str(landed),
        python=one_line("haven.landing", rulings, question.feet, who.defense_bonus, spikes=question.spikes or None),
        parts=(landed,),
        facts=(
            odds(ME, "lands unhurt", landed.damage.p(0)),
            told(ME, "damage on average", average),
            told(ME, "damage at worst", Fraction(max(landed.damage.outcomes))),
        ),
        asked=average,
        usual=Fraction(bare.damage.mean),
        label=f"{plain(average)} points of damage on average",
    )


def shot(question: Shot, who: InHaven, rulings: Rulings) -> Side:
    """No range of a weapon; what fog and darkness make of the distance."""
    feet, seen = Fraction(question.feet), Fraction(question.normal_range_feet)
    fog = haven.fog_attack_penalty(feet, seen, rulings)
    heard = haven.blind_attack_penalty(feet, rulings)
    call = one_line("haven.fog_attack_penalty", rulings, question.feet, question.normal_range_feet)
    return Side(
        system=ME,
        said=f"{WEAPONS} In fog: {fog}",
        python=f'"{WEAPONS} In fog: " + str({call})',
        parts=(fog, heard),
        facts=(
            told(ME, "beyond a weapon's range", f"{NOT_SAID}no weapon has a range in its chapter"),
            told(ME, "added to the attack in fog", fog.penalty),
            told(ME, "added to the attack on what is only heard", heard.penalty),
        ),
    )
