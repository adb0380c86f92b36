"""A person with a browser: their view, and their taps."""

import json
import random
import re
import time
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    WebSocket,
    expect,
)

from tests.scale import SCALE

PHONE: ViewportSize = {"width": 360, "height": 640}
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PAGE_TIMEOUT_MS = 120_000  # for whatever takes less than one second on a machine that has nothing else to do
expect.set_options(timeout=PAGE_TIMEOUT_MS)
# Two taps at one place within this time are a double tap, which acts once.
DOUBLE_TAP_MS = 550
PRESS_MS = 80  # a tap lasts as long, and so does the pause before the next one
SAME_PLACE_PX = 50
# A deal that was checked: on a busy machine a device may be too late to take part in the shuffle.
FAIR = re.compile(r"^(good|fits)$")

# What the server will not do: the browser complains of it, too.
REFUSAL = re.compile("the server responded with a status of 4[0-9][0-9]")

# To act, or to begin to: the first of two taps, and the curtain before them.
TAPS = "[data-action], [data-pick], .hand [data-card], [data-testid=knock], [data-testid=next], .curtain button"
# Set while the table's question is so new that it takes no tap: one may have been meant for the question before.
GUARDED = "main[data-guarded]"
# Where all these are: only what is really on top at that point counts, and takes a tap.
TAPPABLE = """(tappable) => [...document.querySelectorAll(tappable)].flatMap((element) => {
  if (element.matches(":disabled, [aria-disabled=true], [inert] *, main[data-guarded] *")) return [];
  const box = element.getBoundingClientRect();
  const spots = [[.5, .5], [.5, .2], [.2, .5], [.8, .5], [.5, .8], [.15, .15]];
  for (const [right, down] of spots) {
    const [x, y] = [box.x + box.width * right, box.y + box.height * down];
    const top = document.elementFromPoint(x, y);
    const { action, testid } = element.dataset;
    if (top && element.contains(top)) return [{ action: action ?? testid ?? "", x, y }];
  }
  return [];
})"""

# A line to a table as a program has it: nobody waits for its shows.
LINE = """(code) => {
  window.line = new WebSocket(`ws://${location.host}/api/tables/${code}/ws`);
  line.onopen = () => line.send(JSON.stringify({ type: "hello", protocol: 1, version: 0 }));
  line.onmessage = ({ data }) => {
    const { version } = JSON.parse(data);
    if (version) line.send(JSON.stringify({ type: "shown", version }));
  };
}"""


# Tables on the device itself have no websocket, but a worker: what passes between it and the page.
DEVICE_EAR = """
  window.Worker = class extends Worker {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => data.is === "message" && window.heardHere(data.text));
    }
    postMessage(data) {
      if (data.is === "send") window.saidHere(data.text);
      super.postMessage(data);
    }
  };
"""


# Nothing is painted, which is half of a browser's work; all else is as if it were, and can be tapped.
VEIL = """{
  const veil = new CSSStyleSheet();
  veil.replaceSync("html { opacity: 0 !important }");
  document.adoptedStyleSheets = [veil];
}"""

LINK_KEY = re.compile(r"-(?:[a-z2-7]{10}|[a-z2-7]{6})$")


