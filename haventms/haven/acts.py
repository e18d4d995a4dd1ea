"""What can be done in a turn: moving, attacking, using an ability, and what happens by itself.

Each function takes a turn and answers with the next one, or with a RuleError; `haven.Turn` has them as its methods.
What is sacrificed and activated stands in `activation.py`.
"""

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from ..checked import checked
from ..errors import RuleError
from ..ledger import Ledger
from ..register import implements
from ..units import Whole, plain, read_exact
from .attacks import AttackKind, Rolls, penalties_of, repeated
from .turnstate import ActionKind, Name, Step, T, Tally, TurnState, Words, after, feet_of, in_words, speed_row

Feet = Annotated[int | Fraction, BeforeValidator(read_exact), Field(gt=0, le=20_000)]
"""A distance in feet; that it is made of five-foot steps is for H-SPD-2 to say."""

Actions = Annotated[Whole, Field(ge=1, le=100)]

NOT_TRADED = ("H-ACT-5", "An attack action cannot be traded for a move action")
NOT_OFFENSIVE = ("H-ACT-12", "An attack action must be used for an offensive roll")


def refusal(
    turn: TurnState,
    kinds: tuple[ActionKind, ...],
    purpose: str,
    attack_action: tuple[str, str] | None = None,
    need: int = 1,
) -> RuleError:
    """Why this turn has not the actions of these kinds that a purpose needs.

    `attack_action` is the clause, with its sentence, that keeps an attack action from this purpose.
    """
    if turn.whole:
        return RuleError("H-ACT-11", f"The whole turn is given to an ability that takes a cycle: you cannot {purpose}")
    if attack_action is not None and turn.left["attack"]:
        return RuleError(*attack_action)
    names = " or ".join(kinds)
    lack = f"no {names} action is left" if need == 1 else f"fewer than {need} {names} actions are left"
    if any(getattr(turn.sacrificed, kind) for kind in kinds):
        return RuleError("H-ACT-13", f"A sacrificed action is gone for good: {lack} to {purpose}")
    return RuleError("H-ACT-3", f"{lack.capitalize()} to {purpose}")


def spend(
    turn: TurnState, kinds: tuple[ActionKind, ...], purpose: str, attack_action: tuple[str, str] | None = None
) -> ActionKind:
    """The first of `kinds` that is left, or the `refusal`. In a turn that a cycle takes, a move may be kept."""
    left = turn.left
    for kind in kinds if not turn.whole or purpose == "move" else ():
        if left[kind]:
            return kind
    raise refusal(turn, kinds, purpose, attack_action)


def _cover(
    turn: TurnState, feet: int, allowed_by: str, ledger: Ledger
) -> tuple[tuple[ActionKind, ...], dict[str, Any]]:
    """The action that `feet` of movement begin, if they begin one, and what changes in the turn."""
    limit = turn.limit
    if limit is None and turn.risen:
        ledger.add("H-ACT-8", "It belongs to the move action in which the character stood up")
        return (), {"risen": False}
    if limit is not None:
        if feet > limit:
            raise RuleError(
                "H-ACT-9", f"One move action covers at most the base speed, here {limit:,} feet, and not {feet:,}"
            )
        if feet <= turn.underway:
            ledger.add(
                "H-ACT-9", "The move action under way still has the feet for it; left of it", turn.underway - feet
            )
            return (), {"underway": turn.underway - feet}
        if turn.moved and not turn.whole and not any(turn.left.values()):
            raise RuleError(
                "H-ACT-9",
                f"A move action covers at most the base speed: {turn.underway} feet of it are left, and no action",
            )
    kinds: tuple[ActionKind, ...] = ("move", "attack", "standard") if allowed_by else ("move", "standard")
    kind = spend(turn, kinds, "move", NOT_TRADED)
    clause, text = {
        "move": ("H-ACT-8", f"Moving {feet_of('step')} feet or more is a move action"),
        "standard": ("H-ACT-4", "A standard action is spent on moving up to base speed again"),
        "attack": ("H-ACT-12", f"{allowed_by} lets an attack action be used to move"),
    }[kind]
    ledger.add(clause, text, table=speed_row("step").cite if kind == "move" else "")
    changes: dict[str, Any] = {"used": turn.used.plus(kind), "begun": True}
    if limit is not None:
        changes["underway"] = turn.underway + limit - feet
        ledger.add("H-ACT-9", f"One action covers {limit:,} feet; left of it", changes["underway"])
    return (kind,), changes


