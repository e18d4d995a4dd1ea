"""Hazards of Haven: the chances of a fall, ice, a current, unstable ground, wind, darkness, and what a total does."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from haventms import Result, RuleError, Rulings, haven
from haventms.dice import Odds, percent
from haventms.haven.checks import TerrainCheck
from haventms.haven.darkness import Conditions, Listening
from haventms.haven.factors import Factor, Yes
from haventms.haven.falling import Landing
from haventms.haven.hazards import Slide
from haventms.haven.terrain import Attempt, Chances
from haventms.haven.wind import WindShift
from haventms.units import Whole, plain

from ..explorer import Columns, Explorer, Fact, Inputs, Preset, chance, fact, python_call

FEET: dict[str, Any] = {"unit": "ft", "step": 5}
Speed = Annotated[Whole, Field(ge=5, le=1000)]
Length = Annotated[Whole, Field(ge=0, le=1000)]
Steps = Annotated[Whole, Field(ge=0, le=2000, multiple_of=5)]
Total = Annotated[Whole, Field(ge=-1000, le=2000)]
Count = Annotated[Whole, Field(ge=1, le=10)]
Points = Annotated[Whole, Field(ge=0, le=200)]
Turns = Annotated[Whole, Field(ge=0, le=100)]
FIRST = 6
"""So many checks are told one by one."""
MOST_ROLLS = 100
"""Rolls of one move at most: each is in every point of both curves."""


class Part(BaseModel):
    """A hazard. `SIZE` is the field that its curves run over, `ROLL` the kind of its roll."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    SIZE: ClassVar[str] = "feet"
    ROLL: ClassVar[str] = "defense_bonus"
    LIES: ClassVar[str] = "Falls prone"

    kind: str

    @property
    def walk(self) -> tuple[Factor, int, int, int | None]:
        """The factor, base speed, feet and moves of the attempt."""
        raise NotImplementedError

    def sized(self, size: int) -> "Part":
        """The same hazard, so large."""
        return self.model_copy(update={self.SIZE: size})


class Fall(Part):
    model_config = ConfigDict(title="Falling")
    kind: Literal["fall"] = "fall"
    feet: Length = Field(30, title="Height", json_schema_extra={"unit": "ft"})
    spikes: Points = Field(0, title="Attack bonus of spikes below", description="A standard spike has 8")
    from_swiftness: Points = Field(0, title="Of the bonus, from Swiftness", description="It does not count here")


class Ice(Part):
    model_config = ConfigDict(title="Ice")
    kind: Literal["ice"] = "ice"
    base_feet: Speed = Field(35, title="Base speed", json_schema_extra=FEET)
    feet: Steps = Field(20, title="Moved in the turn", json_schema_extra={"unit": "ft"})
    moves: Count = Field(1, title="In so many moves")

    @property
    def walk(self) -> tuple[Factor, int, int, int | None]:
        return haven.Ice(), self.base_feet, self.feet, self.moves


class Current(Part):
    model_config = ConfigDict(title="A current")
    SIZE: ClassVar[str] = "current_feet"
    LIES: ClassVar[str] = "Is swept away"
    kind: Literal["current"] = "current"
    current_feet: Length = Field(16, title="The current moves in a turn", json_schema_extra={"unit": "ft"})
    easy: Yes = Field(False, title="It is an easy current")
    current_total: Total | None = Field(None, title="The current rolled a total of", description="Empty: not yet")

    @property
    def walk(self) -> tuple[Factor, int, int, int | None]:
        swimming = haven.Liquid(depth="swimming", current_feet=self.current_feet, easy=self.easy)
        return swimming, 5, 0, None


class Unstable(Part):
    model_config = ConfigDict(title="Unstable ground")
    kind: Literal["unstable"] = "unstable"
    grade: Literal["minor", "moderate", "major"] = Field("minor", title="How unstable")
    base_feet: Speed = Field(30, title="Base speed", json_schema_extra=FEET)
    feet: Steps = Field(
        40, title="Moved in the cycle", description=f"At most {MOST_ROLLS} rolls", json_schema_extra={"unit": "ft"}
    )
    incline_feet: Length = Field(0, title="Inclination", json_schema_extra={"unit": "ft"})
    cycles: Count = Field(1, title="Rolls against sliding", description="One a cycle, where the ground is steep")
    from_swiftness: Points = Field(0, title="Of the bonus, from Swiftness", description="Only against sliding")

    @property
    def walk(self) -> tuple[Factor, int, int, int | None]:
        ground = haven.UnstableFooting(grade=self.grade, incline_feet=self.incline_feet)
        return ground, self.base_feet, self.feet, None


