"""The bench: timed and told as a table by ``pytest tests/bench --benchmark-only``, else called once and compared."""

import platform
import re
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import pytest

# The peers are in the extra "bench": an environment without it has nothing to compare with.
collect_ignore_glob = [] if all(map(find_spec, ("dyce", "icepool", "numpy", "pytest_benchmark"))) else ["test_*.py"]


HEAD = """# How long each way to an answer took, in microseconds: `make bench` writes it, the book's page of benchmarks shows it.

date = "{date}"
machine = "{machine}"
versions = [{versions}]
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--measured", metavar="FILE", type=Path, help="write there what was measured, for the book")


def machine() -> str:
    """The processor, as it calls itself."""
    told = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*: (.+)$", told.read_text(), re.MULTILINE) if told.exists() else None
    return f"{found[1] if found else platform.processor() or 'unknown processor'}, {platform.system()}"


def measured(timed: list[Any]) -> str:
    """The medians as TOML."""
    versions = [f"Python {platform.python_version()}"]
    versions += [f"{name} {version(name)}" for name in ("haventms", "icepool", "dyce", "numpy")]
    listed = ", ".join(f'"{each}"' for each in versions)
    text = HEAD.format(date=datetime.now(UTC).date(), machine=machine().replace('"', ""), versions=listed)
    for name in dict.fromkeys(bench.group for bench in timed):
        text += f'\n[[case]]\nname = "{name}"\n'
        for bench in (each for each in timed if each.group == name):
            text += f'[[case.way]]\nname = "{bench.extra_info["way"]}"\n'
            text += f"microseconds = {median(bench.stats.data) * 1e6:.4g}\nthrows = {bench.extra_info['throws']}\n"
    return text


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the medians of this run and how many times faster than each peer ours are."""
    session = getattr(config, "_benchmarksession", None)
    timed = [bench for bench in session.benchmarks if bench] if session else []
    if not config.getoption("benchmark_only", False) or not timed:
        return
    if file := config.getoption("measured", None):
        file.write_text(measured(timed), encoding="utf-8")
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
