"""The pinned, hashed requirements as the tests need them: those of a few packages, taken out of requirements.txt."""

import re
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def entries(text: str) -> list[str]:
    """The requirements of a file, one a line each with its hashes."""
    lines = text.replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def needed(requirements: list[Requirement]) -> set[str]:
    """The names of all packages that these need, on this interpreter and system, as the installed ones say."""
    names: set[str] = set()
    waiting = [(requirement, "") for requirement in requirements]
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        if name in names and not requirement.extras:
            continue
        names.add(name)
        for line in metadata.distribution(name).requires or []:
            waiting += [(Requirement(line), each) for each in {"", *requirement.extras}]
    return names


def pins_for(root: Path, requirements: list[Requirement]) -> str:
    """The part of requirements.txt that pins these packages and what they need."""
    names = needed(requirements)
    pinned = entries((root / "requirements.txt").read_text(encoding="utf-8"))
    return "".join(f"{line}\n" for line in pinned if canonicalize_name(re.split(r"[=\s]", line)[0]) in names)
