"""A player's sheet of a turn, kept by hand: an independent table of what Haven's clauses on actions forbid.

It shares nothing with `haventms`: actions are letters on a sheet that are crossed out. FORBIDS is the table: for each
act the clauses that may refuse it, in order, with what must be on the sheet for that.
"""

from dataclasses import dataclass, replace

CALLS = {
    "move 5": ("move", (5,)),
    "move 30": ("move", (30,)),
    "move 35": ("move", (35,)),
    "move 7": ("move", (7,)),
    "stand up": ("stand_up", ()),
    "attack physical": ("attack", ("physical",)),
    "attack magical": ("attack", ("magical",)),
    "use": ("use", ("Heal",)),
    "activate with 2": ("activate", ("Storm", 2)),
    "activate in a cycle": ("activate", ("Rite", "cycle")),
    "activate in 2 cycles": ("activate", ("Rite", "2 cycles")),
    "activate free": ("free", ("Ward",)),
    "sacrifice": ("sacrifice", (1,)),
    "sacrifice the cycle": ("sacrifice", ("cycle",)),
    "automatic physical": ("automatic", ("physical",)),
    "defend physical": ("defend", ("physical",)),
    "next": ("next", ()),
}


@dataclass(frozen=True)
class Sheet:
    """S, M and A are the actions not yet crossed out; `gone` the letters of those sacrificed in this turn."""

    base: int
    standard: int
    move: int
    attack: int
    keeps: bool = False
    S: int = -1
    M: int = -1
    A: int = -1
    gone: str = ""
    done: str = ""  # the letters of the actions used; a small m or s was a movement
    rest: int = 0  # feet left of the move under way
    walked: bool = False
    cycle: bool = False  # this turn is given away whole
    physical: int = 0
    magical: int = 0
    given: int = 0  # single actions that can pay for an ability
    given_now: int = 0  # ... of these, from this turn
    cycles: int = 0  # whole turns in a row that can pay
    activated: int = 0
    busy: bool = False  # something else than free actions was done

    def __post_init__(self):
        if self.S < 0:
            object.__setattr__(self, "S", self.standard)
            object.__setattr__(self, "M", self.move)
            object.__setattr__(self, "A", self.attack)

    @property
    def left(self):
        return {"standard": self.S, "move": self.M, "attack": self.A}

    @property
    def feet_left(self):
        return self.rest + self.base * (self.S + self.M)

    @property
    def penalties(self):
        steps = (0, -2, -4, -6, -8, -10, -12)
        return {"physical": steps[self.physical], "magical": steps[self.magical]}

    def forbids(self, name):
        """The clause that forbids the act now, or None."""
        for clause, holds in FORBIDS[name.split()[0] if name.startswith(("move", "attack")) else name]:
            if holds(self, name):
                return clause
        return None

    def after(self, name):
        """The sheet after an act that is not forbidden."""
        return EFFECTS[name.split()[0] if name.startswith(("move", "attack")) else name](self, name)

    def cross(self, letters, **changes):
        """Cross out the first of these letters that is left; small letters mark movement."""
        for letter in letters:
            if number := getattr(self, letter.upper()):
                return replace(
                    self, **{letter.upper(): number - 1}, done="".join(sorted(self.done + letter)), **changes
                )
        raise AssertionError("nothing to cross out")

    def walk(self, feet):
        if feet <= self.rest:
            return replace(self, rest=self.rest - feet, busy=True, walked=True)
        return self.cross("ms", rest=self.rest + self.base - feet, busy=True, walked=True)

    def give_cycle(self):
        """Everything is crossed out; by the kept-move reading one M stays, if none has been walked with."""
        stays = 1 if self.keeps and self.M and "m" not in self.done else 0
        gone = noted(self.gone, "S" * self.S + "M" * (self.M - stays) + "A" * self.A)
        given = self.given - self.given_now
        return replace(self, S=0, M=stays, A=0, gone=gone, cycle=True, given=given, given_now=0, cycles=self.cycles + 1)


def noted(letters, more):
    """The letters in one order, so that equal sheets look equal."""
    return "".join(sorted(letters + more))


def feet(name):
    return 5 if name == "stand up" else int(name.split()[1])


def whole_turn_missing(sheet, name):
    """Not every action of the turn is still there to be given."""
    if sheet.cycle:
        return True
    done = sheet.done.replace("m", "", 1) if sheet.keeps else sheet.done
    mine = sheet.given_now
    stays = 1 if sheet.keeps and sheet.M and "m" not in sheet.done else 0
    to_give = sheet.S + sheet.M + sheet.A - stays + mine
    return bool(done) or len(sheet.gone) > mine or to_give == 0


