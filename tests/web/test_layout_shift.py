"""Buttons stay in place while the server's answer is pending: no tap hits an element that has just moved."""

import json
from typing import Any

from playwright.sync_api import Locator, Route, ViewportSize, expect

from tests.scale import each, spread

from .person import People, Person
from .presses import Presses

LARGEST_SHIFT = 0.02  # of a page, as browsers measure it; 0.1 is where they begin to call it bad
SIZES: list[ViewportSize] = [
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 1440, "height": 900},
]
SHIFT = """() => new Promise((found) => {
  const all = new PerformanceObserver(() => {});
  all.observe({ type: "layout-shift", buffered: true });
  // Shifts are listed with the frame after them.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
    found(all.takeRecords().map(({ value, startTime, sources }) =>
      ({ value, at: startTime,
         of: sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.textContent) })));
  })));
})"""


class HeldAnswer:
    """The server's answer to one request of a page, held back until the test lets it go."""

    def __init__(self, person: Person, url: str) -> None:
        self.person = person
        self.routes: list[Route] = []
        person.page.route(url, lambda route: self.routes.append(route))

    def wait_for_request(self) -> None:
        while not self.routes:
            self.person.page.wait_for_timeout(10)

    def release(self) -> None:
        self.wait_for_request()
        self.routes.pop().continue_()

    def refuse(self) -> None:
        """Answer with a refusal in place of the server."""
        self.wait_for_request()
        problem = {"code": "server/busy", "message": "The server is busy."}
        self.routes.pop().fulfill(status=429, content_type="application/json", body=json.dumps(problem))


def now(person: Person) -> float:
    """Return the page's own time, in ms since it was opened."""
    found: float = person.page.evaluate("performance.now()")
    return found


def check_shift(person: Person, since: float = 0) -> None:
    """Check how far the page has moved by itself since it was opened, or since then, as browsers measure it."""
    found: list[dict[str, Any]] = person.page.evaluate(SHIFT)
    shifts = [shift for shift in found if shift["at"] >= since]
    assert sum(shift["value"] for shift in shifts) < LARGEST_SHIFT, shifts


def make_table(people: People, person: Person) -> str:
    made = person.page.request.post(f"{people.url}/api/tables", data={"game": "chocottes"})
    code: str = made.json()["code"]
    return code


def boxes(*buttons: Locator) -> list[Any]:
    """Return where some buttons are, once they are on the page."""
    for button in buttons:
        expect(button).to_be_visible()
    return [button.bounding_box() for button in buttons]


def see_picture(person: Person, label: str) -> None:
    """Wait until the QR code is drawn."""
    picture = person.page.get_by_role("img", name=label)
    expect(picture).to_be_visible()
    picture.evaluate("(image) => image.decode()")


def sit_down(person: Person) -> Locator:
    return person.page.get_by_role("button", name="Sit down").first


