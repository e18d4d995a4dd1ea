"""The die of checks, and the Con, Dex and Swim modifiers that are added to it."""

from .. import tables
from ..rounding import whole_steps


def modifier(score: int) -> int:
    """The modifier of an ability score: half of what it is above or below 10, rounded down."""
    terms = tables.table("overland", "terms")
    average, points = terms["average score"]["value"], terms["points of score for one of modifier"]["value"]
    return whole_steps(score - average, points)


def sides() -> int:
    """The sides of the die of every check."""
    found: int = tables.table("overland", "terms")["sides of the die"]["value"]
    return found


def winning_faces(bonus: int, difficulty: int, die: str) -> int:
    """How many faces of the die make a check: face + `bonus` >= `difficulty`.

    `die` is the choice of R-OVERLAND-DIE: under `automatic` the lowest face always fails and the highest succeeds.
    """
    faces = sides()
    enough = min(max(faces + 1 + bonus - difficulty, 0), faces)
    return min(max(enough, 1), faces - 1) if die == "automatic" else enough
