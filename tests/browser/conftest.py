"""A browser, a served page and something to look at; left out unless `-m browser` asks for it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import Browser, Page, browser, browser_program
from tests.interfaces.web.site import Site, site_in

PICTURES = Path(__file__).resolve().parents[2] / ".pictures"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """These take a browser and a minute: they run by name only."""
    if config.getoption("-m") == "browser" and browser_program() is not None:
        return
    here = [item for item in items if item.get_closest_marker("browser") is not None]
    config.hook.pytest_deselected(items=here)
    items[:] = [item for item in items if item not in here]


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site_in(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture
def page(chromium: Browser, site: Site) -> Page:
    """A tab of somebody who logged in."""
    return logged_in(chromium, site)


def logged_in(chromium: Browser, site: Site) -> Page:
    from tests.person import at_terminal

    opened = chromium.new_page()
    opened.goto(at_terminal("login", environment=site.environment).text.strip())
    return opened


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The accessibility checker axe-core, fetched for this run and kept nowhere."""
    folder = tmp_path_factory.mktemp("axe")
    fetched = subprocess.run(
        ["npm", "pack", "axe-core@4", "--silent"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if fetched.returncode != 0:
        pytest.skip("axe-core could not be fetched from npm: accessibility was NOT checked")
    (packed,) = folder.glob("*.tgz")
    subprocess.run(["tar", "xzf", packed.name], cwd=folder, check=True)
    return (folder / "package" / "axe.min.js").read_text(encoding="utf-8")
