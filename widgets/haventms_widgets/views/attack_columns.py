"""The answers of an attack as columns for its pictures."""

from fractions import Fraction
from itertools import accumulate

from haventms.dice import Odds, percent, share
from haventms.domains.stages import decimal
from haventms.domains.whatif import ChanceMap, Worth
from haventms.units import plain

from ..explorer import Columns

MARKED_COLUMNS = 12
"""A map of at most so many columns has room for a number in each cell."""


def points(gain: Fraction) -> str:
    """A difference of two chances in percentage points: "+18.0 points"; a small one is never called nothing."""
    if not gain:
        return "nothing"
    size = "< 0.1" if abs(gain) < Fraction(1, 2000) else decimal(abs(gain) * 100)
    return f"{'-' if gain < 0 else '+'}{size} points"


def degrees(own: Odds, other: Odds) -> Columns:
    """How often either side has how many degrees, the two beside each other."""
    columns: Columns = {"x": [], "whose": [], "degrees": [], "chance": [], "percent": []}
    for whose, odds, aside in (("attacker", own, -0.2), ("defender", other, 0.2)):
        for value, weight in odds.weights.items():
            columns["x"].append(int(value) + aside)
            columns["whose"].append(whose)
            columns["degrees"].append(int(value))
            columns["chance"].append(weight / odds.denominator)
            columns["percent"].append(share(weight, odds.denominator))
    return columns


def total(odds: Odds) -> Columns:
    """How often all attacks together deal so much damage, and so much or more."""
    above = [*accumulate(reversed(odds.weights.values()))][::-1]
    step = float(odds.values[1] - odds.values[0]) if len(odds.values) > 1 else 1.0
    return {
        "damage": [float(value) for value in odds.values],
        "amount": [plain(value) for value in odds.values],
        "width": [0.5 * step] * len(odds.values),
        "chance": list(odds.floats().values()),
        "percent": [share(weight, odds.denominator) for weight in odds.weights.values()],
        "at_least": [share(w, odds.denominator) if w < odds.denominator else "certain" for w in above],
    }


def cells(found: ChanceMap) -> Columns:
    """The map, cell by cell."""
    chances = [chance for row in found.chances for chance in row]
    marked = len(found.across_values) <= MARKED_COLUMNS
    return {
        "across": [*found.across_values] * len(found.up_values),
        "up": [y for y in found.up_values for _ in found.across_values],
        "chance": [chance.numerator / chance.denominator for chance in chances],
        "percent": [said for row in found.percents for said in row],
        "mark": [_mark(chance) if marked else "" for chance in chances],
    }


def _mark(chance: Fraction) -> str:
    """A whole number of per cent; only what is impossible or certain is 0 or 100."""
    if chance in (0, 1):
        return str(chance * 100)
    nearest = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    return {0: "<1", 100: ">99"}.get(nearest, str(nearest))


def bars(changes: tuple[Worth, ...]) -> Columns:
    """What each change is worth, the most first."""
    return {
        "y": list(range(len(changes))),
        "bar": [row + 0.42 for row in range(len(changes))],
        "change": [each.change for each in changes],
        "whose": [f"helps the {each.whose}" for each in changes],
        "points": [float(abs(each.gain) * 100) for each in changes],
        "worth": [points(each.gain) for each in changes],
        "to": [percent(each.chance) for each in changes],
        "label": [f"{points(each.gain).removesuffix(' points')}  {each.change}" for each in changes],
    }
