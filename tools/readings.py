"""Write what the chapter on rulings knows of each reading: `python tools/readings.py [--check] [system ...]`.

- `haventms/<system>/flips.toml`: the worked examples that come out otherwise under each reading;
- `widgets/haventms_widgets/cases/<system>.toml`: the smallest cases of an explorer that tell the readings apart.

The search takes some minutes. With --check nothing is written: the exit code is 1 where a file is not what it would be.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from haventms_widgets.cases import smallest

import haventms
from haventms.flips import overturned
from haventms.register import SYSTEMS

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 120


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("systems", nargs="*", default=SYSTEMS, help="the systems (default: all)")
    parser.add_argument("--check", action="store_true", help="only compare")
    asked = parser.parse_args()
    stale = 0
    for system in asked.systems:
        for file, text in (
            (ROOT / "haventms" / system / "flips.toml", flips(system)),
            (ROOT / "widgets" / "haventms_widgets" / "cases" / f"{system}.toml", cases(system)),
        ):
            name = file.relative_to(ROOT)
            same = file.exists() and file.read_text(encoding="utf-8") == text
            print(f"{name}: {'as it was' if same else 'differs' if asked.check else 'written'}")
            stale += not same
            if not asked.check:
                file.write_text(text, encoding="utf-8")
    return 1 if asked.check and stale else 0


def flips(system: str) -> str:
    """The text of a `flips.toml`."""
    lines = ["# Written by `make readings`: by ruling and reading, the worked examples that come out otherwise."]
    for entry in haventms.clauses():
        if entry.system == system and entry.field:
            lines += ["", f'["{entry.id}"]']
            for choice in entry.choices:
                lines += listing(choice.token, [each.id for each in overturned(entry.id, choice.token)])
    return "\n".join(lines) + "\n"


def listing(name: str, values: Iterable[str]) -> list[str]:
    """A list of texts in TOML, over as many lines as it needs."""
    texts = [json.dumps(each, ensure_ascii=False) for each in values]
    key = name if name.replace("_", "").isalnum() and not name[0].isdigit() else json.dumps(name)
    line = f"{key} = [{', '.join(texts)}]"
    return [line] if len(line) <= WIDTH else [f"{key} = [", *(f"    {text}," for text in texts), "]"]


def cases(system: str) -> str:
    """The text of a system's file of smallest cases."""
    lines = ["# Written by `make readings`: by ruling, the smallest cases of an explorer that tell its readings apart."]
    for id, found in smallest.search(system).items():
        for case in found:
            lines += ["", f'[["{id}"]]', f'explorer = "{case.explorer}"', f"state = {json.dumps(case.state)}"]
            lines += listing("facts", case.facts)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
