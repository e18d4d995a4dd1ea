"""Evasion and pursuit: who gets away, with exact odds."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod
from random import Random
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ..checked import checked
from ..dice import Odds, percent
from ..ledger import Ledger, Result
from ..register import implements
from ..rulings import Rulings
from ..units import Exact, Whole, plain
from .checks import modifier, sides
from .pace import Speed

Score = Annotated[Whole, Field(ge=1, le=100)]
Scale = Literal["rounds", "day"]
Ability = Literal["Dexterity", "Constitution"]
Key = tuple[int, ...]
"""What checks are compared by: the higher wins."""

_LONG_DENOMINATOR = 1_000_000


class Runner(BaseModel):
    """One party of a chase: its name, its speed in feet, its Dexterity and Constitution."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    name: Annotated[str, Field(min_length=1, max_length=100)]
    speed_feet: Speed = Fraction(30)
    dex: Score = 10
    con: Score = 10


def _named_apart(runners: tuple[Runner, ...]) -> tuple[Runner, ...]:
    if len({runner.name for runner in runners}) < len(runners):
        raise ValueError("each runner of a side needs a name of its own")
    return runners


Side = Annotated[tuple[Runner, ...], Field(min_length=1, max_length=20), AfterValidator(_named_apart)]


class Roll(BaseModel):
    """A check that one party of the chase makes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    chased: bool
    ability: Ability
    modifier: int


class Chase(Result):
    """The chance that every one of the chased gets away, and the chance of each to be caught.

    `away` counts the chased who get away. `rolls` are the checks that are made, none where speed decides. With a
    seed `log` tells one run and `escaped` names those who got away in it.
    """

    escape: Exact
    caught: dict[str, Exact]
    away: Odds
    rolls: tuple[Roll, ...]
    log: tuple[str, ...]
    escaped: tuple[str, ...] | None

    @property
    def headline(self) -> str:
        if len(self.caught) == 1:
            (name,) = self.caught
            return f"{name} escapes with a chance of {_in_words(self.escape)}."
        each = ", ".join(f"{name} {_in_words(p)}" for name, p in self.caught.items())
        return f"All of them escape with a chance of {_in_words(self.escape)}. Caught: {each}."


def _in_words(chance: Fraction) -> str:
    """A chance as people read it: exact where that is short."""
    short = 1 < chance.denominator < _LONG_DENOMINATOR
    return f"{plain(chance)} ({percent(chance)})" if short else percent(chance)


@implements("O-PUR-1", "O-PUR-2", "O-PUR-3")
@checked
def chase(
    chased: Side, chasers: Side, scale: Scale = "rounds", seed: Whole | None = None, rulings: Rulings | None = None
) -> Chase:
    """O-PUR-1, O-PUR-2, O-PUR-3: the exact chance of the chased to get away from all the chasers.

    `rounds`: the faster one decides without a roll; chasers as fast as the chased roll opposed Dexterity checks
    with it, ties by R-OVERLAND-TIE. `day`: all parties roll Constitution, and the chased needs more than every chaser.
    Each party rolls once, and a chaser's check stands against all of the chased, so that their fates hang together.
    Where a tie is to be rolled again, that one of the chased and its chasers do so by themselves. Each side has 1 to
    20 runners; each of the chased is judged against the chasers, not against the others. A `seed` tells one run.
    """
    ledger = Ledger(rulings)
    prepare = _long_chase if scale == "day" else _by_rounds
    races = [prepare(runner, chasers, ledger) for runner in chased]
    away = _away(races)
    everybody = away.p(len(races))
    if len(races) > 1:
        rolled = "O-PUR-3" if scale == "day" else "O-PUR-2" if any(race.rivals for race in races) else "O-PUR-1"
        ledger.add(rolled, "All of them get away, each chaser's check standing against all of them", everybody)
    told: list[str] = []
    escaped = None if seed is None else tuple(_run(races, Random(seed), told))
    # Sides may share a name, and a chaser may race several of the chased but is listed once.
    rolls = {(roll.name, roll.chased): roll for race in races for roll in race.rolls}
    return Chase(
        escape=everybody,
        caught={race.chased.name: 1 - race.chance for race in races},
        away=away,
        rolls=tuple(rolls.values()),
        log=tuple(told),
        escaped=escaped,
        **ledger.close(),
    )


@dataclass(frozen=True, slots=True)
class _Race:
    """One of the chased and those it rolls against, all with their modifiers, and the chance to get away.

    Where speed decides there are no rivals, and the chance is 0 or 1. All races of a chase have the same rivals, if
    any: by rounds the fastest chasers, over a day all of them.
    """

    chased: Runner
    chance: Fraction
    ability: Ability
    rivals: tuple[Runner, ...] = ()
    bonus: int = 0
    others: tuple[int, ...] = ()
    tie: str = ""
    die: str = ""

    @property
    def rolls(self) -> list[Roll]:
        bonuses = (self.bonus, *self.others)
        return [
            Roll(name=runner.name, chased=place == 0, ability=self.ability, modifier=bonus)
            for place, (runner, bonus) in enumerate(zip((self.chased, *self.rivals), bonuses, strict=True))
            if self.rivals
        ]


def _by_rounds(runner: Runner, chasers: tuple[Runner, ...], ledger: Ledger) -> _Race:
    fastest = max(chasers, key=lambda chaser: chaser.speed_feet)
    if fastest.speed_feet != runner.speed_feet:
        escapes = fastest.speed_feet < runner.speed_feet
        text = (
            f"{runner.name} at {plain(runner.speed_feet)} feet is {'faster' if escapes else 'slower'} than "
            f"{fastest.name} at {plain(fastest.speed_feet)}: no roll"
        )
        ledger.add("O-PUR-1", text, "escapes" if escapes else "caught")
        return _Race(runner, Fraction(escapes), "Dexterity")
    rivals = tuple(chaser for chaser in chasers if chaser.speed_feet == runner.speed_feet)
    bonus, others = modifier(runner.dex), tuple(modifier(rival.dex) for rival in rivals)
    die, tie = ledger.ask("overland_die"), ledger.rulings.overland_tie
    totals = {*_keys(bonus, "pursuer", die)}
    if any(not totals.isdisjoint(_keys(other, "pursuer", die)) for other in others):
        ledger.ask("overland_tie")
    chance = _chance(bonus, others, tie, die)
    text = f"As fast as {_names(rivals, others)}: {runner.name} with {bonus:+} rolls opposed Dexterity checks"
    ledger.add("O-PUR-2", f"{text}, chance to escape", chance)
    return _Race(runner, chance, "Dexterity", rivals, bonus, others, tie, die)


def _long_chase(runner: Runner, chasers: tuple[Runner, ...], ledger: Ledger) -> _Race:
    bonus, others = modifier(runner.con), tuple(modifier(chaser.con) for chaser in chasers)
    tie, die = "pursuer", ledger.ask("overland_die")
    chance = _chance(bonus, others, tie, die)
    text = f"{runner.name} with {bonus:+} needs a higher Constitution check than {_names(chasers, others)}"
    ledger.add("O-PUR-3", f"{text}, chance to get away", chance)
    return _Race(runner, chance, "Constitution", chasers, bonus, others, tie, die)


def _names(runners: tuple[Runner, ...], bonuses: tuple[int, ...]) -> str:
    return ", ".join(f"{runner.name} ({bonus:+})" for runner, bonus in zip(runners, bonuses, strict=True))


@cache
def _keys(bonus: int, tie: str, die: str) -> tuple[Key, ...]:
    """What a check is compared by, ascending by face.

    Under `automatic` the highest face beats all others and the lowest loses to them; where ties go to the higher
    modifier, it decides between equal totals.
    """
    highest = sides()
    ends = {1: -1, highest: 1} if die == "automatic" else {}
    last = (bonus,) if tie == "modifier" else ()
    return tuple((ends.get(face, 0), face + bonus, *last) for face in range(1, highest + 1))


def _best(others: tuple[int, ...], tie: str, die: str) -> dict[Key, int]:
    """The best key among the chasers, with its weight over sides ** chasers."""
    lists = [_keys(other, tie, die) for other in others]
    weights: dict[Key, int] = {}
    below = 0
    for key in sorted({key for keys in lists for key in keys}):
        up_to = prod(bisect_right(keys, key) for keys in lists)
        weights[key] = up_to - below
        below = up_to
    return weights


def _better_and_again(bonus: int, key: Key, tie: str, die: str) -> tuple[int, int]:
    """How many faces of the chased beat this key of the chasers, and how many equal it so that both roll again."""
    mine = _keys(bonus, tie, die)
    not_worse, better = bisect_left(mine, key), bisect_right(mine, key)
    return len(mine) - better, better - not_worse if tie != "pursuer" else 0


def _chance(bonus: int, others: tuple[int, ...], tie: str, die: str) -> Fraction:
    """The chance of the chased to beat all rivals, rolling again as long as a tie says so and nobody has lost."""
    wins = ties = 0
    for key, weight in _best(others, tie, die).items():
        better, again = _better_and_again(bonus, key, tie, die)
        wins += weight * better
        ties += weight * again
    return Fraction(wins, sides() ** (len(others) + 1) - ties)


def _away(races: list[_Race]) -> Odds:
    """How many of the chased get away: for each best check of the chasers they are independent of each other."""
    sure = sum(race.chance == 1 and not race.rivals for race in races)
    rolling = [race for race in races if race.rivals]
    if not rolling:
        return Odds.constant(sure)
    totals = [0] * (len(rolling) + 1)
    for key, weight in _best(rolling[0].others, rolling[0].tie, rolling[0].die).items():
        counts = [weight]
        for race in rolling:
            better, again = _better_and_again(race.bonus, key, race.tie, race.die)
            away = better * race.chance.denominator + again * race.chance.numerator
            caught = sides() * race.chance.denominator - away
            counts = [a * caught + b * away for a, b in zip([*counts, 0], [0, *counts], strict=True)]
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
    return Odds.from_weights({sure + number: weight for number, weight in enumerate(totals)}, sum(totals))


def _run(races: list[_Race], random: Random, told: list[str]) -> list[str]:
    """One run told line by line: who got away."""
    highest = sides()

    def throw(race: _Race, runner: Runner, bonus: int) -> Key:
        face = random.randint(1, highest)
        told.append(f"{runner.name} rolls {race.ability}: {face} {bonus:+} is {face + bonus}.")
        return _keys(bonus, race.tie, race.die)[face - 1]

    def throw_all(race: _Race) -> Key:
        return max(throw(race, rival, bonus) for rival, bonus in zip(race.rivals, race.others, strict=True))

    escaped = []
    shared: Key = ()
    for race in races:
        away = race.chance == 1
        if race.rivals:
            mine = throw(race, race.chased, race.bonus)
            theirs = shared = shared or throw_all(race)
            while mine == theirs and race.tie != "pursuer":
                told.append(f"A tie: {race.chased.name} and its chasers roll again.")
                mine, theirs = throw(race, race.chased, race.bonus), throw_all(race)
            away = mine > theirs
        told.append(f"{race.chased.name} {'gets away' if away else 'is caught'}.")
        if away:
            escaped.append(race.chased.name)
    return escaped
