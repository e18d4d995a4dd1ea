"""What a page costs its reader: first answers cold and warm, later changes, the renderer's memory.

    PYTHONPATH=tests:tests/engine python tests/bench/page_start.py [FOLDER ...] [--make] [--rounds N] [--steps N]

A FOLDER is a built book, served from this machine; without one, or with --make (which only fills a folder), small pages
of this tree are made, each with one explorer. Several folders take turns, round by round, so that a machine's moods
are shared by what was before a change and what is after it. The browser runs on one processor.

A round opens a fresh profile: a first change that fetches the engine ("cold"), the same on the page opened again
("warm") and STEPS changes of one number there, and then that on each of the other explorers' pages in the same tab.
Told are medians over the rounds and, of the steps, the 95th percentile, also of their second half: while an engine is
new the browser makes quick code of it. "Processor" is the time that all of the browser's processes took from the change
to the painted answer: on a machine that others use it says more than the clock.
"""

import argparse
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from browser.pages import write_site
from engine_harness import FLAGS, Site, load_build, one_cpu
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium"
EXPLORERS = ("haven-speed", "haven-terrain", "domains-attack", "overland-march", "overland-journey")
# A number is changed as a reader would change it: one up, and down again, within the bounds that its field has.
CHANGE = """(step) => {
  const field = document.querySelector('.htms-form input[type="number"][name]');
  const by = Number(field.step || 1);
  field.value = Number(field.value) + (step % 2 ? -by : by);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""
UPDATES = "haventms.explorers[0].updates"
PAINTED = f"(count) => {UPDATES}.filter((update) => update.painted).length >= count"
DRAWN = "document.querySelectorAll('.htms').length == document.querySelectorAll('[data-drawn]').length"

Times = dict[str, list[float]]


class Reader:
    """Somebody who opens pages one after the other in one tab of a fresh profile."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context()
        self.page: Page = self.context.new_page()
        self.session = browser.new_browser_cdp_session()
        self.answers = 0

    def processes(self, kind: str = "") -> list[Any]:
        told = self.session.send("SystemInfo.getProcessInfo")["processInfo"]
        return [each for each in told if kind in each["type"]]

    def processor(self) -> float:
        """Milliseconds that the browser has computed so far."""
        return 1000 * sum(each["cpuTime"] for each in self.processes())

    def memory(self) -> float:
        """Megabytes of the largest renderer: its own pages and its share of those it has in common with others."""
        sizes = []
        for each in self.processes("renderer"):
            lines = Path(f"/proc/{each['id']}/smaps_rollup").read_text().splitlines()
            sizes += [int(line.split()[1]) / 1000 for line in lines if line.startswith("Pss:")]
        return max(sizes)

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.page.wait_for_function(DRAWN, polling=50)
        self.page.wait_for_timeout(1000)  # what the page before it keeps, and what this one still does
        self.answers = 0

    def change(self, step: int) -> Any:
        """Change a number; how long it took until the answer was painted."""
        self.answers += 1
        self.page.evaluate(CHANGE, step)
        self.page.wait_for_function(PAINTED, arg=self.answers, timeout=120_000, polling=50)
        return self.page.evaluate(UPDATES)[-1]


def measure(browser: Browser, addresses: dict[str, str], steps: int, times: Times) -> None:
    """One round."""
    reader = Reader(browser)
    first = next(iter(addresses))
    for kind in ("cold", "warm"):
        reader.open(addresses[first])
        before = reader.processor()
        told = reader.change(0)
        times[f"{kind}: change to painted answer, ms"].append(told["painted"])
        times[f"{kind}: processor, ms"].append(reader.processor() - before)
        for phase, at in reader.page.evaluate("haventms.engine.marks.told.ms").items():
            times[f"{kind}: worker has {phase} at, ms"].append(at)
        times[f"{kind}: first answer in the worker, ms"].append(told["ms"])
    for id, address in addresses.items():
        if id != first:
            reader.open(address)
            reader.change(0)
        walk(reader, steps, times, f"step, {id}")
        if id == first:
            times["renderer with one page, MB"].append(reader.memory())
    times[f"renderer after {len(addresses)} pages, MB"].append(reader.memory())
    reader.context.close()


def walk(reader: Reader, steps: int, times: Times, name: str) -> None:
    """One change after the other, each as soon as the one before it is painted."""
    for step in range(steps):
        told = reader.change(step + 1)
        times[f"{name}: answer in the worker, ms"].append(told["ms"])
        times[f"{name}: change to painted answer, ms"].append(told["painted"])
        if step >= steps // 2:
            times[f"{name}, second half: change to painted answer, ms"].append(told["painted"])


def pages(folder: Path) -> dict[str, str]:
    """Where in this folder each explorer has a page of its own."""
    found: dict[str, str] = {}
    for file in sorted(folder.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        for id in EXPLORERS:
            if f'data-explorer="{id}"' in text and text.count(" data-explorer=") == 1:
                found.setdefault(id, file.relative_to(folder).as_posix())
    return {id: found[id] for id in EXPLORERS if id in found}


def report(folders: list[Path], times: dict[Path, Times]) -> None:
    for number, folder in enumerate(folders):
        print(f"{chr(65 + number)}  {folder}")
    print(f"{'':78}" + "".join(f"{chr(65 + number):>10}" for number in range(len(folders))))
    for name, values in times[folders[0]].items():
        print(f"{name:78}" + "".join(f"{median(times[folder][name]):10.0f}" for folder in folders))
        if name.startswith("step") and len(values) > 1:
            percentile = [quantiles(times[folder][name], n=20)[-1] for folder in folders]
            print(
                f"{name.replace(', ms', ', 95th percentile, ms'):78}" + "".join(f"{each:10.0f}" for each in percentile)
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", metavar="FOLDER")
    parser.add_argument("--make", action="store_true", help="only fill the folders with pages of this tree")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=200)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folders: list[Path] = asked.folders or [Path(scratch)]
        if asked.make or not asked.folders:
            for folder in folders:
                folder.mkdir(parents=True, exist_ok=True)
                write_site(folder, load_build(ROOT))
        if asked.make:
            return
        sites = {folder: Site(folder) for folder in folders}
        addresses = {
            folder: {id: site.url + page for id, page in pages(folder).items()} for folder, site in sites.items()
        }
        times: dict[Path, Times] = {folder: defaultdict(list) for folder in folders}
        with one_cpu():
            driver = sync_playwright().start()
            browser = driver.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        for _ in range(asked.rounds):
            for folder in folders:
                measure(browser, addresses[folder], asked.steps, times[folder])
        report(folders, times)
        browser.close()
        driver.stop()
        for site in sites.values():
            site.stop()


if __name__ == "__main__":
    main()