@implements("H-ACT-8", "H-ACT-9")
@checked
def move(turn: T, feet: Feet, automatic: bool = False, allowed_by: Words = "") -> T:
    """H-ACT-4, H-ACT-8, H-ACT-9: move `feet` feet (steps of five, H-SPD-2), at most the base speed at a time.

    What is left of the move action under way is used up first; then a move action begins, or a standard action is
    spent on moving. `automatic` movement (being carried or pushed) is no action and has no limit. `allowed_by` names
    an ability that lets an attack action be used to move (H-ACT-12).
    """
    step = feet_of("step")
    if feet % step:
        raise RuleError(
            "H-SPD-2", f"Movement happens in steps of {step} feet, and {plain(feet)} feet are no such steps"
        )
    whole = int(feet)
    ledger = Ledger(turn.rulings)
    if automatic:
        ledger.add("H-ACT-8", f"Moved {whole:,} feet automatically, which is no action")
        return after(turn, ledger, Step(turn.number, "carried", f"Move {whole:,} feet automatically", feet=whole))
    spends, changes = _cover(turn, whole, allowed_by, ledger)
    sentence = f"Move {whole:,} feet with {_with(spends)}"
    return after(turn, ledger, Step(turn.number, "move", sentence, spends=spends, feet=whole), **changes)


@checked
def stand_up(turn: T, allowed_by: Words = "") -> T:
    """H-SPD-3: stand up from prone, which costs five feet of movement; the rest of that move action stays.

    `allowed_by` names an ability that lets an attack action be used for it.
    """
    feet = feet_of("standing up")
    ledger = Ledger(turn.rulings)
    ledger.add("H-SPD-3", "Standing up from prone costs feet of movement", feet, speed_row("standing up").cite)
    spends, changes = _cover(turn, feet, allowed_by, ledger)
    sentence = f"Stand up from prone with {_with(spends)}"
    if turn.limit is None:
        changes["risen"] = True
    return after(turn, ledger, Step(turn.number, "stand_up", sentence, spends=spends, feet=feet), **changes)


def _with(spends: tuple[ActionKind, ...]) -> str:
    return f"{'an' if spends[0] == 'attack' else 'a'} {spends[0]} action" if spends else "the move action under way"


def _rolls(turn: TurnState, kind: AttackKind, rolls: int, ledger: Ledger) -> tuple[tuple[int, ...], dict[str, Any]]:
    """The changes to the rolls of an offensive action, and the turn's new count."""
    count = ledger.ask("haven_count") if rolls > 1 else "action"
    changes, counted = penalties_of(turn.counted(kind), rolls, count)
    text = f"{kind.capitalize()} ones counted before in this turn: {turn.counted(kind)}; so the roll changes by"
    ledger.add("H-ATK-1", text, ", ".join(map(str, changes)), repeated().cite)
    ledger.add("H-ATK-2", f"Physical and magical ones are counted apart; {kind} ones with this", counted)
    return changes, {kind: counted}


