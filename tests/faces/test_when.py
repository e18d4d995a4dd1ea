"""Controls that play a part only for some values of a choice are hidden for the others, in every face."""

import re

import pytest
from haventms_widgets import explorers
from haventms_widgets.faces.dashboard import Dashboard
from haventms_widgets.faces.notebook import _Panel as Panel
from haventms_widgets.markup.fields import fields

from haventms import Rulings

ATTACK = explorers()["domains-attack"]
MAGICAL = {"attacker.spiritual", "attacker.control", "attacker.power", "defender.spiritual", "defender.charm",
           "defender.composure", "weapon.effective_feet", "weapon.long_feet", "weapon.max_feet"}  # fmt: skip
PHYSICAL = {"attacker.physical", "attacker.precision", "attacker.brawn", "defender.physical", "defender.agility",
            "defender.fortitude", "weapon.effective_feet", "weapon.long_feet", "weapon.max_feet"}  # fmt: skip
CASES = [("thrown", PHYSICAL), ("magical", MAGICAL)]


def visible(form, is_shown):
    """The dotted names of the controls in groups that depend on the kind and are shown."""
    found = set()
    for name, node in form._node.nodes.items():
        group = getattr(node, "group", None)
        for spec in group.level if group else ():
            if spec.when[0] and is_shown(group.nodes[spec.name].widget):
                found.add(f"{name}.{spec.name}")
    return found


@pytest.mark.parametrize(("kind", "names"), CASES)
def test_the_page_hides_what_plays_no_part(kind, names):
    """From the start, without a script."""
    html = fields(ATTACK.Inputs(kind=kind))
    shown = re.findall(r'<div data-when="kind" data-values="[a-z_ ]+"><div.*?name="([a-z_.]+)"', html)
    hidden = re.findall(r'<div data-when="kind" data-values="[a-z_ ]+" hidden><div.*?name="([a-z_.]+)"', html)
    assert set(shown) == names
    assert "enter_mind" in hidden
    assert len(hidden) == html.count("data-when=") - len(names)


def test_the_dashboard_follows_the_choice():
    """Chosen by hand, and opened as a case."""
    form = Dashboard(ATTACK).session.form
    assert visible(form, lambda each: each.visible) == PHYSICAL
    form._node.nodes["kind"].leaf.control.value = "magical"
    assert visible(form, lambda each: each.visible) == MAGICAL
    form.fill(ATTACK.Inputs())
    assert visible(form, lambda each: each.visible) == PHYSICAL


def test_the_notebook_follows_the_choice():
    """The same."""
    panel = Panel(ATTACK, ATTACK.Inputs(), Rulings())
    is_shown = lambda each: each.layout.display != "none"  # noqa: E731
    assert visible(panel.session.form, is_shown) == PHYSICAL
    panel.session.form._node.nodes["kind"].leaf.control.value = "magical"
    assert visible(panel.session.form, is_shown) == MAGICAL


def test_hidden_controls_keep_their_values():
    """What was set for one kind is there again when the reader comes back to it."""
    form = Panel(ATTACK, ATTACK.Inputs(attacker={"precision": 2}), Rulings()).session.form
    form._node.nodes["kind"].leaf.control.value = "magical"
    assert dict(form.pairs())["attacker.precision"] == "2"
