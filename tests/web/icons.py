"""Draw the icons that phones want as PNG anew, from web/public/icon.svg: `python -m tests.web.icons`.

A maskable one has all that matters within the middle four fifths, as phones cut it to their own shape. Browsers
request favicon.ico for pages that name no icon, such as plain texts and JSON.
"""

import struct
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from .browser import launch

PUBLIC = Path(__file__).parents[2] / "web/public"
SIDE = 512  # of the drawing
ICONS = {"icon-180": (180, 1.0), "icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable-512": (512, 0.78)}
FAVICON_SIZES = 16, 32, 48


def page(share: float) -> str:
    """The drawing over so much of the page, and its ground over all of it."""
    margin = round(SIDE * (1 / share - 1) / 2)
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    box = f"{-margin} {-margin} {SIDE + 2 * margin} {SIDE + 2 * margin}"
    drawing = drawing.replace(f'viewBox="0 0 {SIDE} {SIDE}"', f'viewBox="{box}" style="display: block"')
    drawing = drawing.replace(f"M0 0h{SIDE}v{SIDE}H0z", f"M-{SIDE}-{SIDE}h{3 * SIDE}v{3 * SIDE}h-{3 * SIDE}z")
    return f'<!doctype html><body style="margin: 0">{drawing}'


def drawn(browser: Browser, size: int, share: float) -> bytes:
    """Return the PNG of that size."""
    tab = browser.new_page(viewport=ViewportSize(width=size, height=size))
    tab.set_content(page(share))
    picture = tab.screenshot()
    tab.close()
    return picture


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return an ICO file with a PNG of each size: a header, an entry of 16 bytes for each, then the PNGs."""
    at = 6 + 16 * len(pictures)
    entries = b""
    for size, png in pictures.items():
        entries += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), at)
        at += len(png)
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + b"".join(pictures.values())


def main() -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (size, share) in ICONS.items():
            (PUBLIC / f"{name}.png").write_bytes(drawn(browser, size, share))
        (PUBLIC / "favicon.ico").write_bytes(ico({size: drawn(browser, size, 1.0) for size in FAVICON_SIZES}))
        browser.close()


if __name__ == "__main__":
    main()