class Upwind(Part):
    model_config = ConfigDict(title="Moving upwind")
    SIZE: ClassVar[str] = "wind_feet"
    ROLL: ClassVar[str] = "swiftness_bonus"
    LIES: ClassVar[str] = ""
    kind: Literal["upwind"] = "upwind"
    wind_feet: Length = Field(30, title="The wind moves in a turn", json_schema_extra={"unit": "ft"})
    turns_in_cycle: Turns = Field(
        0, title="Turns in a cycle", description="For whether the wind shifts meanwhile; 0 does not ask"
    )

    @property
    def walk(self) -> tuple[Factor, int, int, int | None]:
        return haven.Wind(feet_per_turn=self.wind_feet), 5, 5, None


class Dark(Part):
    model_config = ConfigDict(title="Somebody in the dark")
    LIES: ClassVar[str] = ""
    kind: Literal["dark"] = "dark"
    feet: Length = Field(25, title="Distance", json_schema_extra={"unit": "ft"})


Unmoved = Fall, Dark
"""Hazards that are no attempt to move."""
Hazard = Annotated[Fall | Ice | Current | Unstable | Upwind | Dark, Field(discriminator="kind")]


class HavenHazard(Inputs):
    """A hazard, the bonus against it, and perhaps what was rolled."""

    hazard: Hazard = Field(Ice(), title="Hazard")
    bonus: Annotated[Whole, Field(ge=-50, le=100)] = Field(
        5, title="Bonus on the roll", description="All that counts on a Defense roll; upwind, on a Swiftness roll"
    )
    total: Total | None = Field(
        None, title="I rolled a total of", description="Die, bonuses and penalties together; empty: not rolled yet"
    )


class Case(Result):
    """A hazard before its roll: the chances; after it: what the total does, for each check that it might be.

    `attempt` is None where nobody moves. `slide` is there where the ground is steep, `shift` where the wind is asked
    whether it shifts, `around` in the dark.
    """

    attempt: Attempt | None
    chances: Chances | Landing | Listening
    outcomes: tuple[Result, ...]
    slide: Slide | None
    shift: WindShift | None = None
    around: Conditions | None = None

    @property
    def checks(self) -> tuple[TerrainCheck, ...]:
        """The checks that it costs, none told for a fall."""
        if isinstance(self.chances, Listening):
            return (self.chances.check,)
        return self.attempt.checks if self.attempt else ()

    @property
    def damage(self) -> Odds:
        """The odds of the points of damage."""
        return _damage(self.chances)

    @property
    def headline(self) -> str:
        if self.outcomes:
            return self.outcomes[0].headline
        if self.attempt is None:
            return self.chances.headline
        if not self.checks:
            return f"{self.attempt.headline} No roll is asked for."
        more = f", and {len(self.checks) - 1} further" if len(self.checks) > 1 else ""
        return f"{self.checks[0].reason}: {_goal(self.checks[0])}{more}. {self.chances.headline}"


def _goal(check: TerrainCheck) -> str:
    without = " without Swiftness" if check.no_swiftness else ""
    penalty = f" at {check.penalty}" if check.penalty else ""
    against = f"the roll of the {check.other_side}" if check.difficulty is None else plain(check.difficulty)
    return f"{check.roll} roll{without}{penalty} against {against}"


@lru_cache(maxsize=32)  # of one case and of one curve
def _attempt(hazard: Part, rulings: Rulings) -> Attempt | None:
    if isinstance(hazard, Unmoved):
        return None
    factor, base, feet, moves = hazard.walk
    given = {} if moves is None or not feet else {"moves": moves}
    found = haven.attempt(base, (factor,), feet, **given, rulings=rulings)
    if len(found.checks) > MOST_ROLLS:
        said = f"Feet must be fewer: {len(found.checks)} rolls fall due, and at most {MOST_ROLLS} are computed at once"
        raise RuleError(found.checks[0].clause, said)
    return found


