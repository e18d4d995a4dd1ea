"""Writes the file of links of the version at hand: `python tests/explorers/make_links.py`, once, when a version is released.

A line holds a link and, behind a tab, the headline that it gave when the file was made. Files of older versions are
never written again: they are what proves that their links still open.
"""

import json
from pathlib import Path

from haventms_widgets import explorers, run_state
from haventms_widgets.faces.page import preset_state

from explorers.random_states import random_states
from haventms import __version__

HERE = Path(__file__).resolve().parent / "links"
SEED = 1
COUNT = 25


def links(explorer):
    """Pairs of link and headline: every preset, then random cases that are valid."""
    states = [preset_state(explorer, each.inputs, each.rulings) for each in explorer.presets]
    for state in ["", *states, *random_states(explorer, COUNT, SEED)]:
        told = json.loads(run_state(explorer.id, state))
        if told["ok"]:
            yield f"{explorer.id}?{state}", told["view"]["headline"]


def main():
    """Refuse to write a file that is there."""
    file = HERE / f"{__version__}.txt"
    HERE.mkdir(exist_ok=True)
    found = dict(pair for each in explorers().values() for pair in links(each))
    with file.open("x", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{link}\t{headline}\n" for link, headline in found.items())
    print(f"{file}: {len(found)} links")


if __name__ == "__main__":
    main()
