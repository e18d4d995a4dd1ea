"""The shared budget of a turn: what each mode and all of them together may spend, and what is left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from ..register import implements
from ..units import plain
from .legs import Costs, Walk
from .terms import Mode, counted

NOTHING = Fraction(0)


@dataclass
class Budget:
    """What was spent (by leg, by mode, in all), how much all may spend together, and what is left.

    `covered` says for each leg which share of it the budget pays for, from 0 to 1.
    """

    costs: list[Costs]
    covered: list[Fraction]
    spent: Costs
    total: Fraction
    limit: Fraction
    left: Costs


class Purse:
    """Pays for legs, one after the other.

    With `subtract`, a change of mode takes everything moved so far off the new mode's speed. A run is what is moved
    without a change; the two modes of a hill count as one there.
    """

    def __init__(self, speeds: Costs, limit: Fraction, subtract: bool) -> None:
        self.speeds, self.limit, self.subtract = speeds, limit, subtract
        self.total = NOTHING
        self.spent: Costs = {}
        self.before_run = NOTHING
        self._run: frozenset[Mode] = frozenset()
        self._in_run: Costs = {}

    def in_run(self, mode: Mode) -> Fraction:
        """Feet moved in a mode since the last change."""
        return self._in_run.get(mode, NOTHING)

    def room(self, mode: Mode, modes: Iterable[Mode]) -> Fraction:
        """What the speed of a mode still allows on a leg that moves in these modes; below 0 if it is overdrawn."""
        taken = self.before_run + self.in_run(mode) if self._goes_on(modes) else self.total
        return self.speeds.get(mode, NOTHING) - taken

    def pay(self, costs: Costs) -> Fraction:
        """Spend what a leg costs, and answer which share of it was there to spend."""
        modes = [mode for mode, cost in costs.items() if cost]
        if not modes:
            return Fraction(1)
        whole = sum(costs.values(), NOTHING)
        shares = [self.room(mode, modes) / costs[mode] for mode in modes]
        shares.append((self.limit - self.total) / whole)
        if not self._goes_on(modes):
            self.before_run, self._in_run = self.total, {}
        self._run = frozenset(modes)
        for mode in modes:
            self.spent[mode] = self.spent.get(mode, NOTHING) + costs[mode]
            self._in_run[mode] = self.in_run(mode) + costs[mode]
        self.total += whole
        return min(Fraction(1), max(NOTHING, min(shares)))

    def _goes_on(self, modes: Iterable[Mode]) -> bool:
        return not self.subtract or self._run.issuperset(modes)


@implements("D-MOV-2")
def pay_for(legs: Sequence[Costs], walk: Walk) -> Budget:
    """D-MOV-2: no mode exceeds its own speed, and all movement together never exceeds the largest speed."""
    speeds, ledger = walk.creature.speeds, walk.ledger
    costs = _whole_flight(legs, walk)
    used = {mode for each in costs for mode, cost in each.items() if cost}
    largest = max(speeds.values(), default=NOTHING)
    largest_used = max((speeds.get(mode, NOTHING) for mode in used), default=NOTHING)
    subtract = bool(used) and len(used | speeds.keys()) > 1 and ledger.ask("domains_budget") == "subtract"
    only_used = bool(used) and largest_used < largest and ledger.ask("domains_largest") == "used"

    purse = Purse(speeds, largest_used if only_used else largest, subtract)
    covered = []
    refused: dict[str, str] = {}
    for walk.number, each in enumerate(costs, 1):
        covered.append(purse.pay(each))
        _object(each, purse, walk, refused, several=len(used) > 1)
    ledger.add("D-MOV-2", f"Feet moved in all, of {plain(purse.limit)} for all modes together", purse.total)

    left: Costs = {}
    for mode, speed in speeds.items():
        limit = max(largest_used, speed) if only_used else largest
        left[mode] = max(NOTHING, min(purse.room(mode, [mode]), limit - purse.total))
        ledger.add("D-MOV-2", f"Feet of {mode} left, of {plain(speed)}", left[mode])
    return Budget(costs, covered, purse.spent, purse.total, purse.limit, left)


def _object(costs: Costs, purse: Purse, walk: Walk, refused: dict[str, str], several: bool) -> None:
    """List what the leg just paid for breaks, each fault once a turn; `refused` remembers them by mode."""
    for mode in costs:
        speed = purse.speeds.get(mode)
        if mode in refused:
            continue
        if speed is None:
            walk.refuse("D-MOV-2", f"takes a {mode} speed, which the creature does not have")
            refused[mode] = "lacking"
        elif costs[mode] and purse.room(mode, costs) < 0:
            less = f", less {plain(purse.before_run)} moved before in other modes" if purse.before_run else ""
            moved = f"{counted(purse.in_run(mode))} of {mode}"
            walk.refuse("D-MOV-2", f"{moved} by now exceed its speed of {plain(speed)}{less}")
            refused[mode] = "overdrawn"
    # Where earlier modes were subtracted, an overdrawn speed says the same already.
    said = "all" in refused or (purse.subtract and "overdrawn" in refused.values())
    if several and purse.total > purse.limit and not said:
        limit = f"the {plain(purse.limit)} that all modes may move together"
        walk.refuse("D-MOV-2", f"{counted(purse.total)} by now exceed {limit}")
        refused["all"] = "overdrawn"


def _whole_flight(legs: Sequence[Costs], walk: Walk) -> list[Costs]:
    """The costs, with the flight of the turn rounded up to a whole foot where R-DOMAINS-HALF says so."""
    flown = sum((costs.get("fly", NOTHING) for costs in legs), NOTHING)
    if flown.denominator == 1:
        return list(legs)
    round_up = walk.ledger.ask("domains_half") == "round_up"
    how = f"rounded up to {ceil(flown)}" if round_up else "kept exact"
    walk.ledger.add(
        "D-FLY-2", f"Flight of {counted(flown)} in all is {how}", Fraction(ceil(flown)) if round_up else flown
    )
    if not round_up:
        return list(legs)
    rounded, so_far = [], NOTHING
    for costs in legs:
        flight = costs.get("fly", NOTHING)
        rounded.append({**costs, "fly": Fraction(ceil(so_far + flight) - ceil(so_far))} if flight else costs)
        so_far += flight
    return rounded