def _chances(hazard: Part, attempt: Attempt | None, bonus: int, rulings: Rulings) -> Chances | Landing | Listening:
    if isinstance(hazard, Dark):
        return haven.listening(Fraction(hazard.feet), bonus, rulings)
    if isinstance(hazard, Fall):
        return haven.landing(Fraction(hazard.feet), bonus - hazard.from_swiftness, hazard.spikes, rulings)
    assert attempt is not None
    try:
        return attempt.chances(**_bonuses(hazard, bonus))
    except (RuleError, ValidationError):
        raise
    except ValueError as error:  # what is too large to be computed exactly
        raise RuleError("H-UNS-7", str(error).capitalize()) from None


def _bonuses(hazard: Part, bonus: int) -> dict[str, int]:
    without = hazard.from_swiftness if isinstance(hazard, Unstable) else 0
    return {hazard.ROLL: bonus, **({"from_swiftness": without} if without else {})}


def answer(inputs: HavenHazard, rulings: Rulings) -> Case:
    """The attempt, its chances, what the rolled total does, and the slide that may follow."""
    hazard = inputs.hazard
    attempt = _attempt(hazard, rulings)
    chances = _chances(hazard, attempt, inputs.bonus, rulings)
    outcomes = tuple(_outcomes(inputs, attempt, chances, rulings))
    slide = _slide(inputs, attempt, rulings)
    around = haven.conditions((haven.Darkness(),), rulings) if isinstance(hazard, Dark) else None
    turns = hazard.turns_in_cycle if isinstance(hazard, Upwind) else 0
    shift = haven.wind_shift(turns, rulings=rulings) if turns else None
    parts = [part for part in (around, attempt, chances, *outcomes, slide, shift) if part is not None]
    return Case(
        attempt=attempt,
        chances=chances,
        outcomes=outcomes,
        slide=slide,
        shift=shift,
        around=around,
        ledger=tuple(line for part in parts for line in part.ledger),
        rulings_used=tuple(dict.fromkeys(ruling for part in parts for ruling in part.rulings_used)),
    )


def _outcomes(
    inputs: HavenHazard, attempt: Attempt | None, chances: Chances | Landing | Listening, rulings: Rulings
) -> Iterator[Result]:
    hazard, total = inputs.hazard, inputs.total
    if total is None:
        return
    if isinstance(hazard, Fall):
        yield haven.fall_damage(Fraction(hazard.feet), total, hazard.spikes, rulings)
        return
    if isinstance(chances, Listening):
        yield chances.check.outcome(total)
        return
    other = hazard.current_total if isinstance(hazard, Current) else None
    for check in attempt.checks[:FIRST] if attempt else ():
        if check.difficulty is not None or other is not None:
            yield check.outcome(total, other)


def _slide(inputs: HavenHazard, attempt: Attempt | None, rulings: Rulings) -> Slide | None:
    hazard = inputs.hazard
    steep = [check for check in attempt.checks if check.clause == "H-UNS-3"] if attempt else []
    if not steep or not isinstance(hazard, Unstable):
        return None
    goal = int(steep[0].difficulty or 0)
    return haven.slide(goal, inputs.bonus, hazard.incline_feet, hazard.cycles, rulings=rulings)


def _success(chances: Chances | Landing | Listening) -> Fraction:
    return chances.unharmed if isinstance(chances, Chances) else chances.success


def _damage(chances: Chances | Landing | Listening) -> Odds:
    """The odds of the points of damage; the dark does none."""
    return Odds.constant(0) if isinstance(chances, Listening) else chances.damage


def _lies(hazard: Part, chances: Chances | Landing | Listening) -> Fraction:
    """The chance of ending prone, or swept away; none of it in a fall, a wind or the dark."""
    if not isinstance(chances, Chances) or not hazard.LIES:
        return Fraction(0)
    return 1 - (chances.unharmed if isinstance(hazard, Current) else chances.standing)


MADE = {"fall": "Lands well", "dark": "Locates it by sound"}
"""What success is called, where it is not getting through."""


