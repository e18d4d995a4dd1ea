"""What importing costs: processor time of a fresh interpreter, against one that imports pydantic's BaseModel.

    python tests/bench/import_cost.py [ROUNDS]

Prints medians over ROUNDS (default 41) interleaved rounds and, beside them, the median of the ratios taken round by
round: clocks here step by milliseconds and machines have moods, both of which that evens out.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
BASE = "from pydantic import BaseModel"
CASES = ("pass", BASE, "import haventms", "from haventms import overland")


def seconds(code: str) -> float:
    """Processor time of one fresh interpreter that runs `code`, by its own clock."""
    own = f"{code}\nimport time; print(time.process_time())"
    run = subprocess.run([sys.executable, "-c", own], cwd=ROOT, check=True, capture_output=True, text=True)
    return float(run.stdout)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 41
    for code in CASES:  # the first writes the byte code
        seconds(code)
    taken = {code: [] for code in CASES}
    for _ in range(rounds):
        for code in CASES:
            taken[code].append(seconds(code))
    print(f"{'processor time of a fresh interpreter':40} {'median':>9}   ratio   ({rounds} rounds)")
    for code in CASES:
        ratio = median(mine / base for mine, base in zip(taken[code], taken[BASE], strict=True))
        print(f"{code:40} {median(taken[code]) * 1000:6.1f} ms   {ratio:5.2f}")


if __name__ == "__main__":
    main()
