"""The page in the three engines that browsers are made of: Chromium, Firefox (Gecko) and WebKit.

Playwright drives the system's Chromium, but of the other two only builds of its own. So Firefox is spoken to over
WebDriver BiDi, which it has built in, and WebKit over WebDriver, by the driver that comes with WebKitGTK: a few
messages each, and no library more.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import httpx
from playwright.sync_api import Browser
from websockets.sync.client import connect

from tests.ports import free_port

WINDOW_WIDTH, WINDOW_HEIGHT = 1000, 760
ENGINE_TIMEOUT_S = 300.0  # for whatever takes less than one second on a machine that has nothing else to do
MINI_BROWSERS = "webkit2gtk-4.*/MiniBrowser"


class Missing(Exception):
    """Raised when an engine is not installed; the message names the packages to install."""


class Engine(Protocol):
    def goto(self, url: str) -> None: ...

    def evaluate(self, expression: str) -> Any:
        """Return the value of some JavaScript, as data."""

    def click(self, x: float, y: float) -> None:
        """Click at a point of the window, with a real pointer."""


def found(name: str, package: str) -> str:
    where = os.environ.get(f"TOCTOC_{name.upper().replace('-', '_')}") or shutil.which(name)
    if where is None:
        raise Missing(f"there is no {name} here: apt-get install {package}")
    return where


# --- Chromium -------------------------------------------------------------------------------------------------


class Chromium:
    """A page of a browser that is there: a process can have only one Playwright at a time."""

    def __init__(self, stack: ExitStack, browser: Browser) -> None:
        self.page = browser.new_page(viewport={"width": WINDOW_WIDTH, "height": WINDOW_HEIGHT})
        stack.callback(self.page.close)

    def goto(self, url: str) -> None:
        self.page.goto(url)

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(f"() => ({expression})")

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)


# --- Firefox --------------------------------------------------------------------------------------------------


class Firefox:
    """https://w3c.github.io/webdriver-bidi: commands with an id, answers with the same."""

    def __init__(self, stack: ExitStack) -> None:
        home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        options = ["--headless", "--no-remote", f"--profile={home}", "--remote-debugging-port=0"]
        command = [
            found("firefox-esr", "firefox-esr"),
            *options,
            f"--width={WINDOW_WIDTH}",
            f"--height={WINDOW_HEIGHT}",
        ]
        process = started(stack, command, HOME=home)
        assert process.stderr is not None
        listening = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
        address = next((match[1] for match in listening if match), None)
        assert address, "Firefox does not listen"
        self.line = stack.enter_context(
            connect(f"{address}/session", max_size=None, open_timeout=ENGINE_TIMEOUT_S)
        )
        self.ids = count(1)
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self.ids)
        self.line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer: dict[str, Any] = json.loads(self.line.recv(timeout=ENGINE_TIMEOUT_S))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                result: dict[str, Any] = answer["result"]
                return result

    def goto(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        answer = self.ask(
            "script.evaluate", expression=f"JSON.stringify({expression}) ?? 'null'",
            target={"context": self.context}, awaitPromise=True,
        )  # fmt: skip
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def click(self, x: float, y: float) -> None:
        self.ask("input.performActions", context=self.context, actions=[mouse(x, y)])


# --- WebKit ---------------------------------------------------------------------------------------------------


class WebKit:
    """https://w3c.github.io/webdriver: a request for each command."""

    def __init__(self, stack: ExitStack) -> None:
        browsers = sorted(Path("/usr/lib").glob(f"*/{MINI_BROWSERS}"))
        driver = found("WebKitWebDriver", "webkit2gtk-driver")
        if not browsers:
            raise Missing("there is no MiniBrowser here: apt-get install webkit2gtk-driver")
        screen = [
            found("xvfb-run", "xvfb xauth"),
            "--auto-servernum",
            f"--server-args=-screen 0 {WINDOW_WIDTH}x900x24",
        ]
        port = free_port()
        started(stack, [*screen, driver, f"--port={port}"], WEBKIT_DISABLE_COMPOSITING_MODE="1")
        http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=ENGINE_TIMEOUT_S, trust_env=False)
        self.http = stack.enter_context(http)
        self.session = ""
        wait_for(self.http)
        options = {"binary": str(browsers[-1]), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.session = f"/session/{self.ask('POST', '/session', **wanted)['sessionId']}"
        stack.callback(self.ask, "DELETE", "")
        self.ask("POST", "/window/rect", width=WINDOW_WIDTH, height=WINDOW_HEIGHT)

    def ask(self, method: str, path: str, **body: Any) -> Any:
        answer = self.http.request(method, self.session + path, json=body if method == "POST" else None)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def goto(self, url: str) -> None:
        self.ask("POST", "/url", url=url)

    def evaluate(self, expression: str) -> Any:
        text = self.ask("POST", "/execute/sync", script=f"return JSON.stringify({expression}) ?? 'null'", args=[])
        return json.loads(text)

    def click(self, x: float, y: float) -> None:
        self.ask("POST", "/actions", actions=[mouse(x, y)])


def mouse(x: float, y: float) -> dict[str, Any]:
    """A click, as both protocols say it."""
    steps = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}


def started(stack: ExitStack, command: list[str], **environ: str) -> subprocess.Popen[str]:
    """A process that ends with the stack, and all that it has started with it."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "MOZ_DISABLE_CONTENT_SANDBOX": "1", **environ},
    )  # fmt: skip

    def end() -> None:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate()

    stack.callback(end)
    return process


def wait_for(http: httpx.Client) -> None:
    """Wait until the port accepts connections."""
    until = time.monotonic() + ENGINE_TIMEOUT_S
    while True:
        try:
            http.get("/status")
        except httpx.TransportError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return


ENGINES = ("chromium", "firefox", "webkit")


@contextmanager
def engine(name: str, chromium: Callable[[], Browser]) -> Iterator[Engine]:
    """Start an engine that ends with the block; for Chromium, open a page of the browser of `chromium()`."""
    with ExitStack() as stack:
        if name == "chromium":
            yield Chromium(stack, chromium())
        else:
            yield (Firefox if name == "firefox" else WebKit)(stack)
