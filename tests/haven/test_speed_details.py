"""The steps that a speed is explained with, each with its clause and its number."""

from haventms import Rulings, haven


def values(result, clause):
    return [line.shown for line in result.ledger if line.clause == clause]


def speed(base, *kinds, **rulings):
    return haven.terrain_speed(base, [{"kind": kind} for kind in kinds], rulings=Rulings(**rulings))


def test_the_least_base_speed_is_a_step():
    """H-SPD-1, H-SPD-2: ten feet less ten are no speed: five feet are the least."""
    assert values(haven.base_speed(0, flat_bonus=-10), "H-SPD-2") == ["5"]
    assert values(haven.base_speed(0, flat_bonus=-5), "H-SPD-2") == []


def test_a_base_speed_that_is_no_multiple_of_five_is_a_step():
    """R-HAVEN-FLAT: 33 feet are kept, or are 30 at once; the move is 30 feet then."""
    assert values(speed(33, haven_flat="kept"), "H-SPD-2") == ["33", "30"]
    assert values(speed(33, haven_flat="rounded_first"), "H-SPD-2") == ["30", "30"]
    assert values(speed(30), "H-SPD-2") == ["30"]


def test_what_is_negated_leaves_the_whole():
    """H-SPD-4: a crowd whose effect is cancelled leaves the whole base speed."""
    result = haven.terrain_speed(30, [haven.Crowd(negated=True)])
    assert (values(result, "H-SPD-4"), result.feet) == (["1"], 30)


def test_each_step_of_lessening_is_written_down():
    """H-SPD-4: a half is three quarters after one step, and the whole after two or three."""
    found = [haven.terrain_speed(40, [haven.Ice(lessened=steps)]) for steps in (0, 1, 2, 3)]
    assert [values(each, "H-SPD-4") for each in found] == [[], ["3/4"], ["1"], ["1"]]
    assert [each.feet for each in found] == [20, 30, 40, 40]


def test_several_factors_are_steps():
    """H-SPD-5, R-HAVEN-STACK, R-HAVEN-ROUND: two halves are a quarter, or the worst of them; each may be rounded."""
    assert values(speed(50, "ice", "underbrush"), "H-SPD-5") == ["1/4"]
    assert values(speed(50, "ice", "underbrush", haven_stack="worst"), "H-SPD-5") == ["1/2"]
    assert values(speed(50, "ice", "underbrush", haven_round="each"), "H-SPD-2")[:2] == ["25", "10"]


def test_no_trail_beside_another_factor_is_a_step():
    """H-DIF-6, R-HAVEN-TRAIL: the rest leaves a half, no trail a quarter: the smaller counts, or both do."""
    smaller = speed(40, "ice", "no_trail")
    assert (values(smaller, "H-SPD-5"), values(smaller, "H-DIF-6"), smaller.feet) == (["1/2"], ["1/4", "1/4"], 10)
    both = speed(40, "ice", "no_trail", haven_trail="multiplied")
    assert (values(both, "H-SPD-5"), both.feet) == (["1/8"], 5)
