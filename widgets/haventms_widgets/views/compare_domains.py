"""What Domains says to each question."""

from fractions import Fraction

from haventms import Rulings, domains
from haventms.domains.attacks import AttackOdds
from haventms.domains.terms import feet_per_plane
from haventms.units import plain

from ..explorer import Fact
from .compare_questions import BadGround, Climb, Fall, HowFar, InDomains, Shot
from .compare_sides import NOT_SAID, TURN_LENGTH, Side, allowed_or_not, odds, one_line, refusal, told

ME = "domains"
FALLS = "What a fall does is missing in its source."


def _plan(who: InDomains, leg: domains.Leg, rulings: Rulings) -> tuple[domains.TurnPlan, str]:
    creature = who.creature()
    call = one_line("domains.plan_turn", rulings, creature, (leg,))
    return domains.plan_turn(creature, (leg,), rulings=rulings), call


def _problems(plan: domains.TurnPlan) -> list[Fact]:
    if plan.legal:
        return []
    return [told(ME, "not allowed", "; ".join(f"{each.message} ({each.clause})" for each in plan.problems))]


def far(question: HowFar, who: InDomains, rulings: Rulings) -> Side:
    """All of the land speed, and what other speeds have left after it."""
    plan, call = _plan(who, domains.Leg(mode="land", across_feet=who.land_feet), rulings)
    rest = [told(ME, f"left by {mode} after that", feet, "ft") for mode, feet in plan.left.items() if mode != "land"]
    return Side(
        system=ME,
        said=str(plan),
        python=call,
        parts=(plan,),
        facts=(
            told(ME, "a turn on land", plan.cost_feet, "ft"),
            *rest,
            told(ME, "a turn, all speeds together at most", plan.limit_feet, "ft"),
            told(ME, "a minute, an hour, a day", TURN_LENGTH),
        ),
        asked=plan.limit_feet,
        usual=plan.cost_feet,
        label=f"{plain(plan.limit_feet)} feet in a turn, {plain(plan.cost_feet)} of them on land",
    )


def ground(question: BadGround, who: InDomains, rulings: Rulings) -> Side:
    """So many feet at the factor that the table has agreed on: the source has none."""
    leg = domains.Leg(mode="land", across_feet=Fraction(question.feet), terrain_factor=question.domains_factor)
    plan, call = _plan(who, leg, rulings)
    through = plan.legs[0].covered * question.feet
    return Side(
        system=ME,
        said=str(plan),
        python=call,
        parts=(plan,),
        facts=(
            told(
                ME,
                "what bad ground costs",
                f"{NOT_SAID}terrain may carry a penalty (D-LAN-2), and the section with the penalties is missing",
            ),
            told(ME, f"{question.feet} feet at your table's factor cost", plan.cost_feet, "ft"),
            told(ME, "of these in one turn", through, "ft"),
            *_problems(plan),
        ),
        asked=through,
        usual=who.land_feet,
        label=f"{plain(through)} of the {plain(question.feet)} feet, {plain(who.land_feet)} on open ground",
    )


def climb(question: Climb, who: InDomains, rulings: Rulings) -> Side:
    """A wall climbed with Scale, paid from the climb speed."""
    plan, call = _plan(who, domains.Leg(mode="climb", scale_feet=Fraction(question.feet)), rulings)
    up = plan.legs[0].covered * question.feet if who.scale and who.climb_feet is not None else Fraction(0)
    return Side(
        system=ME,
        said=str(plan),
        python=call,
        parts=(plan,),
        facts=(
            told(ME, f"{question.feet} feet up cost", plan.cost_feet, "ft"),
            told(ME, "of these in one turn", up, "ft"),
            *_problems(plan),
            told(ME, "a roll to climb", f"{NOT_SAID}a climb is paid for in feet, and no roll is named"),
        ),
        asked=up,
        usual=who.land_feet,
        label=f"{plain(up)} of the {plain(question.feet)} feet in a turn, {plain(who.land_feet)} on the ground",
    )


def fall(question: Fall, who: InDomains, rulings: Rulings) -> Side:
    """That a fall begins, and nothing about what it does."""
    creature, plane = who.creature(), question.feet / feet_per_plane("height")
    plan = domains.plan_turn(creature, (), plane, True, rulings=rulings)
    call = one_line("domains.plan_turn", rulings, creature, (), plane=plane, airborne=True)
    return Side(
        system=ME,
        said=f"{plan} {FALLS}",
        python=f'str({call}) + " {FALLS}"',
        parts=(plan,),
        facts=(
            told(ME, "in the air at the end of its turn", "it begins to fall" if plan.falls else "it stays up"),
            told(ME, "damage", f"{NOT_SAID}a fall begins, and what it does is missing in the source (R-DOMAINS-FALL)"),
        ),
    )


def shot(question: Shot, who: InDomains, rulings: Rulings) -> Side:
    """The shot at this distance beside the same shot from close by."""
    ours = domains.Stats(physical=question.physical, precision=question.precision)
    theirs = domains.Stats(physical=question.foe_physical, agility=question.agility, fortitude=question.fortitude)
    weapon = domains.Weapon(
        damage=Fraction(1),
        strength=question.strength,
        effective_feet=Fraction(question.effective_feet),
        long_feet=Fraction(question.long_feet),
    )

    def at(feet: int) -> AttackOdds:
        return domains.attack("shot", ours, theirs, weapon, Fraction(feet), rulings=rulings)

    call = one_line("domains.attack", rulings, "shot", ours, theirs, weapon, feet=question.feet)
    (there, forbidden), (close, _) = allowed_or_not(lambda: at(question.feet)), allowed_or_not(lambda: at(0))
    near = close.damage if close else Fraction(0)
    if there is None:
        return Side(
            system=ME,
            said=f"{forbidden}.",
            before=("try:", f"    shot = {call}", "except RuleError as forbidden:", '    shot = f"{forbidden}."'),
            python="shot",
            refusals=(refusal(forbidden),) if forbidden else (),
            facts=(told(ME, f"at {question.feet} feet", f"{forbidden}."),),
            asked=Fraction(0),
            usual=near,
            label="no shot so far",
        )
    return Side(
        system=ME,
        said=str(there),
        python=call,
        parts=(there,),
        facts=(
            odds(ME, "hits at this distance", there.hit),
            odds(ME, "damages at this distance", there.damage),
            odds(ME, "damages from close by", near),
        ),
        asked=there.damage,
        usual=near,
        label=f"damages with {float(there.damage):.1%}, from close by with {float(near):.1%}".replace("%", " %"),
    )
