"""Exact dice: integer weights inside, a ``Fraction`` only where somebody asks. Standard library only."""

from haventms.dice.bounds import Value
from haventms.dice.chains import failure_counts, run_chain, shortfall, spread, success_counts
from haventms.dice.checks import Check, check, contest, success_weight
from haventms.dice.matchups import Atlas, atlas
from haventms.dice.odds import Odds
from haventms.dice.pools import (
    Opposed,
    both_stages,
    opposed,
    opposed_fixed,
    pool,
    strictly_more,
    tally,
)
from haventms.dice.wording import percent, ratio, read_ratio, share, short_ratio

__all__ = [
    "Atlas",
    "Check",
    "Odds",
    "Opposed",
    "Value",
    "atlas",
    "both_stages",
    "check",
    "contest",
    "failure_counts",
    "opposed",
    "opposed_fixed",
    "percent",
    "pool",
    "ratio",
    "read_ratio",
    "run_chain",
    "share",
    "short_ratio",
    "shortfall",
    "spread",
    "strictly_more",
    "success_counts",
    "success_weight",
    "tally",
]
