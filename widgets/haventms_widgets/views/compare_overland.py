"""What Overland says to each question."""

from fractions import Fraction

from haventms import Result, RuleError, Rulings, overland
from haventms.units import MINUTES_PER_HOUR, plain

from ..explorer import Fact
from .compare_questions import BadGround, Climb, Fall, HowFar, InOverland, Shot
from .compare_sides import NOT_SAID, Side, allowed_or_not, one_line, refusal, told

ME = "overland"
ATTACKS = "Its source is about movement alone: no attack, and so no range."
CLIMBS = "It gives no speed for a climb. Where a wall is an obstacle:"
FALLS = "What a fall does is missing in its source. Of flyers it says:"


def far(question: HowFar, who: InOverland, rulings: Rulings) -> Side:
    """All three scales, and a day of no more than endurance allows."""
    pace = overland.pace(who.speed_feet, question.pace, rulings)
    walk = overland.pace(who.speed_feet, "walk", rulings)
    lasts, forbidden = allowed_or_not(lambda: overland.endurance(who.con, question.pace, who.load, rulings))
    parts: list[Result] = [pace]
    day = _day(question, who, lasts, forbidden, rulings, parts)
    hour = pace.miles_per_hour
    no_hour = f"{NOT_SAID}no miles an hour are printed for a {question.pace}"
    return Side(
        system=ME,
        said=str(pace),
        python=one_line("overland.pace", rulings, who.speed_feet, question.pace),
        parts=tuple(parts),
        refusals=(refusal(forbidden),) if forbidden else (),
        facts=(
            told(ME, "a round", pace.feet_per_round, "ft"),
            told(ME, "a minute", pace.feet_per_minute, "ft"),
            told(ME, "an hour", no_hour) if hour is None else told(ME, "an hour", hour, "miles"),
            day,
        ),
        asked=pace.feet_per_round,
        usual=walk.feet_per_round,
        label=f"{plain(pace.feet_per_round)} feet in a round, {plain(walk.feet_per_round)} at a walk",
    )


def _day(
    question: HowFar,
    who: InOverland,
    lasts: overland.Endurance | None,
    forbidden: RuleError | None,
    rulings: Rulings,
    parts: list[Result],
) -> Fact:
    """The miles of a day without a check; their steps join `parts`."""
    label = "a day, without a check"
    if lasts is None:
        return told(ME, label, f"{forbidden}.")
    parts.append(lasts)
    if not lasts.minutes:
        return told(ME, label, 0, "miles")
    hours = Fraction(lasts.minutes, MINUTES_PER_HOUR)
    gone, why = allowed_or_not(lambda: overland.distance(who.speed_feet, hours, question.pace, rulings=rulings))
    if gone is None:
        return told(ME, label, f"{NOT_SAID}{plain(lasts.minutes)} minutes at most. {why}.")
    parts.append(gone)
    return told(ME, label, gone.miles, "miles")


def ground(question: BadGround, who: InOverland, rulings: Rulings) -> Side:
    """Squares of one move, and miles of an hour through the same kind of country."""
    call = one_line("overland.squares", rulings, who.speed_feet, question.conditions)
    squares, forbidden = allowed_or_not(lambda: overland.squares(who.speed_feet, question.conditions, rulings=rulings))
    open_ground = overland.squares(who.speed_feet, (), rulings=rulings)
    hour = overland.distance(who.speed_feet, Fraction(1), "walk", question.terrain, question.road, rulings)
    usual = Fraction(open_ground.squares * open_ground.square_feet)
    way = told(ME, f"an hour's walk, {question.terrain}, {question.road}", hour.miles, "miles")
    if squares is None:
        return Side(
            system=ME,
            said=f"{forbidden}.",
            before=("try:", f"    moved = {call}", "except RuleError as forbidden:", '    moved = f"{forbidden}."'),
            python="moved",
            parts=(hour,),
            refusals=(refusal(forbidden),) if forbidden else (),
            facts=(told(ME, "one move there", f"{forbidden}."), way),
            asked=Fraction(0),
            usual=usual,
            label="not to be entered",
        )
    run = overland.may_run(question.conditions, rulings=rulings)
    step = plain(open_ground.square_feet)
    through = Fraction(squares.squares * open_ground.square_feet)
    return Side(
        system=ME,
        said=str(squares),
        python=call,
        parts=(squares, run, hour),
        facts=(
            told(ME, f"one square of {step} feet costs", squares.square_feet, "ft"),
            told(ME, "one move there", "a single step as a full-round action")
            if squares.single_step
            else told(ME, "one move there", through, "ft"),
            told(ME, "running there", "allowed" if run.allowed else "not allowed"),
            way,
        ),
        asked=through,
        usual=usual,
        label=f"{plain(through)} feet in a move, {plain(usual)} on open ground",
    )


def climb(question: Climb, who: InOverland, rulings: Rulings) -> Side:
    """No speed of climbing: a wall is an obstacle at most."""
    wall = overland.hampered(("obstacle",), rulings)
    call = one_line("overland.hampered", rulings, ("obstacle",))
    return Side(
        system=ME,
        said=f"{CLIMBS} {wall}",
        python=f'"{CLIMBS} " + str({call})',
        parts=(wall,),
        facts=(
            told(ME, f"{question.feet} feet up", f"{NOT_SAID}its source has no speed and no cost of climbing"),
            told(ME, "a square with an obstacle counts as", wall.multiplier),
            told(ME, "a skill check at an obstacle", "may be needed; which one, and how hard, is not said"),
        ),
    )


def fall(question: Fall, who: InOverland, rulings: Rulings) -> Side:
    """No damage; only that an exhausted flyer lands or falls."""
    flyer = overland.flying(who.con, who.load, exhausted=True, rulings=rulings)
    call = one_line("overland.flying", rulings, who.con, who.load, exhausted=True)
    return Side(
        system=ME,
        said=f"{FALLS} {flyer}",
        python=f'"{FALLS} " + str({call})',
        parts=(flyer,),
        facts=(
            told(ME, "an exhausted flyer", "lands at once, or falls"),
            told(ME, "damage", f"{NOT_SAID}its source names falling (O-END-7) and no damage"),
        ),
    )


def shot(question: Shot, who: InOverland, rulings: Rulings) -> Side:
    """No attack at all."""
    return Side(
        system=ME,
        said=ATTACKS,
        python=f'"{ATTACKS}"',
        facts=(told(ME, "beyond a weapon's range", f"{NOT_SAID}its source has no attacks"),),
    )