@implements("H-ACT-12")
@checked
def attack(
    turn: T,
    kind: AttackKind,
    ability: Words = "",
    rolls: Rolls = 1,
    action: Literal["attack", "standard"] | None = None,
) -> T:
    """H-ACT-12, H-ATK-1, H-ATK-2: attack with an attack action, else a standard action, at the running penalty.

    `kind` is "physical" or "magical", `ability` what is attacked with. `rolls` is how many offensive rolls the action
    holds; R-HAVEN-COUNT says whether they count one by one. `action` chooses what is spent: "standard" for an
    ability that no attack action is allowed for. Left out, an attack action goes first, since it can do nothing else.
    """
    ledger = Ledger(turn.rulings)
    spent = spend(turn, ("attack", "standard") if action is None else (action,), "attack")
    if spent == "attack":
        ledger.add("H-ACT-12", "An attack action is used for an offensive roll")
    else:
        ledger.add("H-ACT-4", "A standard action is spent on an ability, here to attack")
    penalties, counts = _rolls(turn, kind, rolls, ledger)
    sentence = f"Attack ({kind}{f', {ability}' if ability else ''}) with {_with((spent,))} at {_listed(penalties)}"
    step = Step(turn.number, "attack", sentence, ability, (spent,), kind=kind, penalties=penalties)
    return after(turn, ledger, step, used=turn.used.plus(spent), begun=True, **counts)


def _listed(penalties: tuple[int, ...]) -> str:
    return ", ".join(map(str, penalties))


@implements("H-ACT-4")
@checked
def use(turn: T, ability: Name, allowed_by: Words = "") -> T:
    """H-ACT-4: spend a standard action on using an ability, one action taken through it (H-ACT-14).

    An offensive use is an `attack`. `allowed_by` names an ability that lets an attack action do it (H-ACT-12).
    """
    ledger = Ledger(turn.rulings)
    kinds: tuple[ActionKind, ...] = ("attack", "standard") if allowed_by else ("standard",)
    spent = spend(turn, kinds, f"use {ability}", NOT_OFFENSIVE)
    if spent == "attack":
        ledger.add("H-ACT-12", f"{allowed_by} lets an attack action be used for {ability}")
    else:
        ledger.add("H-ACT-4", f"A standard action is spent on {ability}")
    ledger.add("H-ACT-14", f"{ability} is used, not activated: one action taken through it")
    step = Step(turn.number, "use", f"Use {ability} with {_with((spent,))}", ability, (spent,))
    return after(turn, ledger, step, used=turn.used.plus(spent), begun=True)


@implements("H-ACT-1", "H-ACT-6")
@checked
def automatic(
    turn: T, kind: AttackKind | None = None, ability: Words = "", rolls: Rolls = 1, counts_as: ActionKind | None = None
) -> T:
    """H-ACT-1, H-ACT-6: something answers a trigger in the offensive turn; it spends no action.

    `kind` is that of its offensive roll, which suffers the running penalty and counts for it; None for no such roll.
    `counts_as` is the kind of action that it does spend where an ability says so. In the defensive turn: `defend`.
    """
    ledger = Ledger(turn.rulings)
    name = ability or "A trigger"
    spends: tuple[ActionKind, ...] = ()
    changes: dict[str, Any] = {}
    if counts_as is None:
        ledger.add("H-ACT-1", f"{name} works by itself; no action of the turn is spent")
    else:
        spends = (spend(turn, (counts_as,), f"pay for {name}"),)
        changes = {"used": turn.used.plus(counts_as), "begun": True}
        ledger.add("H-ACT-6", f"{name} counts toward the turn's actions, as its text says")
    sentence = f"Automatic: {name}{f', counted as {_with(spends)}' if spends else ''}"
    penalties: tuple[int, ...] = ()
    if kind is not None:
        ledger.add("H-ACT-6", "An offensive roll of an automatic action suffers and counts for the penalty")
        penalties, counts = _rolls(turn, kind, rolls, ledger)
        changes |= counts
        sentence += f" ({kind}) at {_listed(penalties)}"
    step = Step(turn.number, "automatic", sentence, ability, spends, kind=kind or "", penalties=penalties)
    return after(turn, ledger, step, **changes)


