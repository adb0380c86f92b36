"""A real server with the built client, and real browsers before it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.hosting import Server

from .browser import launch
from .person import People, Person


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Not for longer: beside a waiting Playwright, other tests of the process could have no event loop."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that do not end it: each has its own tables, and all come from one address."""
    with Server(tmp_path_factory.mktemp("web"), TOCTOC_LIMIT_TABLES_PER_HOUR="1000000") as server:
        yield server


@pytest.fixture
def people(chromium: Browser, server: Server, tmp_path: Path) -> Iterator[People]:
    """People with a browser each; at the end no page may have logged an error."""
    people = People(chromium, server.url, tmp_path)
    yield people
    people.close()


@pytest.fixture
def anna(people: People) -> Person:
    return people.come("Anna")
