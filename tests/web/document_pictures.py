"""Take the pictures of README.md and of the guides in docs/how-to anew, with the client that is built.

`python -m tests.web.document_pictures [NAMES]` writes them into docs/images. Look at them before you commit.
"""

import sys
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.server.hosting import Server

from .browser import launch
from .person import People
from .screens import SCREENS

PICTURES = Path(__file__).parents[2] / "docs/images"
HOME = ViewportSize(width=1366, height=850)
PHONE = ViewportSize(width=360, height=640)
ROW = ViewportSize(width=1140, height=660)
BESIDE = ("toctoctoc-offer", "chocottes-window", "escalier-search")
STYLE = """
  body { margin: 0; height: 100vh; display: flex; justify-content: space-evenly; align-items: center;
         background: #0f1730; }
"""


def taken(people: People, screen: str, size: ViewportSize) -> bytes:
    person = people.come("Zoé", size)
    SCREENS[screen](people, person)
    person.page.mouse.move(0, 0)  # it explains nothing
    person.page.wait_for_timeout(1000)  # what glides has arrived
    picture = person.page.screenshot(type="jpeg", quality=88)
    person.page.context.close()
    return picture


def first_visit(people: People) -> None:
    """Take Home as somebody sees it who has never been there: the lesson is the first button of a game."""
    page = people.browser.new_context(viewport=HOME, locale="en", service_workers="block").new_page()
    page.goto(people.url)
    page.get_by_text("Learn in 3 minutes").first.wait_for()
    page.wait_for_timeout(1000)
    page.screenshot(path=PICTURES / "home.jpg", type="jpeg", quality=88)
    page.context.close()


def beside(browser: Browser, people: People) -> None:
    """Take one picture of three phones."""
    phones = [b64encode(taken(people, screen, PHONE)).decode() for screen in BESIDE]
    tab = browser.new_page(viewport=ROW)
    shown = "".join(f'<img src="data:image/jpeg;base64,{phone}">' for phone in phones)
    tab.set_content(f"<!doctype html><style>{STYLE}</style>{shown}")
    tab.screenshot(path=PICTURES / "tables.jpg", type="jpeg", quality=85)


def main(wanted: list[str]) -> None:
    with TemporaryDirectory() as store, Server(Path(store)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        people = People(browser, server.url, Path(store), is_shown=True)
        if not wanted or "home" in wanted:
            first_visit(people)
        if not wanted or "tables" in wanted:
            beside(browser, people)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
