"""Buttons stay in place while the server's answer is pending: no tap hits an element that has just moved."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, ViewportSize, expect

from tests.counts import one_of

from .person import People, Person
from .presses import Presses

LARGEST_SHIFT = 0.02  # of a page, as browsers measure it; 0.1 is where they begin to call it bad
SIZES: list[ViewportSize] = [
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
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


@pytest.mark.parametrize("is_refused", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}px")
def test_the_lobby_stays_still_when_the_invitation_answers(
    people: People, size: ViewportSize, is_refused: bool
) -> None:
    anna = people.come("Anna", size, is_shown=True)
    answer = HeldAnswer(anna, "**/invitation?*")
    anna.goto(f"/t/{make_table(people, anna)}")
    sit = sit_down(anna)
    expect(sit).to_be_visible()
    answer.wait_for_request()
    before = boxes(sit)
    if is_refused:
        answer.refuse()
        expect(anna.page.get_by_role("alert")).to_be_visible()
    else:
        answer.release()
        see_picture(anna, "QR code of the table")
        expect(anna.page.get_by_role("button", name="Copy the link")).to_be_enabled()
    assert boxes(sit) == before
    check_shift(anna)


@pytest.mark.parametrize("size", one_of(SIZES))
def test_the_start_button_stays_still_when_the_invitation_answers(people: People, size: ViewportSize) -> None:
    anna = people.come("Anna", size, is_shown=True)
    answer = HeldAnswer(anna, "**/invitation?*")
    anna.goto(f"/t/{make_table(people, anna)}")
    sit_down(anna).click()
    expect(anna.page.get_by_text("(you)")).to_be_visible()
    anna.page.mouse.move(0, 0)
    start, bot = anna.page.locator("button.start").last, anna.page.locator("select").first
    before = boxes(start, bot)
    answer.release()
    see_picture(anna, "QR code of the table")
    assert boxes(start, bot) == before
    check_shift(anna)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}px")
def test_a_press_before_the_answer_and_its_release_after_it_sit_down(people: People, size: ViewportSize) -> None:
    anna = people.come("Anna", size, is_shown=True)
    answer = HeldAnswer(anna, "**/invitation?*")
    code = make_table(people, anna)
    anna.goto(f"/t/{code}")
    sit_down(anna).hover()
    anna.page.mouse.down()
    answer.release()
    see_picture(anna, "QR code of the table")
    anna.page.mouse.up()
    expect(anna.page.get_by_text("(you)")).to_be_visible()
    assert anna.path == f"/t/{code}"


def test_the_first_page_stays_still_when_the_typeface_of_titles_arrives(people: People) -> None:
    """The heading below the art is the widest title: it breaks where it will break in the typeface itself."""
    anna = people.come("Anna", SIZES[1], is_shown=True)
    typeface = HeldAnswer(anna, "**/*.woff2")
    anna.page.goto(people.url, wait_until="commit")  # it is loaded once the typeface is
    play = anna.page.get_by_role("button", name="Play now").last
    before = boxes(play)
    typeface.release()
    while not anna.page.evaluate("document.fonts.check('1em Grandstander')"):
        anna.page.wait_for_timeout(10)  # the page's rules forbid to wait for it there
    assert boxes(play) == before
    check_shift(anna)


@pytest.mark.parametrize("size", one_of(SIZES))
def test_the_dialog_for_another_device_stays_still_when_its_code_arrives(
    people: People, size: ViewportSize
) -> None:
    anna = people.come("Anna", size, is_shown=True)
    people.meet("escalier", anna, players=2)
    answer = HeldAnswer(anna, "**/device")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Continue on another device").click()
    dialog = anna.page.get_by_role("dialog", name="Continue on another device")
    close = dialog.get_by_role("button", name="Close")
    before = boxes(close, dialog)
    answer.release()
    see_picture(anna, "QR code for the other device")
    assert boxes(close, dialog) == before
    check_shift(anna)


@pytest.mark.parametrize("size", one_of(SIZES))
def test_a_group_s_page_stays_still_when_its_link_arrives(people: People, size: ViewportSize) -> None:
    anna = people.come("Anna", size, is_shown=True)
    made = anna.page.request.post(f"{people.url}/api/groups", data={"group": "Chez Anna", "name": "Anna"})
    answer = HeldAnswer(anna, "**/invitation")
    anna.goto(f"/g/{made.json()['id']}")
    close = anna.page.get_by_role("button", name="Close the group")
    before = boxes(close)
    answer.release()
    see_picture(anna, "QR code of the group’s link")
    assert boxes(close) == before
    check_shift(anna)


@pytest.mark.parametrize("size", one_of(SIZES))
def test_nothing_moves_when_others_come_to_the_lobby(people: People, size: ViewportSize) -> None:
    names = "Anna", "Bartholomäus der II.", "Clara von Löwenstein"
    anna, ben, clara = (people.come(name, size) for name in names)
    host, guest = Presses(anna), Presses(ben)
    anna.goto("/play/toctoctoc?friends")
    see_picture(anna, "QR code of the table")
    host.note()
    ben.goto(f"/t/{anna.code}")
    expect(anna.page.get_by_test_id("visitors")).to_contain_text("Bartholomäus")
    assert host.moved() == []
    guest.wait()
    guest.note()
    clara.goto(f"/t/{anna.code}")
    sit_down(clara).click()
    for person, presses in ((anna, host), (ben, guest)):
        person.sees("Clara")
        assert presses.moved() == []
    sit_down(ben).click()
    expect(anna.page.locator("li[data-seat='2']")).to_contain_text("Bartholomäus")
    assert host.moved() == []


@pytest.mark.parametrize("size", one_of(SIZES))
def test_nothing_moves_when_others_want_another_game_or_ask_for_a_chair(
    people: People, size: ViewportSize
) -> None:
    anna, ben, dora = people.come("Anna", size), people.come("Bartholomäus der II."), people.come("Dora")
    code = people.meet("escalier", anna, ben, players=2)
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
