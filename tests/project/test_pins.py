"""The pinned packages: complete, hashed, without an address, and the same ones wherever packages are named."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from project.pinned import entries

ADDRESS = re.compile(r"[a-z+]+://|^\s*-|--(?:index-url|extra-index-url|find-links|trusted-host)", re.MULTILINE)
# The names that conda-forge has for packages of ours, where they differ.
CONDA_NAMES = {"brotli-python": "brotli", "python-build": "build"}
SYSTEMS = ("linux", "darwin")


@pytest.fixture(scope="module")
def project(root: Path) -> Any:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def named(project: Any) -> list[Requirement]:
    """Every package that pyproject.toml names: the base ones and those of all extras."""
    optional = project["project"]["optional-dependencies"].values()
    return [Requirement(each) for group in (project["project"]["dependencies"], *optional) for each in group]


def pins(text: str) -> list[Requirement]:
    return [Requirement(entry.partition("--hash")[0]) for entry in entries(text)]


REQUIREMENT_FILES = (
    "requirements.txt", "requirements-node.txt", "requirements-mutants.txt", "widgets/engine/wasm-requirements.txt"
)  # fmt: skip


@pytest.mark.parametrize("name", REQUIREMENT_FILES)
def test_requirements_carry_no_address(root: Path, name: str) -> None:
    """No line of a requirements file names an index, an address or another option."""
    for entry in entries((root / name).read_text(encoding="utf-8")):
        assert not ADDRESS.search(re.sub(r"--hash=sha256:[0-9a-f]{64}", "", entry)), entry


@pytest.mark.parametrize("name", REQUIREMENT_FILES)
def test_every_requirement_has_a_hash_and_one_version(root: Path, name: str) -> None:
    """Each requirement is pinned with `==` and carries the SHA-256 of what may be installed for it."""
    for entry in entries((root / name).read_text(encoding="utf-8")):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry), entry
        (pin,) = Requirement(entry.partition("--hash")[0]).specifier
        assert pin.operator == "=="


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_package_is_pinned_everywhere(root: Path, project: Any, python: str, system: str) -> None:
    """On each supported Python and system, every package of every extra has exactly one pin, and it is in range."""
    where = {"python_version": python, "python_full_version": f"{python}.9", "sys_platform": system, "os_name": "posix"}
    found: dict[str, list[str]] = {}
    for pin in pins((root / "requirements.txt").read_text(encoding="utf-8")):
        if pin.marker is None or pin.marker.evaluate(where):
            found.setdefault(canonicalize_name(pin.name), []).extend(each.version for each in pin.specifier)
    assert {name: versions for name, versions in found.items() if len(versions) > 1} == {}
    for package in named(project):
        (version,) = found[canonicalize_name(package.name)]
        assert package.specifier.contains(version), package


def test_what_makes_mutants_is_pinned_as_the_rest(root: Path, project: Any) -> None:
    """Where the environment has a package too, it is the same one; the group's own package is pinned, in range."""
    usual, beside = (
        {(canonicalize_name(pin.name), str(pin.specifier)) for pin in pins((root / name).read_text(encoding="utf-8"))}
        for name in ("requirements.txt", "requirements-mutants.txt")
    )
    names = {name for name, _ in usual}
    assert {pin for pin in beside - usual if pin[0] in names} == set()
    (wanted,) = map(Requirement, project["dependency-groups"]["mutants"])
    assert wanted.specifier.contains(dict(beside)[wanted.name].removeprefix("=="))


def test_environment_names_the_same_packages(root: Path, project: Any) -> None:
    """environment.yml asks conda, and pip where conda-forge has no such package, for the packages of pyproject.toml."""
    environment = yaml.safe_load((root / "environment.yml").read_text(encoding="utf-8"))
    plain = [each for each in environment["dependencies"] if isinstance(each, str)]
    (by_pip,) = [each["pip"] for each in environment["dependencies"] if isinstance(each, dict)]
    assert environment["channels"] == ["conda-forge"]
    packages = {}
    for line in [*plain, *by_pip]:
        if line in ("pip", "--editable .") or line.startswith(("python ", "nodejs ")):
            continue
        package = Requirement(line)
        name = canonicalize_name(CONDA_NAMES.get(package.name, package.name))
        assert name not in packages, f"{name} twice"
        packages[name] = package.specifier
    assert packages == {canonicalize_name(package.name): package.specifier for package in named(project)}
    (python,) = [line.removeprefix("python ") for line in plain if line.startswith("python ")]
    assert Requirement(f"python{python}").specifier == Requirement("python>=3.11,<3.14").specifier
    assert project["project"]["requires-python"] == ">=3.11"
    assert by_pip[-1] == "--editable ."


def test_npm_locks_carry_no_addresses(root: Path) -> None:
    """Every lock of npm packages pins by integrity and records no place of download; the folder keeps it so."""
    locks = [
        lock
        for lock in root.glob("*/**/package-lock.json")
        if not {"node_modules", "_build"} & set(lock.parts) and not lock.relative_to(root).parts[0].startswith(".")
    ]
    assert locks
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        assert "resolved" not in text
        assert "://" not in re.sub(r'"(?:url|license|funding)": "[^"]*"', "", text)
        packages = json.loads(text)["packages"]
        assert all(each["integrity"].startswith("sha512-") for place, each in packages.items() if place)
        assert "omit-lockfile-registry-resolved=true" in (lock.parent / ".npmrc").read_text(encoding="utf-8")
        manifest = json.loads((lock.parent / "package.json").read_text(encoding="utf-8"))
        assert manifest["private"] is True


def test_extras_say_which_pythons(project: Any) -> None:
    """The classifiers name the interpreters that tools/python.sh accepts and the workflow tests."""
    said = {each.removeprefix("Programming Language :: Python :: ") for each in project["project"]["classifiers"]}
    assert {each for each in said if re.fullmatch(r"3\.\d+", each)} == {"3.11", "3.12", "3.13"}


def test_workflow_tests_every_python(root: Path) -> None:
    """The public workflow runs `make test` on each supported Python and publishes the book it builds."""
    workflow = yaml.safe_load((root / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
    test = workflow["jobs"]["test"]
    assert test["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13"]
    assert any("make test" in step.get("run", "") for step in test["steps"])
    book = workflow["jobs"]["book"]
    assert any("make book" in step.get("run", "") for step in book["steps"])
    assert any(step.get("with", {}).get("path") == "book/_build/html" for step in book["steps"])
