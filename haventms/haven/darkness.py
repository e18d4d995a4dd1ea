"""Darkness and fog: what can be heard, attacked and seen there, and what else the ground does to a character."""

from fractions import Fraction

from ..checked import checked
from ..dice import percent
from ..ledger import Ledger, Result
from ..register import implements
from ..rounding import by_token, started_steps, whole_steps
from ..rulings import Rulings
from ..tables import number
from ..units import Exact, plain
from .checks import TerrainCheck, hazard
from .factors import Darkness, Distance, Factors, Fog, WadingSolid, Wind
from .speed import Bonus
from .wind import wind_penalty


class Sound(Result):
    """What `sound_difficulty` answers with: the `difficulty` of locating by sound."""

    difficulty: Exact

    @property
    def headline(self) -> str:
        return f"Locating it by sound takes a Defense roll against {plain(self.difficulty)}."


class AttackPenalty(Result):
    """A `penalty` on an offensive roll: 0 or negative."""

    penalty: Exact

    @property
    def headline(self) -> str:
        return f"The attack is made at {plain(self.penalty)}." if self.penalty else "The attack has no penalty."


class Listening(Result):
    """What `listening` answers with: the `difficulty` of locating a target by sound and the chance of `success`.

    `attack_penalty` is what an attack on it then loses (0 or negative), `check` the roll itself.
    """

    difficulty: Exact
    success: Exact
    attack_penalty: Exact
    check: TerrainCheck

    @property
    def headline(self) -> str:
        return (
            f"Locating it by sound takes a Defense roll against {plain(self.difficulty)}, which succeeds with "
            f"{percent(self.success)}; an attack on it then is made at {plain(self.attack_penalty)}."
        )


class Conditions(Result):
    """What `conditions` answers with.

    `roll_penalty` on all rolls, `defense_penalty` on defensive rolls on top of it (both 0 or negative); whether
    targets are `visible`; `stealth`: targets and attackers count as under Stealth for defensive rolls;
    `clear_feet`: how far one sees clearly in fog, None without; `movement_abilities` may be used.
    """

    roll_penalty: int
    defense_penalty: int
    visible: bool
    stealth: bool
    clear_feet: Exact | None
    movement_abilities: bool

    @property
    def headline(self) -> str:
        said = [
            f"{self.roll_penalty} on all rolls" if self.roll_penalty else "",
            f"{self.defense_penalty} on defensive rolls" if self.defense_penalty else "",
            "" if self.visible else "no target can be seen",
            "everybody counts as under Stealth for defensive rolls" if self.stealth else "",
            f"clear sight to {plain(self.clear_feet)} feet" if self.clear_feet is not None else "",
            "" if self.movement_abilities else "no Movement Utilities and no ability that needs or causes movement",
        ]
        text = "; ".join(filter(None, said)) or "nothing beyond speed and checks"
        return f"{text[0].upper()}{text[1:]}."


def clear_sight(normal_range_feet: Fraction, ledger: Ledger) -> Fraction:
    """H-FOG-1: half of the normal range by R-HAVEN-HALF, at least five feet."""
    row = hazard("fog")
    half = number(row, "share") * normal_range_feet
    feet = half if half.denominator == 1 else by_token(half, ledger.ask("haven_half"))
    feet = max(feet, number(row, "least"))
    text = f"Fog leaves clear sight to half of {plain(normal_range_feet)} feet, at least five"
    ledger.add("H-FOG-1", text, feet, row.cite)
    return feet


@implements("H-DAR-2")
@checked
def sound_difficulty(feet: Distance, rulings: Rulings | None = None) -> Sound:
    """H-DAR-2: the difficulty goal for locating a creature by sound, so many feet away (R-HAVEN-SOUND).

    Reached by a Defense roll with the modifiers for the Sound-Based subcategory and the bonus of Awareness.
    """
    ledger = Ledger(rulings)
    row = hazard("hearing")
    way, per = ledger.ask("haven_sound"), row["per_feet"]
    tens = started_steps(feet, per) if way == "ceil" else whole_steps(feet, per)
    difficulty = Fraction(row["difficulty"] + row["more"] * tens) + (feet if way == "plus_feet" else 0)
    itself = "the feet themselves, " if way == "plus_feet" else ""
    text = f"Locating by sound at {plain(feet)} feet: {row['difficulty']}, {itself}and {row['more']} for each ten feet"
    ledger.add("H-DAR-2", text, difficulty, row.cite)
    return Sound(difficulty=difficulty, **ledger.close())


