"""Sacrificed actions and what they activate: in one turn, over consecutive turns, or for whole cycles."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import PlainValidator

from ..checked import checked
from ..errors import RuleError
from ..ledger import Ledger
from ..register import implements
from .acts import refusal, spend
from .turnstate import ActionKind, Name, Series, Step, T, Tally, TurnState, Words, after, in_words, plural

MOST = 1000
NOT_SACRIFICED = ("H-ACT-5", "An attack action cannot be sacrificed")


def _whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST


def _sacrificed(value: Any) -> Any:
    if value == "cycle" or _whole(value, 1):
        return value
    raise ValueError(f"must be a whole number of actions from 1 to {MOST:,}, or cycle for the whole turn")


def _cost(value: Any) -> Any:
    if value in ("free", "standard", "move", "attack", "cycle") or _whole(value, 0):
        return value
    if isinstance(value, str):
        number, _, unit = value.partition(" ")
        digits = number.isascii() and number.isdigit() and len(number) <= len(str(MOST))
        if unit in ("cycle", "cycles") and digits and _whole(int(number), 1):
            return value
    raise ValueError(
        f"must be free, standard, move, attack, cycle, a number of cycles such as '2 cycles', "
        f"or a whole number of actions to sacrifice, from 0 to {MOST:,}"
    )


Sacrificed = Annotated[int | Literal["cycle"], PlainValidator(_sacrificed)]
Cost = Annotated[int | str, PlainValidator(_cost)]


def _series(turn: TurnState, ability: str) -> list[Series]:
    """What can pay for this ability: sacrificed for it, or for none yet."""
    return [each for each in turn.series if each.ability in (ability, "")]


def _changed(turn: TurnState, *changed: Series) -> tuple[Series, ...]:
    """The turn's series with these in their places; what is empty is dropped."""
    by_name = {each.ability: each for each in (*turn.series, *changed)}
    return tuple(each for each in by_name.values() if each)


def _paid(turn: TurnState, ability: str, n: int) -> tuple[Series, ...]:
    """The turn's series after `n` actions of them have paid for the ability."""
    changed = []
    for each in _series(turn, ability):
        rest = each.actions - min(n, each.actions)
        n -= each.actions - rest
        changed.append(replace(each, actions=rest, fresh=min(each.fresh, rest)))
    return _changed(turn, *changed)


def _give(turn: TurnState, n: int, kinds: tuple[ActionKind, ...], allowed_by: str, ledger: Ledger) -> Tally:
    """Give up `n` actions; the answer is all that this turn has sacrificed then."""
    given, left = Tally(), turn.left
    if turn.whole or n > sum(left[kind] for kind in kinds):
        raise refusal(turn, kinds, "sacrifice", NOT_SACRIFICED, n)
    for kind in kinds:
        given = given.plus(kind, min(n - given.total, left[kind]))
    if given.attack:
        ledger.add("H-ACT-12", f"{allowed_by} lets an attack action be sacrificed")
    ledger.add("H-ACT-13", f"Gone for good: {in_words(given)}", n)
    return turn.sacrificed.plus_all(given)


def _order(allowed_by: str) -> tuple[ActionKind, ...]:
    """Which actions are given up first: the ones that can do least, a standard action last."""
    return ("move", "attack", "standard") if allowed_by else ("move", "standard")


def _give_turn(turn: TurnState, ability: str, ledger: Ledger) -> dict[str, Any]:
    """Give the whole turn; the actions that it has sacrificed for this very ability are a part of it."""
    name = ability or "an ability"
    if turn.whole:
        raise RuleError("H-ACT-11", f"The turn is given to an ability already, so {name} cannot have it")
    usable = _series(turn, ability)
    fresh = sum(each.fresh for each in usable)
    left = Tally(**turn.left)
    keeps = left.move + turn.used.move + turn.sacrificed.move > 0 and ledger.ask("haven_cycleact") == "keeps_move"
    walked = keeps and turn.moved > 0 and turn.used == Tally(move=1)
    if (turn.used.total and not walked) or turn.sacrificed.total > fresh:
        raise RuleError("H-ACT-11", f"A cycle costs every action of the turn, and not all are left for {name}")
    given = left.plus("move", -1) if keeps and left.move and not walked else left
    if not given.total + fresh:
        raise RuleError("H-ACT-11", f"A cycle costs the actions of a turn, and there is none to give for {name}")
    kept = "but one move up to base speed is kept" if keeps else "movement beyond base speed included"
    ledger.add("H-ACT-11", f"Every action of the turn is given to {name}, {kept}", given.total + fresh)
    rest = [replace(each, actions=each.actions - each.fresh, fresh=0) for each in usable]
    return {"sacrificed": turn.sacrificed.plus_all(given), "whole": True, "series": _changed(turn, *rest)}