@implements("H-ATK-3")
@checked
def defend(turn: T, kind: AttackKind | None = None, ability: Words = "", rolls: Rolls = 1) -> T:
    """H-ATK-3: rolls in the defensive turn, offensive ones too (a parry that attacks): no penalty, not counted.

    `kind` is that of an offensive roll, None for a plain defence. It spends no action.
    """
    ledger = Ledger(turn.rulings)
    penalties = (0,) * rolls
    ledger.add("H-ATK-3", "A roll in the defensive turn never has the penalty and does not count for it", 0)
    sentence = f"Defensive turn: {ability or 'a roll'}{f' ({kind})' if kind else ''} at {_listed(penalties)}"
    return after(turn, ledger, Step(turn.number, "defend", sentence, ability, kind=kind or "", penalties=penalties))


@checked
def grant(turn: T, kind: ActionKind, n: Actions = 1, by: Words = "") -> T:
    """H-ACT-3: an ability adds `n` actions of a kind ("standard", "move", "attack") to this turn.

    In a turn that is given to a cycle-long activation they go the same way (H-ACT-11).
    """
    ledger = Ledger(turn.rulings)
    added = in_words(Tally().plus(kind, n))
    ledger.add("H-ACT-3", f"{by or 'An ability'} adds {added}", turn.left[kind] + n)
    changes: dict[str, Any] = {"granted": turn.granted.plus(kind, n)}
    if turn.whole:
        ledger.add("H-ACT-11", "The turn is given to an ability that takes a cycle, and so is what is added")
        changes["sacrificed"] = turn.sacrificed.plus(kind, n)
    return after(turn, ledger, Step(turn.number, "grant", f"{by or 'An ability'} adds {added}", by), **changes)


@checked
def deny(turn: T, kind: ActionKind, n: Actions = 1, by: Words = "") -> T:
    """H-ACT-3: an ability takes `n` actions of a kind away from what is left of this turn."""
    left = turn.left[kind]
    removed = in_words(Tally().plus(kind, n))
    if n > left:
        raise RuleError("H-ACT-3", f"Only what is left can be taken away, which is not {removed}")
    ledger = Ledger(turn.rulings)
    ledger.add("H-ACT-3", f"{by or 'An ability'} takes {removed} away", left - n)
    step = Step(turn.number, "deny", f"{by or 'An ability'} takes {removed} away", by)
    return after(turn, ledger, step, granted=turn.granted.plus(kind, -n))


@checked
def penalty(turn: TurnState, kind: AttackKind) -> int:
    """H-ATK-1, H-ATK-2: what the next offensive roll of that kind in this turn changes by, 0 or below."""
    return turn.penalties[kind]


@checked
def next_turn(turn: T) -> T:
    """H-ACT-3, H-ACT-10: the character's next turn, with its actions anew and no penalty yet.

    What was sacrificed for an ability is kept where this turn gave to it too; a series that rested for a turn is lost.
    """
    fresh = turn.model_copy(
        update={
            "number": turn.number + 1,
            "granted": Tally(),
            "used": Tally(),
            "sacrificed": Tally(),
            "series": tuple(filter(None, (each.carried() for each in turn.series))),
            "underway": 0,
            "risen": False,
            "begun": False,
            "whole": False,
            "physical": 0,
            "magical": 0,
        }
    )
    ledger = fresh.opening()
    for each in turn.series:
        kept = each.carried()
        for part, fate in ((kept, "counts on"), (each.less(kept), "is lost, as this turn gave nothing to it")):
            if part:
                name = f" for {each.ability}" if each.ability else ""
                clause = "H-ACT-11" if part.cycles else "H-ACT-10"
                ledger.add(clause, f"What was sacrificed{name} {fate}", part.in_words)
    return after(fresh, ledger, Step(fresh.number, "next", f"Turn {fresh.number} begins"))
