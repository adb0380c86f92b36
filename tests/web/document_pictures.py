"""Take the pictures of README.md and of the guides in docs/how-to anew, with the client that is built.

`python -m tests.web.document_pictures [NAMES]` writes them into docs/images. Look at them before you commit.
"""

import io
import sys
import time
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.server.hosting import Server

from .browser import launch
from .person import People
from .screens import SCREENS

PICTURES = Path(__file__).parents[2] / "docs/images"
HOME = ViewportSize(width=1366, height=850)
PHONE = ViewportSize(width=360, height=640)
ROW = ViewportSize(width=1140, height=660)
FILM = ViewportSize(width=1000, height=640)
FILM_SECONDS, FRAME_SECONDS, MOVE_SECONDS = 24.0, 0.2, 2.2
ALONE = {"home": ("home", HOME)}  # by the name of the file
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


def beside(browser: Browser, people: People) -> None:
    """Take one picture of three phones."""
    phones = [b64encode(taken(people, screen, PHONE)).decode() for screen in BESIDE]
    tab = browser.new_page(viewport=ROW)
    shown = "".join(f'<img src="data:image/jpeg;base64,{phone}">' for phone in phones)
    tab.set_content(f"<!doctype html><style>{STYLE}</style>{shown}")
    tab.screenshot(path=PICTURES / "tables.jpg", type="jpeg", quality=85)


def film(people: People) -> None:
    """Take some moves of Toc Toc Toc! as an animation, at the speed at which people play."""
    person = people.come("Zoé", FILM)
    SCREENS["toctoctoc-offer"](people, person)
    frames: list[Image.Image] = []
    durations: list[int] = []
    start = moved = time.monotonic()
    while (now := time.monotonic()) < start + FILM_SECONDS:
        picture = Image.open(io.BytesIO(person.page.screenshot(type="png"))).convert("RGB").resize((800, 512))
        if person.is_asked() and now > moved + MOVE_SECONDS:
            person.act()
            person.page.mouse.move(0, 0)  # it explains nothing
            moved = now
        person.page.wait_for_timeout(1000 * max(0.0, FRAME_SECONDS - (time.monotonic() - now)))
        took = round(1000 * (time.monotonic() - now))
        if frames and picture.tobytes() == frames[-1].tobytes():
            durations[-1] += took
        else:
            frames.append(picture)
            durations.append(took)
    person.page.context.close()
    frames[0].save(
        PICTURES / "game.webp",
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=0,
        quality=70,
        method=6,
    )


def main(wanted: list[str]) -> None:
    with TemporaryDirectory() as store, Server(Path(store)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        people = People(browser, server.url, Path(store), is_shown=True)
        for name, (screen, size) in ALONE.items():
            if not wanted or name in wanted:
                (PICTURES / f"{name}.jpg").write_bytes(taken(people, screen, size))
        if not wanted or "tables" in wanted:
            beside(browser, people)
        browser.close()
    if not wanted or "game" in wanted:
        with (
            TemporaryDirectory() as store,
            Server(Path(store), "--pause") as server,
            sync_playwright() as playwright,
        ):
            browser = launch(playwright)
            film(People(browser, server.url, Path(store), is_shown=True))
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
