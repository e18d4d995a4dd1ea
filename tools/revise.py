"""Write what is new in the register into the history of its texts: `python tools/revise.py`, or `make revise`.

An id that the history does not know is put into it as its first revision. Where the text of an id has changed, the
words that went and came are shown, a reason is asked for, `revision` is raised beside the id, and date, reason, hash
and text go to the end of `haventms/<system>/history.toml`. Then the examples and tests are named that were checked
with the older text.
"""

import argparse
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from haventms.history import FIRST, Revision, difference, hash_of, text_of, written  # noqa: E402
from haventms.lasting import Files, problems, stale_tests  # noqa: E402
from haventms.register import Entry, RegisterError, heads  # noqa: E402

SHOWN = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
TESTS = ("haven", "domains", "overland")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", metavar="ID", help="only these (default: every one that has changed)")
    parser.add_argument("--reason", help="why the texts changed (default: it is asked for)")
    parser.add_argument("--package", type=Path, default=ROOT / "haventms", help="the folder of the package")
    parser.add_argument("--tests", type=Path, default=ROOT / "tests", help="the folder of the tests")
    asked = parser.parse_args(arguments)
    try:
        found = Files(asked.package)
    except RegisterError as error:
        print(error, file=sys.stderr)
        return 1
    for entry in found.entries:
        if asked.ids and entry.id not in asked.ids:
            continue
        past, text = found.log.get(entry.id, ()), text_of(entry)
        if not past:
            write(asked.package, entry, FIRST)
            print(f"{entry.id}: its first revision is written.")
        elif past[-1].text != text:
            parts = difference(past[-1].text, text)
            print(f"{entry.id}:\n" + "".join(SHOWN[kind].format(words) for kind, words in parts))
            if not (reason := (asked.reason or input("Why? ")).strip()):
                print("Without a reason nothing is written.", file=sys.stderr)
                return 1
            raise_to(asked.package, found, entry, len(past) + 1)
            write(asked.package, entry, reason)
            print(f"{entry.id} is at revision {len(past) + 1}.")
    folders = [asked.tests / name for name in TESTS]
    left = problems(asked.package)
    left += [each for folder in folders if folder.is_dir() for each in stale_tests(asked.package, folder)]
    print(*left, sep="\n", end="\n" * bool(left))
    return 0


def write(package: Path, entry: Entry, reason: str) -> None:
    """Put the text that an entry has now at the end of the log."""
    text = text_of(entry)
    revision = Revision(date=datetime.now(UTC).date(), reason=reason, hash=hash_of(text), text=text)
    with (package / entry.system / "history.toml").open("a", encoding="utf-8") as log:
        log.write(f"\n{written(entry.id, revision)}")


def raise_to(package: Path, found: Files, entry: Entry, revision: int) -> None:
    """Set the revision beside the id, in its file of the register."""
    file = package / found.places[entry.id][0][0]
    lines = file.read_text(encoding="utf-8").split("\n")
    head = heads("\n".join(lines))[entry.id][0]
    end = next((at for at in range(head, len(lines)) if lines[at].startswith("[")), len(lines))
    old = next((at for at in range(head, end) if re.match(r"revision\s*=", lines[at])), None)
    lines[head if old is None else old : head if old is None else old + 1] = [f"revision = {revision}"]
    file.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
