"""What the march and the journey share, where it shows: what bodies are given, and what is no question to them."""

from haventms import overland
from haventms.overland import Leg, Mount, Rest, Traveller
from haventms.overland.marching import Gifts
from haventms.overland.travel import gifts

RIDER = Traveller(name="Ada", con=12, fly_feet=30, mount=Mount(kind="mule", con=8, load_lb=200))


def test_no_mount_flies_or_swims():
    """O-END-7, O-END-8: whatever its rider can, a mount has no fly and no Swim speed, and needs air."""
    plain = Gifts(flies=False, swims=False, dragged=False, swim_modifier=0, needs_air=True)
    assert gifts(RIDER) == Gifts() == plain
    assert gifts(RIDER.model_copy(update={"mount": None})) == Gifts(flies=True)


def test_who_needs_no_air_is_known():
    """O-END-9: what a traveller says of itself holds for its own body, not for that of its mount."""
    golem = RIDER.model_copy(update={"needs_air": False})
    assert gifts(golem) == Gifts()
    assert gifts(golem.model_copy(update={"mount": None})) == Gifts(flies=True, needs_air=False)


def test_an_exhausted_mount_is_not_asked_when_it_flies_again():
    """R-OVERLAND-FLYREST: it arises for exhausted flyers that have rested, and a mule is none."""
    plan = [Leg(hours=10), Rest(hours=9), Leg(hours=1)]
    ridden = overland.timeline(plan, RIDER)
    assert ridden.phases[0].after.exhausted > 0
    assert "R-OVERLAND-FLYREST" not in ridden.rulings_used
    assert (
        "R-OVERLAND-FLYREST" in overland.timeline(plan, RIDER.model_copy(update={"mount": None, "con": 8})).rulings_used
    )
