"""What is timed: the same question put to haventms.dice, to icepool, to dyce and to bare integers.

Every way answers with the same plain shape, integer weights and what they stand over, so that the answers can
be compared cell by cell. "From nothing" starts with numbers and keeps nothing between calls; "pools at
hand" starts with both sides' pools already built, which is how haventms answers a second question.
icepool and dyce are asked as their documentation asks: ``n @ die``, then a comparison.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import chain, product
from typing import Any

import icepool
import numpy
from dyce import H, expand

from haventms import domains, overland
from haventms.dice import atlas, opposed, pools, run_chain, strictly_more, success_counts, tally
from haventms.dice.pools import new_side
from haventms.domains import stages

Cells = list[Fraction]


@dataclass(frozen=True)
class Way:
    """One way to answer: what is called, how its answer is read as exact cells, how often it is timed.

    Where it throws dice instead of counting, `throws` says how many times: its cells are near the right ones only.
    """

    call: Callable[[], Any]
    cells: Callable[[Any], Cells]
    rounds: int = 30
    iterations: int = 1
    throws: int = 0


@dataclass(frozen=True)
class Case:
    """One question, the ways to answer it, and how many times faster than icepool ours has to be (None: for show)."""

    name: str
    goal: int | None
    ways: dict[str, Way] = field(default_factory=dict)


def _pair(answer: tuple[int, int]) -> Cells:
    return [Fraction(*answer)]


def _icepool_true(die: Any) -> Cells:
    return [Fraction(die.quantity(True), die.denominator())]


def _dyce_true(h: Any) -> Cells:
    return [Fraction(h[True], h.total)]


def _share(answer: Any) -> Cells:
    return [Fraction(int(answer.sum()), answer.size)]


def _thrown(*sides: tuple[int, int, int, int], throws: int = 100_000) -> Way:
    """A Monte Carlo as it is usually written: all throws in one array; each side beats the other one in its stage."""
    chance = numpy.random.default_rng(1)

    def successes(dice: int, goal: int) -> Any:
        return (chance.integers(1, 7, (throws, dice), dtype=numpy.int8) >= goal).sum(axis=1)

    def call() -> Any:
        stages = [successes(own, hit) > successes(other, evade) for own, hit, other, evade in sides]
        return numpy.logical_and.reduce(stages)

    return Way(call, _share, 10, throws=throws)


def _opposed(dice: int, goal: int, iterations: int) -> list[Case]:
    """As many dice on both sides, on a d6, needing 4 against needing 5."""
    d6, h6 = icepool.d6, H(6)
    own, other = new_side(dice, 4), new_side(dice, 5)
    ice_own, ice_other = dice @ (d6 >= 4), dice @ (d6 >= 5)
    h_own, h_other = dice @ h6.ge(4), dice @ h6.ge(5)
    return [
        Case(
            f"opposed {dice} v {dice}, from nothing",
            goal,
            {
                "haventms": Way(
                    lambda: (strictly_more(tally(dice, 3, 6), tally(dice, 2, 6)), 6 ** (2 * dice)),
                    _pair,
                    50,
                    iterations,
                ),
                "icepool": Way(lambda: (dice @ (d6 >= 4)) > (dice @ (d6 >= 5)), _icepool_true, 5),
                "icepool's pool().sum()": Way(
                    lambda: (d6 >= 4).pool(dice).sum() > (d6 >= 5).pool(dice).sum(), _icepool_true, 10
                ),
                "dyce": Way(lambda: (dice @ h6.ge(4)).gt(dice @ h6.ge(5)), _dyce_true, 5),
                "Monte Carlo": _thrown((dice, 4, dice, 5)),
            },
        ),
        Case(
            f"opposed {dice} v {dice}, pools at hand",
            None,
            {
                "haventms": Way(lambda: (own.ahead_of(other), own.total * other.total), _pair, 50, iterations),
                "haventms' opposed()": Way(
                    lambda: opposed(dice, 4, dice, 5), lambda answer: [answer.win], 50, iterations
                ),
                "icepool": Way(lambda: ice_own > ice_other, _icepool_true, 10),
                "dyce": Way(lambda: h_own.gt(h_other), _dyce_true, 10),
            },
        ),
    ]


def _two_stages() -> list[Case]:
    """The thrown attack of the source: pool 4, Precision 3, Brawn 4 against pool 3, Agility 4, Fortitude 5."""
    d6, h6 = icepool.d6, H(6)

    def ours() -> tuple[int, int]:
        hit = strictly_more(tally(4, 4, 6), tally(3, 3, 6))
        return hit * strictly_more(tally(4, 3, 6), tally(3, 2, 6)), 6**14

    def ice() -> Any:
        return ((4 @ (d6 >= 3)) > (3 @ (d6 >= 4))) & ((4 @ (d6 >= 4)) > (3 @ (d6 >= 5)))

    def ice_pools() -> Any:
        hit = (d6 >= 3).pool(4).sum() > (d6 >= 4).pool(3).sum()
        return hit & ((d6 >= 4).pool(4).sum() > (d6 >= 5).pool(3).sum())

    def dyce() -> H[Any]:
        hit = (4 @ h6.ge(3)).gt(3 @ h6.ge(4))
        return (hit + (4 @ h6.ge(4)).gt(3 @ h6.ge(5))).eq(2)

    peers = {
        "icepool": Way(ice, _icepool_true, 10),
        "icepool's pool().sum()": Way(ice_pools, _icepool_true, 10),
        "dyce": Way(dyce, _dyce_true, 10),
        "Monte Carlo": _thrown((4, 3, 3, 4), (4, 4, 3, 5)),
    }
    return [Case("two-stage attack, from nothing", 80, {"haventms": Way(ours, _pair, 50, 100), **peers})]


def _whole_attacks() -> list[Case]:
    """Sixty throws that all differ in both stages: the whole answers of `attack`, each with degrees, damage and ledger.

    No answer is kept, so none is given twice; tallies of pools and single stages are, as when a reader changes one
    stat. "Stages anew" counts all of them again, "nothing kept" the pools besides. The peers are asked for the
    chances alone.
    """
    d6, h6 = icepool.d6, H(6)
    numbers = [
        (own, hit, 3 + (own + other + hit) % 3, other, 3 + (own * other + hit) % 3, 3 + (other + hit) % 3)
        for own, other, hit in product(range(2, 7), range(1, 5), (3, 4, 5))
    ]
    bow = domains.Weapon(damage=Fraction(3), effective_feet=Fraction(30), long_feet=Fraction(60))
    sides = [
        (
            domains.Stats(physical=own, precision=hit, brawn=damage),
            domains.Stats(physical=other, agility=evade, fortitude=resist),
        )
        for own, hit, damage, other, evade, resist in numbers
    ]

    def ours(distances: list[int | None]) -> list[domains.AttackOdds]:
        return [domains.attack("thrown", *each, bow, feet) for each, feet in zip(sides, distances, strict=True)]

    def anew(distances: list[int | None]) -> list[domains.AttackOdds]:
        stages._kept.cache_clear()
        return ours(distances)

    def from_nothing(distances: list[int | None]) -> list[domains.AttackOdds]:
        stages._kept_pool.cache_clear()
        pools._small_side.cache_clear()
        return anew(distances)

    def ice() -> list[Any]:
        return [
            ((own @ (d6 >= hit)) > (other @ (d6 >= evade))) & ((own @ (d6 >= damage)) > (other @ (d6 >= resist)))
            for own, hit, damage, other, evade, resist in numbers
        ]

    def dyce() -> list[H[Any]]:
        return [
            ((own @ h6.ge(hit)).gt(other @ h6.ge(evade)) + (own @ h6.ge(damage)).gt(other @ h6.ge(resist))).eq(2)
            for own, hit, damage, other, evade, resist in numbers
        ]

    def read(answers: list[domains.AttackOdds]) -> Cells:
        return [each.damage for each in answers]

    def case(name: str, distances: list[int | None]) -> Case:
        ways = {"haventms": ours, "haventms, stages anew": anew, "haventms, nothing kept": from_nothing}
        peers = {
            "icepool": Way(ice, lambda answer: [cell for die in answer for cell in _icepool_true(die)], 5),
            "dyce": Way(dyce, lambda answer: [cell for h in answer for cell in _dyce_true(h)], 5),
        }
        timed = {name: Way(partial(way, distances), read, 30, 2) for name, way in ways.items()}
        return Case(name, 25, {**timed, **peers})

    return [
        case("60 different whole attacks, with ledgers", [None] * len(numbers)),
        case("60 different whole attacks, at 1 to 30 feet", [1 + place % 30 for place in range(len(numbers))]),
    ]


def _atlas() -> Case:
    """Pools of 1 to 20 against 1 to 20, targets 2 to 10 each, on a d10: 32,400 matchups."""
    sizes, targets = range(1, 21), range(2, 11)
    totals = [10 ** (own + other) for own in sizes for _ in targets for other in sizes for _ in targets]

    def ours() -> tuple[Any, list[list[int]]]:
        table = atlas(20, targets, 10)
        return table, table.weights()

    def ice() -> list[Any]:
        pools = [dice @ (icepool.d10 >= target) for dice in sizes for target in targets]
        return [own > other for own in pools for other in pools]

    def dyce() -> list[Any]:
        h10 = H(10)
        pools = [dice @ h10.ge(target) for dice in sizes for target in targets]
        return [own.gt(other) for own in pools for other in pools]

    return Case(
        "atlas of 32,400 matchups",
        150,
        {
            "haventms": Way(
                ours,
                lambda answer: [
                    Fraction(weight, answer[0].weight(matchup)[1])
                    for matchup, weight in zip(answer[0], chain.from_iterable(answer[1]), strict=True)
                ],
                10,
            ),
            "icepool": Way(
                ice,
                lambda answer: [
                    Fraction(die.quantity(True) * (total // die.denominator()), total)
                    for die, total in zip(answer, totals, strict=True)
                ],
                3,
            ),
            "dyce": Way(dyce, lambda answer: [Fraction(h[True], h.total) for h in answer], 3),
        },
    )


def _march() -> list[Case]:
    """24 checks of a march with Con 15 from difficulty 10, every state down to death, all rows kept.

    First the kernel, then the whole result of the rules, which has 4 times the bare loop's time at most.
    """
    modifiers = [2, 2, 2, *[(con - 10) // 2 for con in range(14, 0, -1)], 0]
    last, difficulties = len(modifiers) - 1, range(10, 34)
    start, on_failure = [1, *[0] * last], [*range(1, last + 1), last]

    def ours() -> list[list[int]]:
        return run_chain(start, on_failure, success_counts("d20", modifiers, difficulties), 20)

    def bare() -> list[list[int]]:
        weights, rows = start, []
        for difficulty in difficulties:
            after = [0] * (last + 1)
            for state, weight in enumerate(weights):
                if weight:
                    hits = min(max(21 - difficulty + modifiers[state], 0), 20)
                    after[state] += weight * hits
                    after[min(state + 1, last)] += weight * (20 - hits)
            weights = after
            rows.append(weights)
        return rows

    def coin(state: int, difficulty: int) -> dict[int, int]:
        hits = min(max(21 - difficulty + modifiers[state], 0), 20)
        return {state: hits, state + 1: 20 - hits}

    def ice() -> list[Any]:
        states, rows = icepool.Die([0]), []
        for dc in difficulties:
            states = states.map(lambda s, dc=dc: s if s == last else icepool.Die(coin(s, dc)))
            rows.append(states)
        return rows

    def dyce() -> list[Any]:
        states, rows = H({0: 1}), []
        for dc in difficulties:
            states = expand(  # without the zero it would drop rare states
                lambda s, dc=dc: s.outcome if s.outcome == last else H(coin(s.outcome, dc)),
                states,
                min_path_probability=Fraction(0),
            )
            rows.append(states)
        return rows

    def of_weights(rows: list[list[int]]) -> Cells:
        return [Fraction(weight, 20**n) for n, row in enumerate(rows, 1) for weight in row]

    def of_march(march: overland.March) -> Cells:
        """The three states of full Con, then each lower Con down to none."""
        found = []
        for check in march.checks:
            lower = [check.con.p(con) for con in range(14, -1, -1)]
            found += [check.fresh, check.fatigued, 1 - check.fresh - check.fatigued - sum(lower), *lower]
        return found

    kernel = Case(
        "march of 24 checks",
        20,
        {
            "haventms": Way(ours, of_weights, 50, 10),
            "a bare integer loop": Way(bare, of_weights, 50, 10),
            "icepool": Way(
                ice,
                lambda rows: [Fraction(d.quantity(s), d.denominator()) for d in rows for s in range(last + 1)],
                10,
            ),
            "dyce": Way(dyce, lambda rows: [Fraction(h.get(s, 0), h.total) for h in rows for s in range(last + 1)], 10),
        },
    )
    whole = Case(
        "march of 24 checks, the whole result",
        None,
        {
            "haventms": Way(lambda: overland.march(15, 27, "hustle"), of_march, 50, 10),
            "a bare integer loop": Way(bare, of_weights, 50, 10),
        },
    )
    return [kernel, whole]


CASES = [*_opposed(10, 100, 100), *_two_stages(), *_whole_attacks(), *_opposed(200, 500, 2), _atlas(), *_march()]