def facts(inputs: HavenHazard, rulings: Rulings, result: Case) -> list[Fact]:
    """The checks, the chances, the damage, then what the rolled total does with its clause."""
    hazard, damage = inputs.hazard, result.damage
    found = [fact(f"Check {n}", f"{_goal(check)} ({check.clause})") for n, check in _numbered(result.checks)]
    if len(result.checks) > FIRST:
        found.append(fact("Further checks", len(result.checks) - FIRST))
    if result.attempt is not None and result.attempt.feet > 5:
        found.append(fact("Without a check, a move", result.attempt.allowed_feet, "ft"))
    found.append(chance(MADE.get(hazard.kind, "Gets through unharmed"), _success(result.chances)))
    if isinstance(result.chances, Listening) and result.around is not None:
        found += [fact("An attack on it then", result.chances.attack_penalty), fact("Here", result.around.headline)]
        return [*found, *_rolled(inputs, result)]
    if hazard.LIES and not isinstance(hazard, Fall):
        found.append(chance(hazard.LIES, _lies(hazard, result.chances)))
    found += [fact("Damage on average", Fraction(damage.mean)), fact("Damage at worst", Fraction(max(damage.outcomes)))]
    if result.slide is not None:
        found.append(chance("Slides to the bottom, nothing failed before", result.slide.sliding))
        found.append(fact("Damage of the slide on average", Fraction(result.slide.damage.mean)))
    if result.shift is not None:
        found.append(fact("Rolls for a shift of the wind in a cycle", result.shift.rolls))
        found.append(chance("It shifts at least once", result.shift.shifted))
    return [*found, *_rolled(inputs, result)]


def _numbered(checks: tuple[TerrainCheck, ...]) -> Iterator[tuple[int, TerrainCheck]]:
    return enumerate(checks[:FIRST], 1)


def _rolled(inputs: HavenHazard, result: Case) -> Iterator[Fact]:
    """What the total does: for every check that it may have been rolled for, with the clause that decides."""
    total = inputs.total
    if total is None:
        return
    several = len(result.outcomes) > 1
    for number, outcome in enumerate(result.outcomes, 1):
        label = f"A total of {total}{f', check {number}' if several else ''}"
        clauses = ", ".join(dict.fromkeys(line.clause for line in outcome.ledger))
        yield fact(label, f"{outcome.headline} ({clauses})")
    if result.outcomes:
        return
    if not result.checks:
        yield fact(f"A total of {total}", "No roll is asked for.")
        return
    check = result.checks[0]
    against = Odds.from_die(check.die).map(lambda face: int(check.succeeds(total - face - check.other_modifier)))
    yield chance(f"A total of {total} holds against what the current may roll", against.p(1))


def _point(hazard: Part, chances: Chances | Landing | Listening) -> tuple[float, float, float]:
    success, lies = _success(chances), _lies(hazard, chances)
    return float(success), float(lies), float(_damage(chances).mean)


CURVE = ("x", "success", "lies", "damage")


# Whoever moves one slider finds the whole of one curve, and most of the other, where the answer before had them.
@lru_cache(maxsize=128)
def _point_at(hazard: Part, bonus: int, rulings: Rulings) -> tuple[float, float, float] | None:
    """A point of a curve; None where a clause refuses."""
    try:
        return _point(hazard, _chances(hazard, _attempt(hazard, rulings), bonus, rulings))
    except RuleError:
        return None


def _curve(cases: Iterable[tuple[int, Part, int]], rulings: Rulings) -> Columns:
    points = ((at, _point_at(hazard, bonus, rulings)) for at, hazard, bonus in cases)
    rows = [(at, *point) for at, point in points if point]
    return {name: [row[at] for row in rows] for at, name in enumerate(CURVE)}


