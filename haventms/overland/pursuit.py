"""Evasion and pursuit: who gets away, with exact odds."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ..checked import checked
from ..ledger import Ledger, Result
from ..register import implements
from ..rulings import Rulings
from ..units import Exact, Whole, plain
from .checks import modifier, sides
from .pace import Speed

Score = Annotated[Whole, Field(ge=1, le=100)]
Scale = Literal["rounds", "day"]
Ability = Literal["Dexterity", "Constitution"]
Winner = Literal["chased", "chaser", "nobody"]


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
    """The chance of each of the chased to escape and to be caught.

    `rolls` are the checks that are made, none where speed decides. With a seed `log` tells one run and `escaped`
    names those who got away in it.
    """

    escape: dict[str, Exact]
    caught: dict[str, Exact]
    rolls: tuple[Roll, ...]
    log: tuple[str, ...]
    escaped: tuple[str, ...] | None

    @property
    def headline(self) -> str:
        return "; ".join(f"{name} escapes with a chance of {plain(p)}" for name, p in self.escape.items()) + "."


@implements("O-PUR-1", "O-PUR-2", "O-PUR-3")
@checked
def chase(
    chased: Side, chasers: Side, scale: Scale = "rounds", seed: Whole | None = None, rulings: Rulings | None = None
) -> Chase:
    """O-PUR-1, O-PUR-2, O-PUR-3: the exact chance of each of the chased to get away from all the chasers.

    `rounds`: the faster one decides without a roll; chasers as fast as the chased roll opposed Dexterity checks
    with it, ties by R-OVERLAND-TIE. Where a tie is to be rolled again, all of that race roll again. `day`: all
    parties roll Constitution once, and the chased needs more than every chaser. Each side has 1 to 20 runners; each
    of the chased is judged against the chasers, not against the others. A `seed` tells one run in `log`.
    """
    ledger = Ledger(rulings)
    prepare = _long_chase if scale == "day" else _by_rounds
    races = [prepare(runner, chasers, ledger) for runner in chased]
    chances = {race.chased.name: race.chance for race in races}
    told: list[str] = []
    escaped = None if seed is None else tuple(_run(races, scale == "day", Random(seed), told))
    # Sides may share a name, and a chaser may race several of the chased but is listed once.
    rolls = {(roll.name, roll.chased): roll for race in races for roll in race.rolls}
    return Chase(
        escape=chances,
        caught={name: 1 - chance for name, chance in chances.items()},
        rolls=tuple(rolls.values()),
        log=tuple(told),
        escaped=escaped,
        **ledger.close(),
    )


@dataclass(frozen=True, slots=True)
class _Race:
    """One of the chased and those it rolls against, all with their modifiers, and the chance to get away.

    Where speed decides there are no rivals, and the chance is 0 or 1.
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
    die = ledger.ask("overland_die")
    can_tie = any({*_ranks(bonus, die)} & {*_ranks(other, die)} for other in others)
    tie = ledger.ask("overland_tie") if can_tie else "pursuer"
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
def _ranks(bonus: int, die: str) -> tuple[tuple[int, int], ...]:
    """What the rolls of a check are compared by, ascending by face.

    Under `automatic` the highest face beats all others and the lowest loses to them.
    """
    highest = sides()
    ends = {1: -1, highest: 1} if die == "automatic" else {}
    return tuple((ends.get(face, 0), face + bonus) for face in range(1, highest + 1))


def _tied(bonus: int, other: int, tie: str) -> Winner:
    """Who wins a tied check by the choice of R-OVERLAND-TIE."""
    if tie == "modifier" and bonus != other:
        return "chased" if bonus > other else "chaser"
    return "chaser" if tie == "pursuer" else "nobody"


def _chance(bonus: int, others: tuple[int, ...], tie: str, die: str) -> Fraction:
    """The chance of the chased to beat all rivals, rolling again as long as a tie says so and nobody has lost."""
    wins = again = 0
    for rank in _ranks(bonus, die):
        beaten = unbeaten = 1
        for other in others:
            theirs = _ranks(other, die)
            lower, not_higher = bisect_left(theirs, rank), bisect_right(theirs, rank)
            winner = _tied(bonus, other, tie)
            beaten *= not_higher if winner == "chased" else lower
            unbeaten *= lower if winner == "chaser" else not_higher
        wins += beaten
        again += unbeaten - beaten
    return Fraction(wins, sides() ** (len(others) + 1) - again)


def _run(races: list[_Race], once: bool, random: Random, told: list[str]) -> list[str]:
    """One run told line by line: who got away. `once`: the chasers roll one time for all of the chased."""
    highest = sides()

    def throw(name: str, ability: str, bonus: int) -> int:
        face = random.randint(1, highest)
        told.append(f"{name} rolls {ability}: {face} {bonus:+} is {face + bonus}.")
        return face

    def throw_all(race: _Race) -> list[int]:
        return [throw(rival.name, race.ability, bonus) for rival, bonus in zip(race.rivals, race.others, strict=True)]

    escaped = []
    shared = throw_all(races[0]) if once else []
    for race in races:
        away = race.chance == 1
        while race.rivals:
            rank = _ranks(race.bonus, race.die)[throw(race.chased.name, race.ability, race.bonus) - 1]
            winners: set[Winner] = set()
            for face, bonus in zip(shared or throw_all(race), race.others, strict=True):
                theirs = _ranks(bonus, race.die)[face - 1]
                if rank == theirs:
                    winners.add(_tied(race.bonus, bonus, race.tie))
                else:
                    winners.add("chased" if rank > theirs else "chaser")
            away = winners == {"chased"}
            if away or "chaser" in winners:
                break
            told.append("A tie: all roll again.")
        told.append(f"{race.chased.name} {'gets away' if away else 'is caught'}.")
        if away:
            escaped.append(race.chased.name)
    return escaped
