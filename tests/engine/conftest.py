"""A small tree and its engine, a browser, a page of it and a server."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from engine_harness import FLAGS, HTML, PACKAGE, PROJECT, RULES, Book, Site, load_build, one_cpu
from playwright.sync_api import Browser, sync_playwright


@pytest.fixture(scope="session")
def engine_build(root: Path) -> ModuleType:
    """The build, where node and the pinned downloads are to be had; continuous integration never goes without."""
    module = load_build(root)
    outside = sys.modules["engine_outside"]
    try:
        outside.node_and_npm()
        outside.fetch_pyodide(root)
        outside.fetch_wheels(root)
    except module.EngineUnavailable as error:
        if os.environ.get("CI"):
            pytest.fail(str(error), pytrace=False)
        pytest.skip(str(error))
    return module


@pytest.fixture(scope="session")
def plant(root: Path, engine_build: ModuleType) -> Callable[..., Path]:
    """Makes a small tree whose downloads, and unless told otherwise whose compiled core, are those of the project."""
    parts = sys.modules["engine_parts"]

    def make(place: Path, version: str = "1.0", core: bool = True) -> Path:
        engine = place / "widgets" / "engine"
        package = place / "widgets" / "haventms_widgets"
        for folder in (place / "haventms", engine, package / "explorers", package / "page"):
            folder.mkdir(parents=True)
        for path in (root / "widgets" / "engine").iterdir():
            if path.is_file():
                shutil.copy(path, engine)
        for name in ("worker.mjs", "restore.mjs"):
            shutil.copy(root / "widgets" / "haventms_widgets" / "page" / name, package / "page")
        (place / "pyproject.toml").write_text(PROJECT.format(version=version))
        (place / "LICENSE").write_text("Free.\n")
        (place / "NOTICE").write_text("Ours.\n")
        (place / "haventms" / "__init__.py").write_text(RULES)
        (place / "haventms" / "rows.toml").write_text("row = [{ feet = 30 }, { feet = 5 }]\n")
        (package / "__init__.py").write_text(PACKAGE)
        (package / "run.py").touch()
        (package / "explorers" / "__init__.py").touch()
        cache = place / ".cache"
        cache.mkdir()
        for name in ("npm-engine", "engine-wheels"):
            (cache / name).symlink_to(root / ".cache" / name)
        if core:
            (cache / "engine-parts").mkdir()
            kept = parts.core_part(root)
            (cache / "engine-parts" / kept.name).symlink_to(kept)
        return place

    return make


@pytest.fixture(scope="session")
def tree(plant: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("tree") / "project")


@pytest.fixture(scope="session")
def engine(tree: Path, engine_build: ModuleType) -> Path:
    """The folder of the small tree's engine."""
    place: Path = engine_build.build(tree)
    return place


@pytest.fixture(scope="session")
def manifest(engine: Path) -> Any:
    return json.loads((engine / "manifest.json").read_text())


# ------------------------------------------------------------------------------------------------- the browser


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser for the tests of one file: Playwright allows one at a time, and other folders start their own."""
    with one_cpu():
        manager = sync_playwright()
        driver = manager.start()
        browser = driver.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
    yield browser
    browser.close()
    driver.stop()


@pytest.fixture
def book(browser: Browser) -> Iterator[Book]:
    """A page of a fresh profile: nothing is kept in it but what the test puts there."""
    context = browser.new_context()
    yield Book(context.new_page())
    context.close()


# -------------------------------------------------------------------------------------------------- the server


@pytest.fixture
def site(engine: Path, tmp_path: Path) -> Iterator[Site]:
    """The harness page with the engine beside it, as /engine/<version>/."""
    folder = tmp_path / "site"
    shutil.copytree(engine, folder / "engine" / engine.name)
    (folder / "index.html").write_text(HTML)
    site = Site(folder)
    yield site
    site.stop()