@implements("H-ACT-5", "H-ACT-13")
@checked
def sacrifice(
    turn: T,
    n: Sacrificed = 1,
    ability: Words = "",
    kind: ActionKind | None = None,
    allowed_by: Words = "",
) -> T:
    """H-ACT-5, H-ACT-13: give up `n` actions, or with "cycle" the whole turn, for an activation that follows.

    Without `ability` they can pay for any. `kind` chooses which go; left out, move actions go before standard ones,
    which can do more. Attack actions never go, unless the ability named in `allowed_by` says so. Giving up is a free
    action: it costs nothing and does not end the time for free activations. It is no activation itself, and H-ACT-7
    binds only these to the start of the turn, so it may be done at any time of it.
    """
    ledger = Ledger(turn.rulings)
    purpose = f" for {ability}" if ability else ""
    if n == "cycle":
        if kind is not None:
            raise RuleError("H-ACT-11", "A cycle costs every action of the turn, so no kind of action can be chosen")
        changes = _give_turn(turn, ability, ledger)
        state = turn.model_copy(update=changes)
        own = next((each for each in state.series if each.ability == ability), Series(ability))
        changes["series"] = _changed(state, replace(own, cycles=own.cycles + 1, whole=True))
        step = Step(turn.number, "sacrifice", f"Give up the whole turn{purpose}", ability)
        return after(turn, ledger, step, **changes)
    if kind == "attack" and not allowed_by:
        raise RuleError(*NOT_SACRIFICED)
    sacrificed = _give(turn, n, _order(allowed_by) if kind is None else (kind,), allowed_by, ledger)
    own = next((each for each in turn.series if each.ability == ability), Series(ability))
    series = _changed(turn, replace(own, actions=own.actions + n, fresh=own.fresh + n))
    step = Step(turn.number, "sacrifice", f"Sacrifice {plural(n, 'action')}{purpose}", ability)
    return after(turn, ledger, step, sacrificed=sacrificed, series=series)


@implements("H-ACT-7")
@checked
def free(turn: T, ability: Name) -> T:
    """H-ACT-7: activate an ability that costs no action, at the start of the turn before every other action.

    Their number has no limit. That such abilities usually cannot be active together is for their own texts to say:
    the ledger reminds of it. Sacrificing, automatic actions and rolls in the defensive turn do not end that time.
    """
    if turn.begun:
        raise RuleError(
            "H-ACT-7", f"Free activations come before every other action of the turn, too late for {ability}"
        )
    ledger = Ledger(turn.rulings)
    ledger.add("H-ACT-7", f"{ability} is activated at the start of the turn and costs no action", 0)
    earlier = [step.ability for step in turn.log if step.turn == turn.number and step.act == "free"]
    if earlier:
        ledger.add("H-ACT-7", f"Such abilities usually cannot be active together: {', '.join([*earlier, ability])}")
    return after(turn, ledger, Step(turn.number, "free", f"Activate {ability}, free", ability))


