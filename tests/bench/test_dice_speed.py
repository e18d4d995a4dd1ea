"""haventms.dice beside icepool and dyce: the same answers, cell by cell, and how long each takes.

No time is asserted, since machines have moods: ``pytest tests/bench --benchmark-only`` prints the medians and ratios.
"""

from functools import cache

import pytest

from bench.cases import CASES, Case, Cells

EACH = [pytest.param(case, way, id=f"{case.name}: {way}") for case in CASES for way in case.ways]


@cache
def ours(name: str) -> Cells:
    """Our answer to a case, computed once for all comparisons."""
    way = next(case for case in CASES if case.name == name).ways["haventms"]
    return way.cells(way.call())


@pytest.mark.filterwarnings("ignore:.*is experimental")
@pytest.mark.parametrize(("case", "way"), EACH)
def test_every_way_gives_the_same_answer(benchmark, request, case: Case, way: str):
    chosen = case.ways[way]
    benchmark.group = case.name
    benchmark.extra_info.update(way=way, goal=case.goal)
    if request.config.getoption("benchmark_only"):
        answer = benchmark.pedantic(chosen.call, rounds=chosen.rounds, iterations=chosen.iterations, warmup_rounds=1)
    else:
        answer = benchmark.pedantic(chosen.call)
    assert chosen.cells(answer) == ours(case.name)
