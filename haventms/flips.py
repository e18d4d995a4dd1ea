"""Which worked examples hang on a ruling: by reading, those that come out otherwise when the question is read so.

`flips.toml` of each system lists them; a test computes every example under every reading and compares.
"""

import tomllib
from functools import cache
from importlib.resources import files

from .register import clauses
from .rulings import Rulings
from .worked import Example, examples


def overturned(ruling: str, token: str) -> tuple[Example, ...]:
    """The examples of the ruling's system whose expectation fails when the question is read so, all else as they say.

    An `UnknownId` where there is no such ruling. It computes every example once: some tenths of a second.
    """
    entry = clauses()[ruling]
    return tuple(each for each in examples(system=entry.system) if _fails(each, entry.field, token))


def _fails(example: Example, field: str, token: str) -> bool:
    own = Rulings.model_validate(example.rulings)
    read_so = Rulings.model_validate({**example.rulings, field: token})
    return read_so != own and bool(example.differences(read_so))


@cache
def _listed(system: str) -> dict[str, dict[str, tuple[Example, ...]]]:
    known = {each.id: each for each in examples(system=system)}
    data = tomllib.loads(files(f"haventms.{system}").joinpath("flips.toml").read_text(encoding="utf-8"))
    return {
        ruling: {token: tuple(known[id] for id in ids) for token, ids in by_token.items()}
        for ruling, by_token in data.items()
    }


def flips(ruling: str) -> dict[str, tuple[Example, ...]]:
    """By reading of a ruling the listed examples that come out otherwise; nothing for one without a choice."""
    return dict(_listed(clauses()[ruling].system).get(ruling, {}))
