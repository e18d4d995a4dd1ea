"""What a referee looks up in mid-game: ``{rolls}``, what do I roll, and ``{quick} haven``, a system on two sheets.

Both are written from the register, its rolls, the printed tables and the rule functions; no figure is typed.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from html import escape
from typing import Any

from clause_index import SYSTEMS
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import haventms
from haventms import RuleError, haven, overland
from haventms.overland.pace import MODES
from haventms.rolls import rolls
from haventms.tables import table
from haventms.units import plain

Cells = Mapping[str, Any]


def code(id: str) -> str:
    return f"<code>{escape(id)}</code>"


def said(value: Any) -> str:
    """A cell as people write it."""
    if value is None or value == "":
        return "-"
    return escape(plain(value) if isinstance(value, int | Fraction) else str(value))


def grid(caption: str, rows: Iterable[Cells], clause: str = "", stacked: bool = False) -> str:
    """A table whose first column names its rows.

    Of a `stacked` one a small screen puts the cells of a row below each other; its roles are spelled out, since
    browsers forget them then.
    """

    def start(element: str, role: str, more: str = "") -> str:
        spelled = f' role="{role}"' if stacked else ""
        return f"<{element}{spelled}{more}>"

    found = list(rows)
    headings = list(dict.fromkeys(heading for row in found for heading in row))
    cite = f" {code(clause)}" if clause else ""
    column = start("th", "columnheader", ' scope="col"')
    head = "".join(f"{column}{escape(each)}</th>" for each in headings)
    body = ""
    for row in found:
        cells = ""
        for number, heading in enumerate(headings):
            value = row.get(heading)
            text = code(value[1:]) if isinstance(value, str) and value.startswith("#") else said(value)
            label = f' data-label="{escape(heading)}"'
            first = start("th", "rowheader", ' scope="row"')
            cells += f"{start('td', 'cell', label)}{text}</td>" if number else f"{first}{text}</th>"
        body += f"{start('tr', 'row')}{cells}</tr>"
    group = "rowgroup"
    kind = "quick-table rolls" if stacked else "quick-table"
    whole = start("table", "table", f' class="{kind}"')
    return (
        f"{whole}"
        f"<caption>{escape(caption)}{cite}</caption>{start('thead', group)}{start('tr', 'row')}{head}</tr></thead>"
        f"{start('tbody', group)}{body}</tbody></table>"
    )


def raw(html: str) -> nodes.raw:
    return nodes.raw("", html, format="html")


def roll_table(system: str) -> str:
    """The rolls of a system, each with its clause."""
    return grid(
        f"What do I roll in {SYSTEMS[system]}?",
        (
            {
                "when": each.situation,
                "roll": each.roll,
                "against": each.difficulty,
                "if it fails": each.failure,
                "clause": f"#{each.clause}",
            }
            for each in rolls(system)
        ),
        stacked=True,
    )


class Rolls(SphinxDirective):
    """A table a system."""

    def run(self) -> list[nodes.Node]:
        return [
            nodes.section("", nodes.title("", name), raw(roll_table(system)), ids=[f"rolls-{system}"], names=[])
            for system, name in SYSTEMS.items()
        ]


def briefly(*ids: str) -> str:
    """Clauses in their own words."""
    lines = (haventms.clauses()[id] for id in ids)
    return '<ul class="quick-list">' + "".join(f"<li>{code(e.id)} {escape(e.summary)}</li>" for e in lines) + "</ul>"


def questions(*ids: str) -> str:
    """Open questions, each with what this book takes and what else may be meant."""

    def line(entry: haventms.Entry) -> str:
        taken, *rest = (each.meaning for each in entry.choices)
        return f"<li>{code(entry.id)} {escape(entry.title)} Here {escape(taken)}; or {escape('; or '.join(rest))}.</li>"

    return '<ul class="quick-list">' + "".join(line(haventms.clauses()[id]) for id in ids) + "</ul>"


def part(title: str, *content: str) -> str:
    return f'<section class="quick-part"><h2>{escape(title)}</h2>{"".join(content)}</section>'


def of_haven() -> list[str]:
    """Base speed and its shares by Swiftness, the ground, the wind, actions, rolls."""
    crowds = [haven.Crowd(size=size) for size in ("small", "large", "dense")]
    speeds = (
        {
            "Swiftness": swiftness,
            "base speed": base,
            "in a turn": haven.terrain_speed(base, ()).turn_feet,
            **{plain(one.fraction): one.feet for crowd in crowds for one in [haven.terrain_speed(base, (crowd,))]},
        }
        for swiftness in range(11)
        for base in [haven.base_speed(swiftness).feet]
    )
    slowing = {row["name"]: row for row in reversed(list(table("haven", "terrain"))) if row["fraction"] != 1}
    return [
        part(
            "Speed in feet",
            grid("A move action, by Swiftness and the share left", speeds, "H-SPD-1"),
            briefly("H-SPD-2", "H-SPD-3"),
            questions("R-HAVEN-STACK"),
        ),
        part(
            "The ground",
            grid(
                "What it leaves of base speed",
                (
                    {"ground": name, "share": row["fraction"] or "no movement", "clause": f"#{row.clause}"}
                    for name, row in reversed(slowing.items())
                ),
            ),
        ),
        part(
            "Actions", briefly("H-ACT-3", "H-ACT-4", "H-ACT-7", "H-ACT-8", "H-ACT-9", "H-ACT-12", "H-ATK-1", "H-ATK-2")
        ),
        part("Rolls", roll_table("haven")),
        part("Sight", briefly("H-DAR-1", "H-DAR-2", "H-DAR-3", "H-DAR-4", "H-FOG-1", "H-FOG-2")),
    ]


def of_domains() -> list[str]:
    """What a plane costs, the attacks with their stats, the budget, rolls."""
    planes = table("domains", "planes")
    used = [
        {
            "attack": row["name"],
            "dice": row["pool"].capitalize(),
            "to hit": f"{row['hit'].capitalize()} against {row['hit_against'].capitalize()}",
            "to damage": f"{(row['damage'] or 'strength').capitalize()} against {row['damage_against'].capitalize()}",
            "clause": f"#{row.clause}",
        }
        for row in table("domains", "attacks")
    ]
    return [
        part("Moving", briefly("D-MOV-1", "D-MOV-2", "D-MOV-3", "D-LAN-1")),
        part(
            "Height",
            grid(
                "Feet of movement for one plane",
                (
                    {"way": row.name, "feet": row["feet"], "clause": f"#{row.clause}"}
                    for row in planes
                    if row.name != "height" and " as " not in row.name and "," not in row.name
                ),
            ),
            briefly("D-CLI-1", "D-CLI-2", "D-CLI-3", "D-FLY-1", "D-FLY-3", "D-SWI-1", "D-SWI-3", "D-FLY-4"),
        ),
        part(
            "Attacks",
            grid("Who rolls what", used),
            briefly("D-POO-1", "D-POO-2", "D-ATK-1", "D-RNG-2", "D-RNG-3", "D-MEL-1"),
        ),
        part("Rolls", roll_table("domains")),
    ]


def minutes(con: int, mode: Any) -> int | str:
    try:
        return overland.endurance(con, mode).minutes
    except RuleError:
        return ""


def of_overland() -> list[str]:
    """Paces, endurance by Con, loads, terrain, squares, rest, mounts, vehicles, rolls."""
    return [
        part("Paces", grid("A round, and an hour, at a speed of so many feet", _paces(), "O-DIS-1")),
        part(
            "Endurance",
            grid(
                "Minutes without a check, light load",
                ({"Con": con, **{mode: minutes(con, mode) for mode in MODES}} for con in range(6, 21, 2)),
                "O-END-0",
            ),
            grid(
                "Loads",
                (
                    {"load": row.name, "share of it": row["fraction"], "first DC": row["difficulty"]}
                    for row in table("overland", "loads")
                ),
                "O-END-6",
            ),
            grid(
                "Rest in hours",
                ({"when": row.name, "hours": row["hours"]} for row in table("overland", "rest")),
                "O-RES-3",
            ),
            briefly("O-RES-1", "O-RES-4", "O-END-7", "O-END-8", "O-END-9"),
        ),
        part(
            "The way",
            grid(
                "Factor on distance",
                (
                    {
                        "terrain": row["terrain"],
                        "highway": row["highway"],
                        "road or trail": row["road or trail"],
                        "trackless": row["trackless"],
                    }
                    for row in table("overland", "terrain")
                ),
                "O-TER-1",
            ),
            grid(
                "A hampered square counts",
                (
                    {
                        "square": row["condition"],
                        "times": row["multiplier"] or "not entered",
                        "clause": f"#{row.clause}",
                    }
                    for row in table("overland", "hampered")
                ),
            ),
            briefly("O-TAC-2", "O-TAC-4", "O-TAC-5"),
        ),
        part("Rolls", roll_table("overland")),
        part(
            "Mounts and vehicles",
            grid(
                "Miles an hour, light load",
                (
                    {
                        "mount": row["mount"],
                        "to lb": row["to_lb"],
                        **{mode: row[mode] for mode in ("walk", "hustle", "run", "dash")},
                    }
                    for row in table("overland", "mounts")
                    if row["load"] == "light"
                ),
                "O-MOU-1",
            ),
            grid(
                "Miles",
                (
                    {"vehicle": row["vehicle"], "an hour": row["miles_per_hour"], "a day": row["miles_per_day"]}
                    for row in table("overland", "vehicles")
                ),
                "O-VEH-1",
            ),
            briefly("O-MOU-2", "O-MOU-3", "O-MOU-4", "O-VEH-5"),
        ),
    ]


def _paces() -> Iterable[Cells]:
    for mode in MODES:
        row: dict[str, Any] = {"pace": mode}
        for speed in (20, 30, 40):
            one = overland.pace(speed, mode)
            hour = "" if one.miles_per_hour is None else f", {plain(one.miles_per_hour)} miles"
            row[f"speed {speed}"] = f"{plain(one.feet_per_round)} ft{hour}"
        yield row


PARTS: dict[str, Callable[[], list[str]]] = {"haven": of_haven, "domains": of_domains, "overland": of_overland}


class Quick(SphinxDirective):
    """A system at a glance."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        system = directives.choice(self.arguments[0], tuple(SYSTEMS))
        return [raw(f'<div class="quick">{"".join(PARTS[system]())}</div>')]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("rolls", Rolls)
    app.add_directive("quick", Quick)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
