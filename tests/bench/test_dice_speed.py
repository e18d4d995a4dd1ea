"""haventms.dice beside icepool, dyce and a Monte Carlo: the same answers, cell by cell, and how long each takes.

No time is asserted, since machines have moods: ``pytest tests/bench --benchmark-only`` prints the medians and ratios,
and ``--measured FILE`` keeps them for the book.
"""

import tomllib
from functools import cache
from pathlib import Path

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
    benchmark.extra_info.update(way=way, goal=case.goal, throws=chosen.throws)
    if request.config.getoption("benchmark_only"):
        answer = benchmark.pedantic(chosen.call, rounds=chosen.rounds, iterations=chosen.iterations, warmup_rounds=1)
    else:
        answer = benchmark.pedantic(chosen.call)
    cells = chosen.cells(answer)
    if not chosen.throws:
        assert cells == ours(case.name)
    for thrown, exact in zip(cells, ours(case.name), strict=True):
        error = (exact * (1 - exact) / (chosen.throws or 1)) ** 0.5
        assert abs(thrown - exact) <= 5 * error


def test_the_page_of_benchmarks_has_every_case_and_way():
    """What `make bench` wrote last is of these very cases; with other ones it has to be run again."""
    found = tomllib.loads(Path(__file__).with_name("measured.toml").read_text(encoding="utf-8"))["case"]
    told = {case["name"]: {way["name"]: way["throws"] for way in case["way"]} for case in found}
    assert told == {case.name: {name: way.throws for name, way in case.ways.items()} for case in CASES}
    assert all(way["microseconds"] > 0 for case in found for way in case["way"])