def _over_size(hazard: Part, bonus: int, rulings: Rulings) -> Columns:
    """Sizes up to about twice the reader's own, and that one; those that a clause refuses are left out."""
    own: int = getattr(hazard, hazard.SIZE)
    step = 5 * max(-(-own // 30), 1)
    sizes = sorted({*range(0, 13 * step, step), own})
    return _curve(((size, hazard.sized(size), bonus) for size in sizes), rulings)


def _over_bonus(hazard: Part, bonus: int, rulings: Rulings) -> Columns:
    return _curve(((other, hazard, other) for other in range(bonus - 10, bonus + 11)), rulings)


def series(inputs: HavenHazard, rulings: Rulings, result: Case) -> dict[str, Columns]:
    """The curves over size and over bonus, the reader's case on both, the distribution of the damage."""
    hazard = inputs.hazard
    success, lies, average = _point(hazard, result.chances)
    outcomes = result.damage.outcomes
    points = [float(each.points) for each in result.outcomes if hasattr(each, "points")]
    own = {"success": [success], "lies": [lies], "damage": [average]}
    return {
        "size": _over_size(hazard, inputs.bonus, rulings),
        "bonus": _over_bonus(hazard, inputs.bonus, rulings),
        "size_case": {"x": [getattr(hazard, hazard.SIZE)], **own},
        "bonus_case": {"x": [inputs.bonus], **own},
        "odds": {"points": [float(each) for each in outcomes], "chance": [float(p) for p in outcomes.values()]},
        "rolled": {"points": points, "at": [0.0] * len(points)},
    }


def picture(inputs: HavenHazard, rulings: Rulings, result: Case) -> str:
    """What the curves show."""
    hazard = inputs.hazard
    name = str(hazard.model_config["title"]).lower()
    success, lies = percent(_success(result.chances)), percent(_lies(hazard, result.chances))
    average = float(result.damage.mean)
    down = f", {hazard.LIES.lower()} with {lies}" if hazard.LIES and not isinstance(hazard, Fall) else ""
    return (
        f"For {name}: the chance of success over its size and over the bonus; this case, "
        f"{getattr(hazard, hazard.SIZE)} feet at a bonus of {inputs.bonus}, succeeds with {success}{down}, "
        f"{average:.3g} points of damage on average; below, the chances of each number of points."
    )


def call(inputs: HavenHazard, rulings: Rulings) -> str:
    """The call that says the same."""
    hazard, total = inputs.hazard, inputs.total
    if isinstance(hazard, Fall):
        spikes = hazard.spikes or None
        if total is not None:
            return python_call("haven.fall_damage", rulings, hazard.feet, total, spikes=spikes)
        return python_call("haven.landing", rulings, hazard.feet, inputs.bonus - hazard.from_swiftness, spikes=spikes)
    if isinstance(hazard, Dark):
        text = python_call("haven.listening", rulings, hazard.feet, inputs.bonus)
        return text if total is None else f"{text}.check.outcome({total})"
    factor, base, feet, moves = hazard.walk
    text = python_call("haven.attempt", rulings, base, [factor], feet, moves=moves if feet else None)
    result = answer(inputs, rulings)
    if not result.checks:
        return text
    if result.outcomes:
        other = f", {hazard.current_total}" if isinstance(hazard, Current) else ""
        return f"{text}.checks[0].outcome({total}{other})"
    bonuses = ", ".join(f"{name}={value}" for name, value in _bonuses(hazard, inputs.bonus).items())
    return f"{text}.chances({bonuses})"


EXPLORER = Explorer(
    id="haven-hazard",
    title="Hazards",
    summary="Falls, ice, currents, unstable ground, wind, darkness: the chances before a roll, and what the roll does.",
    clauses=(
        "H-FAL-1", "H-FAL-2", "H-FAL-3", "H-ICE-2", "H-ICE-3", "H-LIQ-4", "H-LIQ-5", "H-UNS-1", "H-UNS-2", "H-UNS-3",
        "H-UNS-4", "H-UNS-5", "H-UNS-6", "H-UNS-7", "H-DAR-1", "H-DAR-2", "H-DAR-3", "H-DAR-4", "H-WIN-1", "H-WIN-2",
        "H-WIN-3", "H-WIN-4", "H-WIN-5",
    ),
    Inputs=HavenHazard,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="haven-hazard",
    more=(
        Preset("A fall of thirty feet, landing on 18", {"hazard": {"kind": "fall"}, "total": 18}, {}),
        Preset("The same onto a standard spike", {"hazard": {"kind": "fall", "spikes": 8}, "total": 18}, {}),
        Preset("Twenty feet on ice, a total of 10", {"hazard": {"kind": "ice"}, "total": 10}, {}),
        Preset(
            "Two careful moves on ice in one turn",
            {"hazard": {"kind": "ice", "feet": 30, "moves": 2}},
            {},
        ),
        Preset(
            "A current that rolled 25, against 15",
            {"hazard": {"kind": "current", "current_total": 25}, "total": 15},
            {},
        ),
        Preset("Ten feet beyond base speed on sand", {"hazard": {"kind": "unstable"}}, {}),
        Preset(
            "Down a steep scree: jagged ground, 25 feet of inclination",
            {
                "hazard": {"kind": "unstable", "grade": "major", "feet": 15, "incline_feet": 25, "cycles": 3},
                "bonus": 30,
            },
            {},
        ),
        Preset("Against a wind of thirty feet", {"hazard": {"kind": "upwind"}, "bonus": 8}, {}),
    ),
)  # fmt: skip
