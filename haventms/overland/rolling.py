"""What a body rolls on a journey: how many faces of the die make each of its checks, where a failure leads."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from ..rulings import Rulings, ruling_id
from ..tables import table
from .checks import sides, winning_faces
from .marching import EXHAUSTED, GONE, GROUNDED, LEFT, STAGES, Gifts, Roller, Tired, after_failure, face_bounds
from .pace import Load
from .special import rolls_to_stay_up


@dataclass(frozen=True, eq=False)
class Rolling:
    """Whose checks they are: its Con and feat (`roller`), its load, its `gifts` in air and water.

    `note` is told each ruling that is asked.
    """

    roller: Roller
    load: Load
    note: Callable[[str], None]
    gifts: Gifts = field(default_factory=Gifts)
    _bonuses: dict[Tired, int] = field(default_factory=dict)
    _kept: dict[int, int] = field(default_factory=dict)

    @property
    def rulings(self) -> Rulings:
        """The reader's choices."""
        return self.roller.rulings

    def ask(self, name: str) -> str:
        """The choice of a ruling whose question arises now."""
        self.note(ruling_id(name))
        token: str = getattr(self.rulings, name)
        return token

    @cached_property
    def after_failure(self) -> Callable[[Tired], Tired]:
        """Where a failed Con check leads."""
        return self._after_flight if self.gifts.flies else after_failure

    def _after_flight(self, tired: Tired) -> Tired:
        """A flyer that becomes exhausted cannot fly on (O-END-7)."""
        worse = after_failure(tired)
        if tired.stage < worse.stage == EXHAUSTED:
            return worse._replace(held=GROUNDED)
        return worse

    def keeps_up(self, tired: Tired) -> int:
        """How many faces of the die keep a swimmer above the surface for a minute: all where none is rolled."""
        if tired.stage not in self._kept:
            self._kept[tired.stage] = self._faces_up(STAGES[tired.stage])
        return self._kept[tired.stage]

    def _faces_up(self, state: str) -> int:
        if not rolls_to_stay_up(state, self.gifts.dragged, self.ask):
            return sides()
        difficulty: int = table("overland", "special_modes")[state]["value"]
        return winning_faces(self.gifts.swim_modifier, difficulty, self.ask("overland_die"))

    def under(self, tired: Tired) -> Tired:
        """Where a failed Swim check leads: the exhausted who need air drown, of the others the source says no more."""
        if tired.stage == EXHAUSTED and self.gifts.needs_air:
            return GONE
        return Tired(tired.stage, tired.con, LEFT)

    def made(self, group: Iterable[Tired], difficulty: int) -> list[int]:
        """How many faces of the die make a check of this DC, for each who is so tired."""
        fewest, most = face_bounds(self.rulings)
        enough, bonuses = sides() + 1 - difficulty, self._bonuses
        found = []
        for tired in group:
            faces = enough + (bonuses[tired] if tired in bonuses else self._bonus(tired))
            found.append(fewest if faces < fewest else most if faces > most else faces)
        return found

    def _bonus(self, tired: Tired) -> int:
        for name in self.roller.asks(tired):
            self.note(ruling_id(name))
        self._bonuses[tired] = self.roller.bonus(tired)
        return self._bonuses[tired]
