"""Sweeps: the facts of an explorer over a grid of inputs. Not in the browser, which has no processes."""

from .running import SweepError, sweep
from .table import SweepTable

__all__ = ["SweepError", "SweepTable", "sweep"]
