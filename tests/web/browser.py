"""The system's own Chromium, without windows where it comes so: nothing is downloaded by the tests."""

import os

from playwright.sync_api import Browser, Playwright

# Plain HTTP at a name other than localhost, as on a home network: browsers then hide what they keep for HTTPS.
HOME_NETWORK = "toctoc.test"
# Without a graphics card a picture is painted tile by tile: half the tasks, a sixth less of the processor.
WHOLE_TILES = ("--default-tile-width=1280", "--default-tile-height=832")
# No page lives for long enough that faster code would pay for having been made.
AS_THEY_ARE = "--js-flags=--max-lazy --no-opt --no-parallel-scavenge"
ARGUMENTS = [
    *("--no-sandbox", "--disable-quic", *WHOLE_TILES, AS_THEY_ARE),
    f"--host-resolver-rules=MAP {HOME_NETWORK} 127.0.0.1",
]


def executable() -> str:
    return os.environ.get("TOCTOC_CHROMIUM", "/usr/bin/chromium")


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
