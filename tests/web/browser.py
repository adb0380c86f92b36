"""The system's own Chromium, without windows where it comes so: nothing is downloaded by the tests."""

from playwright.sync_api import Browser, Playwright

from tools.browsers import find_chromium

# Plain HTTP at a name other than localhost, as on a home network: browsers then hide what they keep for HTTPS.
HOME_NETWORK = "toctoc.test"
# Without a graphics card a picture is painted tile by tile: half the tasks, a sixth less of the processor.
WHOLE_TILES = ("--default-tile-width=1280", "--default-tile-height=832")
# Measured in a whole game of two: compiling late saves work, and so does optimising, since its pages live long.
AS_THEY_ARE = "--js-flags=--max-lazy --no-parallel-scavenge"
ARGUMENTS = [
    *("--no-sandbox", "--disable-quic", *WHOLE_TILES, AS_THEY_ARE),
    f"--host-resolver-rules=MAP {HOME_NETWORK} 127.0.0.1",
]


def executable() -> str:
    """Return the path of the browser that `make test` uses, too; nothing is installed here."""
    found = find_chromium()
    assert found is not None, "the tests in a browser need Chromium or Chrome; TOCTOC_CHROMIUM may name it"
    return found


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
