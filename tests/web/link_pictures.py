"""Draw the pictures that messengers show beside our links anew, from the covers of the games.

`python -m tests.web.link_pictures` writes them into web/public/previews.
"""

from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from toctoc.core.registry import BUILT_IN
from toctoc.server.pages.previews import PICTURE_SIZE

from .browser import launch

WEB = Path(__file__).parents[2] / "web"
PICTURES = WEB / "public/previews"
HOUSE = "toctoc"
STYLE = """
  body { margin: 0; display: flex; justify-content: center; gap: 18px; height: 100vh; overflow: hidden;
         align-items: center; background: radial-gradient(ellipse at 50% 0%, #2c3f73, #1b2a52 45%, #0f1730); }
  img { border-radius: 28px; box-shadow: 0 12px 50px rgb(0 0 0 / 60%); }
  .one { height: 590px; }
  .three { width: 372px; height: 520px; object-fit: cover; }
"""


def page(covers: list[Path]) -> str:
    kind = "one" if len(covers) == 1 else "three"
    pictures = "".join(f'<img class="{kind}" src="{cover.as_uri()}">' for cover in covers)
    return f"<!doctype html><style>{STYLE}</style>{pictures}"


def main() -> None:
    covers = {game: WEB / f"src/games/{game}/art/cover.svg" for game in BUILT_IN}
    shown = {game: [cover] for game, cover in covers.items()} | {HOUSE: list(covers.values())}
    PICTURES.mkdir(parents=True, exist_ok=True)
    width, height = PICTURE_SIZE
    with sync_playwright() as playwright:
        browser = launch(playwright)
        tab = browser.new_page(viewport=ViewportSize(width=width, height=height))
        draft = PICTURES / "draft.html"
        for name, drawn in shown.items():
            draft.write_text(page(drawn), encoding="utf-8")  # of the same origin as the covers: files
            tab.goto(draft.as_uri())
            tab.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=80)
        draft.unlink()
        browser.close()


if __name__ == "__main__":
    main()