@implements("H-ACT-10", "H-ACT-11", "H-ACT-14")
@checked
def activate(turn: T, ability: Name, cost: Cost = "standard", allowed_by: Words = "") -> T:
    """H-ACT-10, H-ACT-11, H-ACT-14: start an ability's effect, which is not the same as using it.

    `cost`: "standard" or "move" spends such an action; a whole number sacrifices so many, those sacrificed before in
    this turn and the turns right before it included; "cycle" or "3 cycles" takes whole turns in a row, the last of
    them this one, each with every action (R-HAVEN-CYCLEACT), attack actions too, which pay for nothing but find no
    time; "free" or 0 is a `free` activation. Where this turn cannot complete the cost, `sacrifice` what there is and
    activate in a later one. `allowed_by` names an ability that lets attack actions pay (H-ACT-12).
    """
    if cost in ("free", 0):
        return free(turn, ability)
    ledger = Ledger(turn.rulings)
    ledger.add("H-ACT-14", f"{ability} is activated: its effect starts")
    changes: dict[str, Any]
    spends: tuple[ActionKind, ...] = ()
    if isinstance(cost, int):
        changes = _with_actions(turn, ability, cost, allowed_by, ledger)
        paid = plural(cost, "sacrificed action")
    elif cost.endswith(("cycle", "cycles")):
        cycles = int(cost.split(" ")[0]) if " " in cost else 1
        changes = _with_cycles(turn, ability, cycles, ledger)
        paid = plural(cycles, "whole turn")
    else:
        spends = (_single(turn, cost, allowed_by),)
        changes = {"used": turn.used.plus(spends[0])}
        paid = f"{'an' if spends[0] == 'attack' else 'a'} {spends[0]} action"
        ledger.add("H-ACT-4", f"It takes {paid}")
    step = Step(turn.number, "activate", f"Activate {ability} for {paid}", ability, spends)
    return after(turn, ledger, step, begun=True, **changes)


def _single(turn: TurnState, cost: str, allowed_by: str) -> ActionKind:
    if cost == "attack" and not allowed_by:
        raise RuleError(*NOT_SACRIFICED)
    kinds: dict[str, tuple[ActionKind, ...]] = {
        "standard": ("attack", "standard") if allowed_by else ("standard",),
        "move": ("move",),
        "attack": ("attack",),
    }
    return spend(turn, kinds[cost], "activate an ability", NOT_SACRIFICED)


def _with_actions(turn: TurnState, ability: str, cost: int, allowed_by: str, ledger: Ledger) -> dict[str, Any]:
    if turn.whole:
        raise refusal(turn, _order(allowed_by), f"activate {ability}")
    before = min(cost, sum(each.actions for each in _series(turn, ability)))
    left = turn.left
    here = left["move"] + left["standard"] + (left["attack"] if allowed_by else 0)
    if before + here < cost:
        if left["attack"] and not allowed_by:
            raise RuleError("H-ACT-5", f"An attack action cannot be sacrificed to activate {ability}")
        raise RuleError(
            "H-ACT-10",
            f"{ability} costs {plural(cost, 'action')} of one turn or of consecutive turns; {before} sacrificed and "
            f"{here} left are too few: sacrifice them and activate it in a later turn",
        )
    text = f"{ability} costs {plural(cost, 'action')} of one turn or of consecutive turns; sacrificed before"
    ledger.add("H-ACT-10", text, before)
    changes: dict[str, Any] = {"series": _paid(turn, ability, cost)}
    if cost > before:
        changes["sacrificed"] = _give(turn, cost - before, _order(allowed_by), allowed_by, ledger)
    return changes


def _with_cycles(turn: TurnState, ability: str, cycles: int, ledger: Ledger) -> dict[str, Any]:
    usable = _series(turn, ability)
    given = any(each.whole for each in usable)
    turns = sum(each.cycles for each in usable) + (not given)
    if turns < cycles:
        raise RuleError(
            "H-ACT-11",
            f"{ability} takes {plural(cycles, 'whole turn')} in a row, of which this is number {turns}: "
            f"give up the whole turn for it and activate it in the last one",
        )
    changes = {"series": turn.series} if given else _give_turn(turn, ability, ledger)
    ledger.add("H-ACT-11", f"{ability} takes whole turns in a row", cycles)
    state = turn.model_copy(update=changes)
    rest = [replace(each, cycles=0, whole=False) for each in _series(state, ability)]
    return {**changes, "series": _changed(state, *rest)}
