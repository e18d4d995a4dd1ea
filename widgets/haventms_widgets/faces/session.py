"""One explorer at work in a live face: form, rulings, answer; the last valid case stays when an input is wrong."""

from collections.abc import Callable
from typing import Any

from haventms import Rulings

from .. import state
from ..explorer import Explorer, View
from ..plain import FieldError
from ..run import Refused, read_rulings, view
from .forms import Form, Toolkit


class Session:
    """Holds the case that is shown and computes the next; `refused` are the sentences about what was asked last.

    `show` is called with each new View, `complain` with the sentences that no control can say. `table` are readings
    that hold for every case that does not say otherwise.
    """

    def __init__(
        self,
        explorer: Explorer[Any, Any],
        toolkit: Toolkit,
        show: Callable[[View], None],
        complain: Callable[[list[str]], None],
        inputs: Any = None,
        rulings: Rulings | None = None,
        table: Rulings | None = None,
    ) -> None:
        self.explorer = explorer
        self._show, self._complain = show, complain
        self.refused: list[str] = []
        self.table: dict[str, str] = dict(table.changed) if table else {}
        self.rulings: dict[str, str] = dict(rulings.changed) if rulings else dict(self.table)
        self.view = view(explorer, {} if inputs is None else inputs, read_rulings(self.rulings))
        valid = explorer.Inputs.model_validate({} if inputs is None else inputs)
        self.form = Form(toolkit, valid, self.recompute)

    def recompute(self) -> None:
        """Take what the form says; a wrong value gets its sentence and the last valid picture stays."""
        try:
            inputs, _, _ = state.from_pairs(self.form.pairs(), self.explorer.Inputs)
            self.view = view(self.explorer, inputs, read_rulings(self.rulings))
        except Refused as refused:
            self._say(refused.errors)
            return
        self._say([])
        self._show(self.view)

    def choose(self, field: str, token: str) -> None:
        """Another choice on a ruling."""
        self.rulings[field] = token
        self.recompute()

    def sit_down(self, table: Rulings) -> None:
        """Go by the readings of this table from now on, in the case that is shown too."""
        self.table = dict(table.changed)
        self.rulings = dict(self.table)
        self.recompute()

    def load(self, text: str, exactly: bool = True) -> None:
        """Show the case of a state text; names that nobody knows are passed over with a sentence.

        What it does not say of the rulings is the default's; or, where not `exactly` this case is wanted, the table's.
        """
        try:
            inputs, rulings, unknown = state.read(text, self.explorer.Inputs)
            chosen = rulings if exactly else {**self.table, **rulings}
            shown = view(self.explorer, inputs, read_rulings(chosen))
        except state.StateError as error:
            self.refused = [str(error)]
            self._complain(self.refused)
            return
        except Refused as refused:
            self._say(refused.errors)
            return
        self.rulings, self.view = chosen, shown
        self.form.fill(self.explorer.Inputs.model_validate(inputs))
        self._say([])
        if unknown:
            self._complain([f"Passed over, since nothing here has that name: {', '.join(unknown)}."])
        self._show(shown)

    def _say(self, errors: list[FieldError]) -> None:
        self.refused = [each["message"] for each in errors]
        self._complain(self.form.complain(errors))
