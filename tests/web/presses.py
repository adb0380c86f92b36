"""Presses like a person's: everything that acts on a page, and the element that a click was delivered to."""

import json
import re
from typing import Any

from playwright.sync_api import Request, Route, WebSocketRoute

from .person import DOUBLE_TAP_MS, SAME_PLACE_PX, Person

# Elements that act, but for those that leave the site or open a window of the browser.
ACTING = (
    "button:not([aria-disabled=true]), summary, [role=button], a[href]:not([target], [download], [href^='http'])"
)
# Put into every page: which clicks reached the page's own handlers, and were not stopped on their way.
RECORDER = f"""{{
  const ACTING = {ACTING!r};
  const nameOf = (one) =>
    `${{one.tagName}} ${{one.dataset.action ?? one.getAttribute("aria-label") ?? one.textContent.trim()}}`;
  let clicks = [];
  let presses = [];
  let places = [];
  let opener = null;
  /** Tell whether an element takes a press now: it is there, enabled, and its question is not brand new. */
  const isOpen = (on) =>
    on?.isConnected && on.matches(ACTING) && !on.matches(":disabled, [aria-busy=true], main[data-guarded] *");
  window.presses = {{
    // While set, clicks are recorded and do nothing.
    isInert: false,
    messages: 0, // that have reached the page
    nameOf,
    /** Tell whether the focus is back on the button that has opened the last dialog. */
    isBack: () => document.activeElement === opener && opener.matches("button, summary, [role=button]"),
    acting: () => {{
      const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
      return [...top.querySelectorAll(ACTING)].filter((one) =>
        one.checkVisibility({{ visibilityProperty: true, opacityProperty: false }})
        && !one.matches(":disabled, [inert] *, [tabindex='-1'], [aria-busy=true]"));
    }},
    /** Scroll there, and return the point to press: the middle, or another one at which the element is on top. */
    point: (one) => {{
      if (!one) return null; // it has gone meanwhile
      for (const block of ["nearest", "center"]) {{
        one.scrollIntoView({{ block, behavior: "instant" }});
        const box = one.getBoundingClientRect();
        for (const [right, down] of [[.5, .5], [.5, .2], [.2, .5], [.8, .5], [.5, .8]]) {{
          const [x, y] = [box.x + box.width * right, box.y + box.height * down];
          if (!one.contains(document.elementFromPoint(x, y))) continue;
          const [isAnswer, isHeld] = [".playing main *", "[data-twice]"].map((which) => one.matches(which));
          return {{ x, y, name: nameOf(one), isAnswer, isHeld }};
        }}
      }}
      return null;
    }},
    /** Move everything, as an answer does that needs room and comes late. */
    move: (by) => ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body)
      .style.setProperty("padding-top", `${{by}}px`),
    /** Note where everything is; at a table, cards move when others move. */
    note: () => {{
      places = window.presses.acting().filter((one) => !one.matches(".playing main *"))
        .map((one) => [one, one.getBoundingClientRect()]);
      return places.length;
    }},
    /** What has moved since, of all that is still there. */
    moved: () => places.flatMap(([one, before]) => {{
      const now = one.getBoundingClientRect();
      const isStill = !one.isConnected || Math.hypot(now.x - before.x, now.y - before.y) <= 1;
      return isStill ? [] : [`${{nameOf(one)}} by ${{now.x - before.x}}, ${{now.y - before.y}} px`];
    }}),
    /** The names of the elements that were clicked, each as it was at its first click. */
    delivered: () => {{
      const found = clicks.filter(({{ event, isKept }}) => isKept || !event.cancelBubble);
      const names = found.map(({{ on }}) => found.find((one) => one.on === on).name);
      clicks = [];
      return names;
    }},
    /** The names of the elements on which presses began and ended; null if it did not take one all the time. */
    pressed: () => {{
      const names = presses.map(({{ name, isHeld }}) => (isHeld ? name : null));
      presses = [];
      return names;
    }},
  }};
  window.WebSocket = class extends WebSocket {{
    constructor(...all) {{
      super(...all);
      this.addEventListener("message", () => (window.presses.messages += 1));
    }}
  }};
  const showModal = HTMLDialogElement.prototype.showModal;
  HTMLDialogElement.prototype.showModal = function () {{
    opener = document.activeElement;
    showModal.call(this);
  }};
  // Before the page knows of a press.
  window.addEventListener("pointerdown", ({{ target }}) => {{
    const on = target.closest?.(ACTING);
    presses.push({{ on, name: on && nameOf(on), isHeld: isOpen(on) }});
  }}, true);
  window.addEventListener("pointerup", () => {{
    const last = presses.at(-1);
    if (last) last.isHeld &&= isOpen(last.on) && nameOf(last.on) === last.name;
  }}, true);
  // The guard of all pages is at the window; those of a table come later.
  document.addEventListener("click", (event) => {{
    const on = event.target.closest?.(ACTING);
    const {{ isInert }} = window.presses;
    if (on) clicks.push({{ event, on, name: nameOf(on), isKept: isInert }});
    if (!isInert) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }}, true);
}}"""
# Once everything has arrived is on the screen: its scripts have run, its pictures are there.
DRAWN = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  const pictures = [...document.images].filter((image) => image.loading !== "lazy" && image.checkVisibility());
  const isLate = new Promise((done) => setTimeout(done, 1_000)); // one that is replaced is never there
  await Promise.race([isLate, Promise.all(pictures.map((image) => image.decode().catch(() => {})))]);
  await frame();
}"""

# Messages by which a page says how far it is: no press sends them.
HOUSEKEEPING = {"hello", "ping", "shown", "seen", "ready", "part"}
# Answers without which a page takes its line for lost.
SIGNS_OF_LIFE = {"pong"}
REQUESTS = "**/api/**", "**/engine/**"
SOCKETS = re.compile("/api/tables/")
MESSAGE_PATIENCE = 250  # looks for a message in the page
MOST_LATE = 40  # of a table at which bots go on


class LateMessage:
    """A message of a table, on its way to the page."""

    def __init__(self, socket: WebSocketRoute, text: str | bytes) -> None:
        self.socket, self.text = socket, text
        self.kind: str = json.loads(text)["type"]


class LateAnswers:
    """All answers of the server and messages of its tables, held back until the test lets them go, one by one.

    Nothing is held before `begin`. Sockets are followed from the page's next load on. This comes before `Presses`,
    which count the messages that reach the page.
    """

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.held: list[Route | LateMessage] = []
        self.is_holding = False
        self.silent: set[WebSocketRoute] = set()  # sockets of which the first message has not come
        self.page.route_web_socket(SOCKETS, self._connect)

    def begin(self) -> None:
        self.is_holding = True
        for requests in REQUESTS:
            self.page.route(requests, self._hold)

    def _hold(self, route: Route) -> None:
        if "prefer" in route.request.headers:  # a long poll: the server itself answers it late
            route.continue_()
        else:
            self.held.append(route)

    def _connect(self, socket: WebSocketRoute) -> None:
        def heard(text: str | bytes) -> None:
            self.silent.discard(socket)
            message = LateMessage(socket, text)
            if self.is_holding and message.kind not in SIGNS_OF_LIFE:
                self.held.append(message)
            else:
                socket.send(text)

        self.silent.add(socket)
        socket.connect_to_server().on_message(heard)

    def is_on_its_way(self) -> bool:
        """Wait for the first message of sockets, and return whether anything is held."""
        while not self.held and self.silent:
            self.page.wait_for_timeout(20)
        return bool(self.held)

    def release(self) -> str:
        """Let the oldest answer or message go, wait until the page has drawn it, and return what it was."""
        oldest = self.held.pop(0)
        if isinstance(oldest, LateMessage):
            before = self.page.evaluate("presses.messages")
            oldest.socket.send(oldest.text)
            patience = MESSAGE_PATIENCE  # the page may have closed that socket meanwhile
            while self.page.evaluate("presses.messages") == before and (patience := patience - 1):
                self.page.wait_for_timeout(20)
            what = f"the message {oldest.kind}"
        else:
            with self.page.expect_response(lambda answer: answer.request == oldest.request) as answer:
                oldest.continue_()
            answer.value.finished()
            what = oldest.request.url
        self.page.evaluate(DRAWN)
        return what

    def end(self) -> None:
        """Hold back nothing from now on."""
        self.is_holding = False
        for requests in REQUESTS:
            self.page.unroute(requests)
        for late in self.held:
            if isinstance(late, LateMessage):
                late.socket.send(late.text)
            else:
                late.continue_()
        self.held = []


class Presses:
    """The presses of one person, whose pages are recorded from their next load on."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.sent: list[str] = []
        self.last = (-100.0, -100.0)  # where the last press was
        self.page.add_init_script(RECORDER)
        self.page.on("request", self._request)

    def _request(self, request: Request) -> None:
        if request.method not in ("GET", "HEAD"):
            self.sent.append(f"{request.method} {request.url}")

    def wait(self) -> None:
        """Wait until something can be pressed, and no more comes."""
        there: list[str] = []
        while not there or there != self.names():
            there = self.names()
            self.page.evaluate(DRAWN)

    def count(self) -> int:
        found: int = self.page.evaluate("presses.acting().length")
        return found

    def point(self, nth: int) -> dict[str, Any] | None:
        """Return where the nth element can be pressed; None if it is covered."""
        found: dict[str, Any] | None = self.page.evaluate("(nth) => presses.point(presses.acting()[nth])", nth)
        return found

    def go(self, at: dict[str, Any]) -> None:
        """Go there for a new press; at the place of the last one, wait: it shall be no second tap."""
        x, y = self.last
        self.last = at["x"], at["y"]
        self.page.mouse.move(*self.last)
        if abs(at["x"] - x) + abs(at["y"] - y) < SAME_PLACE_PX:
            self.page.wait_for_timeout(DOUBLE_TAP_MS)

    def delivered(self) -> list[str]:
        """Return the elements that clicks were delivered to since the last call."""
        found: list[str] = self.page.evaluate("presses.delivered()")
        return found

    def press_all_while_moved(self) -> list[str]:
        """Press everything, and move the page between press and release; return the faults."""
        faults: list[str] = []
        self.page.evaluate("presses.isInert = true")
        self.delivered()
        for nth in range(self.count()):
            at = self.point(nth)
            if at is None:
                continue
            self.go(at)
            self.page.mouse.down()
            self.page.evaluate("presses.move(60)")
            self.page.mouse.up()
            self.page.evaluate("presses.move(0)")
            found = self.delivered()
            if found != [at["name"]]:
                faults.append(f"{at['name']} was pressed, and {found or 'nothing'} clicked")
        self.page.evaluate("presses.isInert = false")
        return faults

    def open_while_late(self, late: LateAnswers, path: str) -> list[str]:
        """Open a page whose answers come late, each between a press and its release; return the faults."""
        late.begin()
        self.page.goto(self.person.url + path, wait_until="load")
        return self._press_while_late(late)

    def reopen_while_late(self, late: LateAnswers) -> list[str] | None:
        """Close the dialog, and open it once more while its answers come late; return the faults.

        None if that takes more than one press: a key has opened it, or a button that is hidden again.
        """
        count = self.dialogs()
        self.page.keyboard.press("Escape")
        while self.dialogs() >= count:
            self.page.wait_for_timeout(20)
        self.page.evaluate(DRAWN)
        if not self.page.evaluate("presses.isBack()"):
            return None
        late.begin()
        self.page.keyboard.press("Enter")
        self.page.locator("dialog[open]").nth(count - 1).wait_for()
        return self._press_while_late(late)

    def dialogs(self) -> int:
        """Return how many dialogs are open."""
        return self.page.locator("dialog[open]").count()

    def _press_while_late(self, late: LateAnswers) -> list[str]:
        """Let all answers and messages go, each between a press and its release; return the faults."""
        faults: list[str] = []
        self.page.evaluate("presses.isInert = true")
        self.page.evaluate(DRAWN)
        released = 0
        while late.is_on_its_way() and released < MOST_LATE:
            released += 1
            self.note()
            at = self.point(self.person.dice.randrange(self.count())) if self.count() else None
            if at:
                self.delivered()
                self.go(at)
                self.page.evaluate("presses.pressed()")
                self.page.mouse.down()
                self.note()  # to press it, the page was scrolled
            answer = late.release()
            faults += [f"{one} when {answer} came" for one in self.moved()]
            if at:
                self.page.mouse.up()
                found = self.delivered()
                is_there = at["name"] in self.names()
                if at["isAnswer"]:  # the table asks anew, perhaps in the same words
                    is_there = self.page.evaluate("presses.pressed()") == [at["name"]]
                if at["isHeld"] and not found:
                    is_there = False  # on a busy machine the press was long: a hold, which clicks nothing
                if found != [at["name"]] and (found or is_there):
                    faults.append(f"{at['name']} was pressed when {answer} came, and {found or 'nothing'} clicked")
        late.end()
        self.page.evaluate("presses.isInert = false")
        return faults

    def note(self) -> None:
        """Note where everything is, but for the cards of a table."""
        self.page.evaluate("presses.note()")

    def moved(self) -> list[str]:
        """Return everything that has moved since it was noted."""
        found: list[str] = self.page.evaluate("presses.moved()")
        return found

    def names(self) -> list[str]:
        """Return the names of everything that acts."""
        found: list[str] = self.page.evaluate("presses.acting().map(presses.nameOf)")
        return found

    def commands(self) -> list[str]:
        """Return everything that was sent: requests, and commands of a table."""
        # By their ids: a command that is sent again is one.
        said = {one.get("id"): one for one in self.person.said if one["type"] not in HOUSEKEEPING}
        return self.sent + [f"{one['type']} {one.get('seat')} {one.get('action')}" for one in said.values()]

    def tap_twice(self, name: str) -> bool:
        """Tap an element twice in quick succession; return whether it was there: a game may go on meanwhile."""
        self.person.wait_for_guard()
        at = self.page.evaluate(
            "(name) => presses.point(presses.acting().find((one) => presses.nameOf(one) === name))", name
        )
        if at is None:
            return False
        self.go(at)
        self.delivered()
        self.page.evaluate("presses.pressed(), presses.isTapped = true")
        before, heard = len(self.commands()), len(self.person.heard)
        self.person.tap_at(at["x"], at["y"], times=2)
        self.page.evaluate(DRAWN)
        sent = self.commands()[before:]
        refused = [one for one in self.person.heard[heard:] if one["type"] == "refused"]
        assert len(set(sent)) == len(sent), f"{name} was tapped twice: {sent}"
        assert not refused, f"{name} was tapped twice: {refused}"
        found = self.delivered()
        if not self.page.evaluate("presses.isTapped === true"):
            found.insert(0, name)  # the first tap has opened another document, in which the second clicks nothing
        elif self.page.evaluate("presses.pressed()")[0] != name:
            return False
        assert found or sent, f"{name} was tapped twice, and nothing clicked"
        assert set(found) <= {name}, f"{name} was tapped twice: {found} were clicked"
        return True
