"""The bench: timed and told as a table by ``pytest tests/bench --benchmark-only``, else called once and compared."""

from importlib.util import find_spec
from statistics import median

import pytest

# The peers are in the extra "bench": an environment without it has nothing to compare with.
collect_ignore_glob = [] if all(map(find_spec, ("dyce", "icepool", "pytest_benchmark"))) else ["test_*.py"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the medians of this run and how many times faster than each peer ours are."""
    session = getattr(config, "_benchmarksession", None)
    timed = [bench for bench in session.benchmarks if bench] if session else []
    if not config.getoption("benchmark_only", False) or not timed:
        return
    tell = terminalreporter.write_line
    terminalreporter.section("median times, and how many times haventms is faster")
    for name in dict.fromkeys(bench.group for bench in timed):
        ways = {bench.extra_info["way"]: bench for bench in timed if bench.group == name}
        medians = {way: median(bench.stats.data) for way, bench in ways.items()}
        goal = next(iter(ways.values())).extra_info["goal"]
        ours = medians.get("haventms")
        tell(f"{name}{f'   (at least {goal}x icepool)' if goal else ''}")
        for way, seconds in medians.items():
            tell(f"    {way:26}{seconds * 1e6:14,.1f} us{f'{seconds / ours:12,.1f}x' if ours else ''}")
