"""What a page costs its reader: first answers cold and warm, later changes, the renderer's memory.

    PYTHONPATH=tests:tests/engine python tests/bench/page_start.py [FOLDER ...] [--make] [--rounds N] [--steps N]

A FOLDER is a built book, served from this machine; without one, or with --make (which only fills a folder), small pages
of this tree are made, each with one explorer. Several folders take turns, round by round, so that a machine's moods
are shared by what was before a change and what is after it. The browser runs on one processor.

A round opens each explorer's page in a fresh profile: a first change that fetches the engine ("cold"), the same on the
page opened again ("warm"), READ milliseconds in which that answer is read, STEPS changes of one value, one after the
other or PAUSE milliseconds apart, and what memory the page has then. After that it opens all of them in one tab. Told are medians over the rounds and, of the steps,
the 95th percentile, also of their second half: while an engine is new the browser makes quick code of it. "Processor" is
the time that all of the browser's processes took from the change to the painted answer: on a machine that others use it
says more than the clock.
"""

import argparse
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from browser.pages import write_site
from engine_harness import FLAGS, Site, load_build, one_cpu
from haventms_widgets import explorers
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium"
EXPLORERS = tuple(id for id in explorers() if id != "compare")
# A value is changed as a reader would change it, and back: a number one up and down, else a choice to the next one.
CHANGE = """(step) => {
  const field = document.querySelector('.htms-form input[type="number"][name], .htms-form select[name]');
  if (field.matches("select")) field.selectedIndex = step % 2 ? 0 : 1;
  else field.value = Number(field.value) + Number(field.step || 1) * (step % 2 ? -1 : 1);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""
UPDATES = "haventms.explorers[0].updates"
# What asks the page from outside whether it is ready takes a third of a step's time from it.
WALK = f"""async ([steps, pause]) => {{
  const {{ updates }} = haventms.explorers[0];
  const before = updates.length;
  for (let step = 0; step < steps; step++) {{
    ({CHANGE})(step + 1);
    while (updates.length == before + step || !updates.at(-1).painted) await new Promise((go) => setTimeout(go, 20));
    if (pause) await new Promise((go) => setTimeout(go, pause));
  }}
  return updates.slice(before);
}}"""
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


def measure(browser: Browser, addresses: dict[str, str], steps: int, read: int, pause: int, times: Times) -> None:
    """One round."""
    for id, address in addresses.items():
        reader = Reader(browser)
        for kind in ("cold", "warm"):
            reader.open(address)
            before = reader.processor()
            told = reader.change(0)
            times[f"{id}, {kind}: change to painted answer, ms"].append(told["painted"])
            times[f"{id}, {kind}: processor, ms"].append(reader.processor() - before)
            ready = reader.page.evaluate("haventms.engine.marks.told.ms.total")
            times[f"{id}, {kind}: worker is ready at, ms"].append(ready)
            times[f"{id}, {kind}: answer in the worker, ms"].append(told["ms"])
        reader.page.wait_for_timeout(read)
        walk(reader, steps, pause, times, f"{id}, step")
        times[f"{id}: renderer, MB"].append(reader.memory())
        reader.context.close()
    reader = Reader(browser)
    for address in addresses.values():
        reader.open(address)
        reader.change(0)
    times[f"renderer after {len(addresses)} pages, MB"].append(reader.memory())
    reader.context.close()


def walk(reader: Reader, steps: int, pause: int, times: Times, name: str) -> None:
    """One change after the other, each soon after the one before it is painted; the page itself makes them."""
    for step, told in enumerate(reader.page.evaluate(WALK, [steps, pause])):
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
        if ", step" in name and len(values) > 1:
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
    parser.add_argument("--read", type=int, default=3000, help="milliseconds in which a first answer is read")
    parser.add_argument(
        "--pause", type=int, default=0, help="milliseconds between a painted answer and the next change"
    )
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
                measure(browser, addresses[folder], asked.steps, asked.read, asked.pause, times[folder])
        report(folders, times)
        browser.close()
        driver.stop()
        for site in sites.values():
            site.stop()


if __name__ == "__main__":
    main()