MOVING = [
    ("H-SPD-2", lambda s, n: feet(n) % 5),
    ("H-ACT-9", lambda s, n: feet(n) > s.base),
    ("H-ACT-11", lambda s, n: feet(n) > s.rest and not s.S + s.M and s.cycle),
    ("H-ACT-5", lambda s, n: feet(n) > s.rest and not s.S + s.M and s.A),
    ("H-ACT-9", lambda s, n: feet(n) > s.rest and not s.S + s.M and s.walked),
    ("H-ACT-13", lambda s, n: feet(n) > s.rest and not s.S + s.M and {*s.gone} & {*"SM"}),
    ("H-ACT-3", lambda s, n: feet(n) > s.rest and not s.S + s.M),
]

FORBIDS = {
    "move": MOVING,
    "stand up": MOVING,
    "attack": [
        ("H-ACT-11", lambda s, n: s.cycle),
        ("H-ACT-13", lambda s, n: not s.S + s.A and "S" in s.gone),
        ("H-ACT-3", lambda s, n: not s.S + s.A),
    ],
    "use": [
        ("H-ACT-11", lambda s, n: s.cycle),
        ("H-ACT-12", lambda s, n: not s.S and s.A),
        ("H-ACT-13", lambda s, n: not s.S and "S" in s.gone),
        ("H-ACT-3", lambda s, n: not s.S),
    ],
    "activate with 2": [
        ("H-ACT-11", lambda s, n: s.cycle),
        ("H-ACT-5", lambda s, n: s.given + s.S + s.M < 2 and s.A),
        ("H-ACT-10", lambda s, n: s.given + s.S + s.M < 2),
    ],
    "activate in a cycle": [("H-ACT-11", lambda s, n: not (s.cycle and s.cycles) and whole_turn_missing(s, n))],
    "activate in 2 cycles": [
        ("H-ACT-11", lambda s, n: s.cycles + (not (s.cycle and s.cycles)) < 2),
        ("H-ACT-11", lambda s, n: not (s.cycle and s.cycles) and whole_turn_missing(s, n)),
    ],
    "activate free": [("H-ACT-7", lambda s, n: s.busy)],
    "sacrifice": [
        ("H-ACT-11", lambda s, n: s.cycle),
        ("H-ACT-5", lambda s, n: not s.S + s.M and s.A),
        ("H-ACT-13", lambda s, n: not s.S + s.M and {*s.gone} & {*"SM"}),
        ("H-ACT-3", lambda s, n: not s.S + s.M),
    ],
    "sacrifice the cycle": [("H-ACT-11", whole_turn_missing)],
    "automatic physical": [],
    "defend physical": [],
    "next": [],
}


def _attack(sheet, name):
    kind = name.split()[1]
    return sheet.cross("AS", busy=True, **{kind: getattr(sheet, kind) + 1})


def _sacrifice(sheet):
    letter = "M" if sheet.M else "S"
    number = getattr(sheet, letter) - 1
    return replace(
        sheet,
        **{letter: number},
        gone="".join(sorted(sheet.gone + letter)),
        given=sheet.given + 1,
        given_now=sheet.given_now + 1,
    )


def _activate_two(sheet, name):
    while sheet.given < 2:
        sheet = _sacrifice(sheet)
    given = sheet.given - 2
    return replace(sheet, given=given, given_now=min(sheet.given_now, given), activated=sheet.activated + 1, busy=True)


def _activate_cycles(sheet, name):
    if not (sheet.cycle and sheet.cycles):
        sheet = sheet.give_cycle()
    return replace(sheet, cycles=0, activated=sheet.activated + 1, busy=True)


def _next(sheet, name):
    fresh = Sheet(sheet.base, sheet.standard, sheet.move, sheet.attack, sheet.keeps, activated=sheet.activated)
    gave_whole = sheet.cycle and sheet.cycles > 0
    return replace(
        fresh,
        given=sheet.given if sheet.given_now or gave_whole else 0,
        cycles=sheet.cycles if gave_whole else 0,
    )


EFFECTS = {
    "move": lambda s, n: s.walk(feet(n)),
    "stand up": lambda s, n: s.walk(5),
    "attack": _attack,
    "use": lambda s, n: s.cross("S", busy=True),
    "activate with 2": _activate_two,
    "activate in a cycle": _activate_cycles,
    "activate in 2 cycles": _activate_cycles,
    "activate free": lambda s, n: replace(s, activated=s.activated + 1),
    "sacrifice": lambda s, n: _sacrifice(s),
    "sacrifice the cycle": lambda s, n: s.give_cycle(),
    "automatic physical": lambda s, n: replace(s, physical=s.physical + 1),
    "defend physical": lambda s, n: s,
    "next": _next,
}
