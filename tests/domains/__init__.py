"""Tests of the Domains rules."""

from hypothesis import HealthCheck, settings

UNTIMED = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
"""For property tests: no time limit on a busy machine."""