@each("size", spread(SIZES, 1))
def test_the_lobby_stays_still_while_answers_and_friends_arrive(people: People, size: ViewportSize) -> None:
    """A press before the invitation's answer counts after it; the buttons stay when others come."""
    refused = people.come("Anna", size, is_shown=True)
    answer = HeldAnswer(refused, "**/invitation?*")
    code = make_table(people, refused)
    refused.goto(f"/t/{code}")
    before = boxes(sit_down(refused))
    answer.refuse()
    expect(refused.page.get_by_role("alert")).to_be_visible()
    assert boxes(sit_down(refused)) == before
    check_shift(refused)

    anna = people.come("Anna", size, is_shown=True)
    answer = HeldAnswer(anna, "**/invitation?*")
    host = Presses(anna)
    code = make_table(people, anna)
    anna.goto(f"/t/{code}")
    sit_down(anna).hover()
    before = boxes(sit_down(anna))
    anna.page.mouse.down()
    answer.release()
    see_picture(anna, "QR code of the table")
    expect(anna.page.get_by_role("button", name="Copy the link")).to_be_enabled()
    assert boxes(sit_down(anna)) == before
    check_shift(anna)
    anna.page.mouse.up()
    expect(anna.page.get_by_text("(you)")).to_be_visible()
    assert anna.code == code

    anna.page.reload()
    anna.page.mouse.move(0, 0)
    start, bot = anna.page.locator("button.start").last, anna.page.locator("select").first
    before = boxes(start, bot)
    answer.release()
    see_picture(anna, "QR code of the table")
    assert boxes(start, bot) == before
    check_shift(anna)

    ben, clara = (people.come(name, size) for name in ("Bartholomäus der II.", "Clara von Löwenstein"))
    guest = Presses(ben)
    anna.goto("/play/toctoctoc?friends")
    answer.release()
    see_picture(anna, "QR code of the table")
    code = anna.code
    host.note()
    ben.goto(f"/t/{code}")
    expect(anna.page.get_by_test_id("visitors")).to_contain_text("Bartholomäus")
    assert host.moved() == []
    guest.wait()
    guest.note()
    clara.goto(f"/t/{code}")
    sit_down(clara).click()
    for person, presses in ((anna, host), (ben, guest)):
        person.sees("Clara")
        assert presses.moved() == []
    sit_down(ben).click()
    expect(anna.page.locator("li[data-seat='2']")).to_contain_text("Bartholomäus")
    assert host.moved() == []


@each("size", spread(SIZES, 1))
def test_pages_stay_still_while_typefaces_codes_and_requests_arrive(people: People, size: ViewportSize) -> None:
    """The first page, a group's page, the dialog for another device, a request for a chair, and the result."""
    anna = people.come("Anna", size, is_shown=True)
    typeface = HeldAnswer(anna, "**/*.woff2")
    anna.page.goto(people.url, wait_until="commit")  # it is loaded once the typeface is
    play = anna.page.get_by_role("button", name="Play now").last
    before = boxes(play)
    typeface.release()
    while not anna.page.evaluate("document.fonts.check('1em Grandstander')"):
        anna.page.wait_for_timeout(10)  # the page's rules forbid to wait for it there
    assert boxes(play) == before
    check_shift(anna)
    anna.page.unroute("**/*.woff2")

    made = anna.page.request.post(f"{people.url}/api/groups", data={"group": "Chez Anna", "name": "Anna"})
    answer = HeldAnswer(anna, "**/invitation")
    anna.goto(f"/g/{made.json()['id']}")
    close = anna.page.get_by_role("button", name="Close the group")
    before = boxes(close)
    answer.release()
    see_picture(anna, "QR code of the group’s link")
    assert boxes(close) == before
    check_shift(anna)

    ben, dora = people.come("Bartholomäus der II."), people.come("Dora")
    code = people.meet("escalier", anna, ben, players=2)
    answer = HeldAnswer(anna, "**/device")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Continue on another device").click()
    dialog = anna.page.get_by_role("dialog", name="Continue on another device")
    since = now(anna)
    close = dialog.get_by_role("button", name="Close")
    before = boxes(close, dialog)
    answer.release()
    see_picture(anna, "QR code for the other device")
    assert boxes(close, dialog) == before
    check_shift(anna, since)
    close.click()
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("dialog")).to_have_count(0)

    table = anna.page.locator(".playing main")
    before = boxes(table)
    dora.goto(f"/t/{code}")
    dora.page.get_by_role("button", name="Ask for a seat").click()
    expect(anna.page.get_by_test_id("asking")).to_be_visible()
    assert boxes(table) == before
    presses = Presses(anna)
    people.finish(anna, ben)
    presses.wait()
    presses.note()
    for name in ("Play again", "Not yet", "Play again"):
        ben.page.get_by_role("button", name=name).click()
        is_ready = "false" if name == "Not yet" else "true"
        expect(anna.page.locator("[data-ready]").last).to_have_attribute("data-ready", is_ready)
        assert presses.moved() == []
