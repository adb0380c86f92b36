"""Draw the icons that phones want as PNG anew, from web/public/icon.svg: `python -m tests.web.icons`.

A maskable one has all that matters within the middle four fifths, as phones cut it to their own shape.
"""

from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from .browser import launch

PUBLIC = Path(__file__).parents[2] / "web/public"
SIDE = 512  # of the drawing
ICONS = {"icon-180": (180, 1.0), "icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable-512": (512, 0.78)}


def page(share: float) -> str:
    """The drawing over so much of the page, and its ground over all of it."""
    margin = round(SIDE * (1 / share - 1) / 2)
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    box = f"{-margin} {-margin} {SIDE + 2 * margin} {SIDE + 2 * margin}"
    drawing = drawing.replace(f'viewBox="0 0 {SIDE} {SIDE}"', f'viewBox="{box}" style="display: block"')
    drawing = drawing.replace(f"M0 0h{SIDE}v{SIDE}H0z", f"M-{SIDE}-{SIDE}h{3 * SIDE}v{3 * SIDE}h-{3 * SIDE}z")
    return f'<!doctype html><body style="margin: 0">{drawing}'


def main() -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (size, share) in ICONS.items():
            tab = browser.new_page(viewport=ViewportSize(width=size, height=size))
            tab.set_content(page(share))
            tab.screenshot(path=PUBLIC / f"{name}.png")
            tab.close()
        browser.close()


if __name__ == "__main__":
    main()