class Person:
    def __init__(self, page: Page, name: str, url: str, seed: int) -> None:
        self.page, self.name, self.url = page, name, url
        self.dice = random.Random(seed)
        self.errors: list[str] = []
        self.heard: list[dict[str, Any]] = []  # every message of every table, in order
        self.said: list[dict[str, Any]] = []
        self.is_answered = True  # the page's last ping
        self.known = nothing()
        self.last_tap = (0.0, 0.0, 0.0)  # when, and where
        page.set_default_timeout(PAGE_TIMEOUT_MS)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        asked = urlsplit(message.location["url"]).path
        if REFUSAL.search(message.text) and (asked.startswith("/api/") or "." not in asked):
            return  # the page says it in its own words; it may itself be one that is not there
        if "Cross-Origin-Opener-Policy header has been ignored" in message.text:
            return  # over plain HTTP browsers do without it, and say so
        if "Service Worker registration blocked by Playwright" in message.text:
            return  # as we asked for
        if "closed before the connection is established" in message.text:
            return  # somebody left, or the line was tried anew: the next one is what counts
        if "was preloaded using link preload but not used" in message.text:
            return  # within a few seconds: on a busy machine it takes longer, and the text table does without
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} ({message.location})")

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(json.loads(frame)))
        socket.on("framesent", lambda frame: self._say(json.loads(frame)))

    def _say(self, message: dict[str, Any]) -> None:
        self.said.append(message)
        if message["type"] == "ping":
            self.is_answered = False

    def _hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        self.is_answered = True
        if message["type"] == "welcome":
            view, lobby = message.get("view", {}), message["lobby"]
            self.known = {"view": dict(view), "own": {}, "legal": {}, "lobby": dict(lobby)}
        elif message["type"] == "update":
            patch(self.known["view"], message["public"].get("view", {}))
            patch(self.known["lobby"], message["public"].get("lobby", {}))
        for own in message.get("own", []):
            patch(self.known["own"].setdefault(own["seat"], {}), own.get("view", {}))
            self.known["legal"][own["seat"]] = own.get("legal", self.known["legal"].get(own["seat"], []))

    def hear_device(self) -> None:
        """Follow the tables that run on this person's own device, too."""
        self.page.expose_function("heardHere", lambda text: self._hear(json.loads(text)))
        self.page.expose_function("saidHere", lambda text: self.said.append(json.loads(text)))
        self.page.add_init_script(DEVICE_EAR)

    def device_state(self) -> dict[str, Any]:
        """Return the state of this person's device: all its messages applied."""
        return self.known

    def is_asked(self, *phases: str) -> bool:
        """Whether the table waits for one of this person's seats, in one of these phases of the game or in any."""
        told = self.device_state()
        to_act = [seat for seat in told["legal"] if seat in told["view"].get("to_act", [])]
        return bool(to_act) and (not phases or told["view"]["phase"] in phases)

    def goto(self, path: str) -> None:
        self.page.goto(self.url + path)

    @property
    def path(self) -> str:
        return urlsplit(self.page.url).path

    @property
    def code(self) -> str:
        """Of the table that this person is at."""
        return LINK_KEY.sub("", self.place)

    @property
    def place(self) -> str:
        """The code with its key, as in the address of the page."""
        self.page.wait_for_url("**/t/*")
        return self.path.rsplit("/", 1)[-1]

    def screen_path(self) -> str:
        """The path to type on a television, with the key that a player may give to it."""
        link: str = self.page.request.get(f"{self.url}/api/tables/{self.code}/screen").json()["link"]
        return urlsplit(link).path

    def tappable(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(TAPPABLE, TAPS)
        return found

    def act(self, until: tuple[str, ...] | None = None) -> str | None:
        """Tap one of the things that can be tapped to act, with a real click; None if there is nothing.

        Nor where the page, meanwhile, asks in one of the phases that one waits for: it is not to be answered.
        """
        there = [one for one in self.tappable() if not self._is_second_tap(one)]
        if not there or (until is not None and self.is_asked(*until)):
            return None
        weights = [WEIGHTS.get(one["action"].split(" ")[0], 1.0) for one in there]
        chosen = self.dice.choices(there, weights)[0]
        before = self.moves(), self._actions()
        if chosen["action"] == "knock":
            self.tap_at(chosen["x"], chosen["y"], times=2)
        else:
            self.page.mouse.click(chosen["x"], chosen["y"])
        self.last_tap = time.monotonic(), chosen["x"], chosen["y"]
        until_lost = time.monotonic() + PAGE_TIMEOUT_MS / 1000
        while (self.moves(), self._actions()) == before:
            assert time.monotonic() < until_lost, f"the tap on {chosen} was lost"
            self.page.wait_for_timeout(20)
        return chosen["action"] or "pick"

    def _actions(self) -> list[str]:
        return [one["action"] for one in self.tappable()]

    def _is_second_tap(self, target: dict[str, Any]) -> bool:
        """Whether a tap would be the second of a double tap: it takes back no answer, and a person waits."""
        at, x, y = self.last_tap
        is_near = abs(target["x"] - x) + abs(target["y"] - y) < SAME_PLACE_PX
        return is_near and time.monotonic() < at + DOUBLE_TAP_MS / 1000

    def tap(self, target: Locator) -> None:
        """Answer the table's question with a click on a part of the table."""
        target.wait_for()
        self.wait_for_guard()
        target.click()

    def tap_at(self, x: float, y: float, times: int = 1) -> None:
        """Tap a place in quick succession, however busy the machine is: the page sees the times of the finger."""
        self.page.mouse.move(x, y)
        finger = self.page.context.new_cdp_session(self.page)
        how = {"x": x, "y": y, "button": "left", "clickCount": 1}
        at = time.time()
        for _ in range(times):
            for event in ("mousePressed", "mouseReleased"):
                finger.send("Input.dispatchMouseEvent", {**how, "type": event, "timestamp": at})
                self.page.wait_for_timeout(PRESS_MS)
                at += PRESS_MS / 1000
        finger.detach()

    def until(self, script: str, arg: Any = None) -> None:
        """Wait until a script returns something true: the page's policy forbids `wait_for_function`."""
        while not self.page.evaluate(script, arg):
            self.page.wait_for_timeout(20)

    def wait_for_guard(self) -> None:
        """Wait until the table's question takes an answer."""
        expect(self.page.locator(GUARDED)).to_have_count(0)

    def take_line(self, code: str) -> None:
        """Leave for a page that is nearly empty, and be at the table as a program is: nothing of it is drawn."""
        self.goto("/healthz")
        self.known = nothing()
        self.page.evaluate(LINE, code)

    def move(self) -> None:
        """Send one of the legal actions over one's own line."""
        told = self.device_state()
        seat = next(seat for seat in told["legal"] if seat in told["view"]["to_act"])
        weights = [WEIGHTS.get(action.split(" ")[0], 1.0) for action in told["legal"][seat]]
        self.play(seat, self.dice.choices(told["legal"][seat], weights)[0])

    def play(self, seat: int, action: str) -> None:
        """Send an action over one's own line, and wait for the answer."""
        message = {"type": "move", "id": f"line-{len(self.said)}", "seat": seat, "action": action}
        self.page.evaluate("(message) => line.send(JSON.stringify(message))", message)
        while not any(heard.get("id") == message["id"] for heard in self.heard[-20:]):
            self.page.wait_for_timeout(20)

    def moves(self) -> int:
        """How many this person has made."""
        return sum(message["type"] == "move" for message in self.said)

    def stop_clock(self) -> None:
        """Let no time pass on this page, from a moment on in which its line is alive: it would never come back."""
        while not self.is_answered:
            self.page.wait_for_timeout(20)
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)

    def unveil(self) -> None:
        """Let this page be painted, to be looked at, until it is loaded anew."""
        self.page.evaluate("document.adoptedStyleSheets = []")

    def forgive(self, complaint: str) -> None:
        """Mark expected entries of the browser's console."""
        self.errors = [error for error in self.errors if complaint not in error]

    def is_over(self) -> bool:
        return self.page.locator("#result").is_visible()

    def more(self) -> Page:
        """Open the further buttons of a result, if they are not open, and return the page."""
        self.page.locator(".actions .more[aria-expanded]").wait_for()
        closed = self.page.locator(".actions .more[aria-expanded=false]")
        if closed.count():
            closed.click()
        return self.page

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()


