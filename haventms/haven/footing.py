"""Keeping one's feet: the checks that moving farther than ice or unstable ground allows costs."""

from ..rounding import started_steps, whole_steps
from .checks import Harm, hazard
from .factors import Ice, UnstableFooting
from .hazards import harm_of
from .walk import Walk


def ice_checks(walk: Walk, ice: Ice) -> None:
    """H-ICE-2, H-ICE-3: moving farther in a turn than ice allows."""
    limit = walk.limit(ice)
    spans = [(0, walk.feet)]
    if len(walk.moves) > 1 and walk.ledger.ask("haven_iceturn") == "action":
        spans = [*walk.spans()]
    for start, end in spans:
        if end - start > limit:
            walk.add(
                roll="Defense",
                difficulty=end - start,
                clause="H-ICE-2",
                reason=f"On ice, {end - start} feet are more than {limit}",
                on_success="keeps standing",
                failed="falls prone",
                failed_badly="half the difference as damage",
                at_feet=start + limit,
                prone_at_feet=walk.prone_at(start + limit + 1),
                harm=harm_of("ice, failed badly", walk.ledger.ask("haven_half")),
            )


def footing_checks(walk: Walk, ground: UnstableFooting) -> None:
    """H-UNS-1 to H-UNS-7: moving farther in a cycle than unstable ground allows."""
    limit = walk.limit(ground)
    if walk.feet <= limit:
        return
    major = ground.grade == "major"
    steepness = _steepness(walk, ground)
    for reached, goal in _rolls(walk, ground, limit):
        clause = ground.row.clause
        above = goal - walk.base if _from_base(walk, ground) else goal - limit
        difficulty = int(hazard("unstable")["difficulty"]) + max(above, 0) + steepness
        walk.add(
            roll="Defense",
            no_swiftness=True,
            difficulty=difficulty,
            clause=clause,
            reason=f"On {ground.row['name']}, {goal} feet are more than {limit}",
            on_success="keeps standing",
            failed="falls prone, the difference as damage" if major else "falls prone",
            at_feet=reached,
            prone_at_feet=walk.prone_at(reached),
            harm=Harm(clause=clause) if major else None,
            momentum=int(hazard("major, failed")["penalty"]) if major else 0,
        )
        if ground.incline_feet >= hazard("inclined")["feet"]:
            far = ground.incline_feet > hazard("slide")["feet"]
            walk.add(
                roll="Defense",
                difficulty=difficulty,
                clause="H-UNS-3",
                reason=f"An inclination of {ground.incline_feet} feet asks for a secondary roll",
                on_success="does not slide",
                failed=f"slides to the lowest point{', the difference as damage there' if far else ''}; "
                "may roll again once a cycle",
                at_feet=reached,
                after_failure=walk.ledger.ask("haven_secondary") == "failed",
                harm=Harm(clause="H-UNS-5") if far else None,
                momentum=int(hazard("momentum")["penalty"]),
            )


def _steepness(walk: Walk, ground: UnstableFooting) -> int:
    """H-UNS-2: what inclination adds to the difficulty goal."""
    feet = ground.incline_feet
    if not feet:
        return 0
    more = feet if walk.ledger.ask("haven_incline") == "feet" else feet * feet
    walk.ledger.add("H-UNS-2", f"An inclination of {feet} feet adds to the difficulty goal", more)
    return more


def _from_base(walk: Walk, ground: UnstableFooting) -> bool:
    """Whether the difficulty goal counts the feet above full base speed (R-HAVEN-UNSDG)."""
    return ground.grade != "minor" and walk.ledger.ask("haven_unsdg") == "base"


def _rolls(walk: Walk, ground: UnstableFooting, limit: int) -> list[tuple[int, int]]:
    """For each roll of the cycle: the distance at which it is made and the distance that sets its difficulty goal."""
    beyond, increment = walk.feet - limit, limit
    if ground.grade == "minor":
        increment = int(hazard("unstable")["feet"])
        walk.ledger.note("R-HAVEN-INCREMENT")
    count = whole_steps(beyond, increment)
    if beyond % increment and walk.ledger.ask("haven_started") == "started":
        count = started_steps(beyond, increment)
    text = f"{walk.feet} feet are {beyond} above {limit}, in increments of {increment} feet: rolls"
    walk.ledger.add(ground.row.clause, text, count)
    reached = [min(limit + increment * step, walk.feet) for step in range(1, count + 1)]
    if not reached or reached == [walk.feet]:
        return [(feet, feet) for feet in reached]
    way = walk.ledger.ask("haven_multiroll")
    if way == "one":
        return [(walk.feet, walk.feet)]
    return [(feet, feet if way == "reached" else walk.feet) for feet in reached]
