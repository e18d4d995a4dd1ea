"""The die of checks, and the Con, Dex and Swim modifiers that are added to it."""

from functools import cache, lru_cache

from ..tables import table


@cache
def modifier(score: int) -> int:
    """The modifier of an ability score: half of what it is above or below 10, rounded down."""
    terms = table("overland", "terms")
    average: int = terms["average score"]["value"]
    points: int = terms["points of score for one of modifier"]["value"]
    return (score - average) // points


@cache
def sides() -> int:
    """The sides of the die of every check."""
    found: int = table("overland", "terms")["sides of the die"]["value"]
    return found


@lru_cache(maxsize=1000)
def ways(rolls: int) -> int:
    """In how many equally likely ways so many rolls of the die may fall: what their weights stand over."""
    found: int = sides() ** rolls
    return found


def winning_faces(bonus: int, difficulty: int, die: str) -> int:
    """How many faces of the die make a check: face + `bonus` >= `difficulty`.

    `die` is the choice of R-OVERLAND-DIE: under `automatic` the lowest face always fails and the highest succeeds.
    """
    faces = sides()
    enough = min(max(faces + 1 + bonus - difficulty, 0), faces)
    return min(max(enough, 1), faces - 1) if die == "automatic" else enough