@implements("H-DAR-3")
@checked
def blind_attack_penalty(feet: Distance, rulings: Rulings | None = None) -> AttackPenalty:
    """H-DAR-3: the penalty for attacking a target that is only located by sound, so many feet away (0 or negative)."""
    ledger = Ledger(rulings)
    row = hazard("attack by hearing")
    penalty = row["penalty"] * max(feet - row["feet"], Fraction(0))
    ledger.add("H-DAR-3", f"One for each foot of {plain(feet)} beyond {row['feet']}", penalty, row.cite)
    return AttackPenalty(penalty=penalty, **ledger.close())


@checked
def listening(feet: Distance, defense_bonus: Bonus, rulings: Rulings | None = None) -> Listening:
    """H-DAR-2, H-DAR-3: the chance to locate a creature by sound, so many feet away, and what attacking it then loses.

    `defense_bonus` is everything on the Defense roll: the modifiers for the Sound-Based subcategory and the bonus of
    Awareness as well.
    """
    ledger = Ledger(rulings)
    heard = sound_difficulty(feet, rulings=ledger.rulings)
    ledger.take(heard)
    check = TerrainCheck(
        roll="Defense",
        difficulty=heard.difficulty,
        clause="H-DAR-2",
        reason="Locating by sound",
        on_success="it is located",
        on_failure="it is not located",
        failed="it is not located",
        die=ledger.ask("haven_die"),
        tie_succeeds=ledger.ask("haven_meet") == "meet",
    )
    success = check.odds(defense_bonus).success
    ledger.add("H-DAR-2", f"A Defense roll at a bonus of {defense_bonus}: the chance of it", success)
    aimed = blind_attack_penalty(feet, rulings=ledger.rulings)
    ledger.take(aimed)
    return Listening(
        difficulty=heard.difficulty,
        success=success,
        attack_penalty=aimed.penalty,
        check=check,
        **ledger.close(),
    )


@implements("H-FOG-2")
@checked
def fog_attack_penalty(feet: Distance, normal_range_feet: Distance, rulings: Rulings | None = None) -> AttackPenalty:
    """H-FOG-1, H-FOG-2: the penalty for attacking in fog a target so many feet away (0 or negative).

    `normal_range_feet` is how far the attacker sees without fog.
    """
    ledger = Ledger(rulings)
    clear = clear_sight(normal_range_feet, ledger)
    row = hazard("attack beyond fog")
    penalty = row["penalty"] * max(feet - clear, Fraction(0))
    ledger.add("H-FOG-2", f"One for each foot of {plain(feet)} beyond {plain(clear)}", penalty, row.cite)
    return AttackPenalty(penalty=penalty, **ledger.close())


@implements("H-DAR-1", "H-DAR-4", "H-DIF-5", "H-FOG-1")
@checked
def conditions(factors: Factors, rulings: Rulings | None = None) -> Conditions:
    """H-DAR-1, H-DAR-4, H-DIF-5, H-FOG-1: what the factors of a place do to a character beside speed and checks.

    Negated factors do nothing. Penalties are 0 or negative.
    """
    ledger = Ledger(rulings)
    roll_penalty = defense_penalty = 0
    visible, stealth, movement = True, False, True
    clear: Fraction | None = None
    for factor in factors:
        if factor.negated:
            continue
        if isinstance(factor, Wind):
            roll_penalty = wind_penalty(factor.feet_per_turn, ledger)
        if isinstance(factor, Fog):
            clear = clear_sight(factor.normal_range_feet, ledger)
        if isinstance(factor, Darkness):
            visible, stealth = False, True
            ledger.add("H-DAR-1", "In darkness no attack that needs a visible target is possible", "not visible")
            ledger.add("H-DAR-4", "Targets and attackers count as under Stealth for defensive rolls", "Stealth")
        if isinstance(factor, WadingSolid) and factor.depth == "neck":
            row = hazard("to the neck")
            defense_penalty, movement = int(row["penalty"]), False
            ledger.add("H-DIF-5", "In a solid to the neck, on defensive rolls", defense_penalty, row.cite)
            ledger.add("H-DIF-5", "Movement Utilities and abilities that need or cause movement", "not usable")
    return Conditions(
        roll_penalty=roll_penalty,
        defense_penalty=defense_penalty,
        visible=visible,
        stealth=stealth,
        clear_feet=clear,
        movement_abilities=movement,
        **ledger.close(),
    )