def nothing() -> dict[str, Any]:
    """The state of a device before its first message."""
    return {"view": {}, "own": {}, "legal": {}, "lobby": {}}


def patch(whole: dict[str, Any], changes: dict[str, Any]) -> None:
    """As docs/reference/protocol.md describes it: `name`, or `name/INDEX`."""
    for key, value in changes.items():
        name, _, index = key.partition("/")
        if index:
            whole[name] = [value if at == int(index) else old for at, old in enumerate(whole[name])]
        else:
            whole[name] = value


# A game shall end in good time: nobody throws cards about, and rounds are ended now and then.
WEIGHTS = {"": 0.2, "pass": 12.0, "snap": 0.2, "knock": 1.0, "decline": 3.0, "arrange": 0.0}


class People:
    def __init__(self, browser: Browser, url: str, folder: Path, is_shown: bool = SCALE > 1) -> None:
        """People with browsers that, unless one asks for it, neither paint nor make sounds."""
        self.browser, self.url, self.folder, self.is_shown = browser, url, folder, is_shown
        self.all: list[Person] = []

    def come(
        self, name: str, size: ViewportSize = DESKTOP, language: str = "en",
        motion: Literal["no-preference", "reduce"] = "reduce", url: str | None = None, pace: str = "off",
        is_shown: bool = False, **more: Any,
    ) -> Person:  # fmt: skip
        """Return a new person with a browser context of their own, which shares nothing with the others.

        Only the tests about it have a service worker: it would fetch the first page once more for each of them.
        Shows last no time for them, unless they have a pace.
        """
        more.setdefault("service_workers", "block")
        context = self.browser.new_context(
            viewport=size, locale=language, reduced_motion=motion, has_touch=size["width"] < 800, **more
        )
        return self.enter(context, name, url, pace, is_shown)

    def enter(
        self, context: BrowserContext, name: str, url: str | None = None, pace: str = "off", is_shown: bool = False
    ) -> Person:
        """Return a person with a browser context that is there."""
        chosen: dict[str, Any] = {"name": name, "pace": pace}
        if not (is_shown or self.is_shown):
            context.add_init_script(VEIL)
            chosen["volume"] = 0
        first = f"localStorage.getItem('toctoc') ?? localStorage.setItem('toctoc', '{json.dumps(chosen)}')"
        context.add_init_script(first)
        person = Person(context.new_page(), name, url or self.url, seed=len(self.all))
        self.all.append(person)
        return person

    def again(self, person: Person) -> Person:
        """The same person in a second tab."""
        second = Person(person.page.context.new_page(), person.name, person.url, seed=len(self.all))
        self.all.append(second)
        return second

    def meet(self, game: str, host: Person, *guests: Person, **settings: Any) -> str:
        """A table that the host has made, started; all sit at it and see it, bots in the free seats. Its code.

        A person alone with bots needs no lobby.
        """
        body: dict[str, Any] = {"game": game, "settings": settings}
        if not guests:
            body["host"] = {"name": host.name, "start": True, "fill": "apprenti"}
        code: str = host.page.request.post(f"{self.url}/api/tables", data=body).json()["code"]
        for person in (host, *guests):
            person.goto(f"/t/{code}")
            if guests:
                person.page.get_by_role("button", name="Sit down").first.click()
                expect(person.page.get_by_text("(you)")).to_be_visible()
        if guests:
            host.page.locator("button.start").last.click()
        for person in (host, *guests):
            person.page.locator(".playing main [data-seat]").first.wait_for()  # the lobby's list has seats, too
        return code

    def play_some(self, *players: Person, moves: int) -> None:
        """Let all people tap any legal action, until each has made so many moves, or the game is over."""
        for _ in range(10_000):
            is_over = players[0].device_state()["lobby"].get("stage") == "over"
            if is_over or all(person.moves() >= moves for person in players):
                return
            for person in players:
                if person.is_asked():
                    person.act()
            players[0].page.wait_for_timeout(20)
        raise AssertionError(f"not {moves} moves each; {self.stuck(players)}")

    def play_to_the_end(self, *players: Person, on_lines: tuple[Person, ...] = (), moves: int = 10_000) -> None:
        """Let people tap any legal action, and others send theirs over websockets, until all see the result."""
        idle = 0
        for _ in range(moves):
            if all(person.device_state()["lobby"].get("stage") == "over" for person in (*players, *on_lines)):
                for person in players:
                    expect(person.page.locator("#result")).to_be_visible()
                return
            for person in on_lines:
                if person.is_asked():
                    person.move()
            acted = [person.act() for person in players if person.is_asked()]
            idle = 0 if any(acted) else idle + 1
            assert idle < 6_000, self.stuck(players)
            players[0].page.wait_for_timeout(25 if idle else 5)
        raise AssertionError(f"the game did not end; {self.stuck(players)}")

    def finish(self, *players: Person) -> None:
        """Play to the end as programs would, at a tenth of the cost of taps; then check the result."""
        code = players[0].code
        for person in players:
            person.take_line(code)
        while not all(person.device_state()["lobby"].get("stage") == "over" for person in players):
            for person in players:
                if person.is_asked():
                    person.move()
            players[0].page.wait_for_timeout(25)
        for person in players:
            person.goto(f"/t/{code}")
            expect(person.page.locator("#result")).to_be_visible()

    def play_until(self, person: Person, *phases: str, moves: int = 8_000) -> None:
        """Play until the table waits for that person in one of these phases."""
        for _ in range(moves):
            if person.is_asked(*phases):
                return
            if person.is_over():
                person.page.locator("[aria-labelledby=result] .warm").click()  # once more, in any language
                expect(person.page.locator("#result")).not_to_be_visible()
            person.act(until=phases)
            person.page.wait_for_timeout(30)
        raise AssertionError(f"{' or '.join(phases)} never came; {self.stuck((person,))}")

    def stuck(self, players: tuple[Person, ...]) -> str:
        """Describe the state of all people, for the message of a failure."""
        for person in players:
            person.unveil()
            person.page.screenshot(path=self.folder / f"stuck-{person.name}.png")
        told = {one.name: (one.errors, one.said[-3:], str(one.heard[-3:])[-1000:]) for one in players}
        return f"nobody can go on: see {self.folder}; errors, messages said and heard: {told}"

    def close(self) -> None:
        errors = {person.name: person.errors for person in self.all if person.errors}
        for person in self.all:
            person.page.context.close()
        assert not errors, errors
