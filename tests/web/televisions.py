"""The pages of a television: how one gets there, and what a room sees from three metres."""

from typing import Any

from playwright.sync_api import ViewportSize

from toctoc.core.registry import GAMES

from .passing import Reach
from .person import DESKTOP, People, Person

SIZES: dict[str, ViewportSize] = {
    "1080p": {"width": 1920, "height": 1080},
    "4k": {"width": 3840, "height": 2160},
}
LONGEST = "Maximilian-Alexander", "Bartholomäus der II."  # 20 letters each
NAMES = "toctoctoc", "chocottes", "escalier"


def watch(person: Person, code: str) -> None:
    person.goto(f"/t/{code}/screen")
    person.page.get_by_test_id("join").first.wait_for()


def lobby(people: People, person: Person) -> None:
    """Two have found the way, and there is room for more."""
    host, guest = (people.come(name) for name in LONGEST)
    made = host.page.request.post(f"{people.url}/api/tables", data={"game": "toctoctoc"})
    code = made.json()["code"]
    for one in (host, guest):
        one.goto(f"/t/{code}")
        one.page.get_by_role("button", name="Sit down").first.click()
        one.sees("(you)")
    watch(person, code)


def fullest(people: People, game: str) -> tuple[Person, Person]:
    """A table with two people and bots in all other seats."""
    host, guest = (people.come(name, DESKTOP) for name in LONGEST)
    people.meet(game, host, guest, players=max(GAMES[game].players))
    return host, guest


def playing(game: str) -> Reach:
    """A person is asked, in the middle of a game."""

    def reach(people: People, person: Person) -> None:
        host, guest = fullest(people, game)
        people.play_some(host, guest, moves=3)
        watch(person, host.code)
        while not (host.is_asked() or guest.is_asked()):
            person.page.wait_for_timeout(20)
        person.page.locator("[data-testid=asked].people").wait_for()

    return reach


def over(game: str) -> Reach:
    def reach(people: People, person: Person) -> None:
        host, guest = fullest(people, game)
        people.finish(host, guest)
        watch(person, host.code)
        person.page.get_by_test_id("result").wait_for()

    return reach


SCREENS: dict[str, Reach] = {
    "tv-lobby": lobby,
    **{f"tv-{game}": playing(game) for game in NAMES},
    **{f"tv-{game}-over": over(game) for game in NAMES},
}

# What cuts each line of text and each row of a list, and how high its letters are, in percent of the screen.
LETTERS = """async () => {
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const cutBy = (box, inner, bleed) => {
    const cut = [];
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1)
      cut.push("the screen");
    for (let outer = inner; outer && outer !== document.body; outer = outer.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(outer);
      const frame = outer.getBoundingClientRect();
      if ((overflowX !== "visible" && (box.left < frame.left - 1 || box.right > frame.right + 1))
        || (overflowY !== "visible" && (box.top < frame.top - bleed || box.bottom > frame.bottom + bleed)))
        cut.push(outer.dataset.testid || outer.className || outer.tagName);
    }
    return cut;
  };
  const isSeen = (one) => !one.closest(".unseen, script, style")
    && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const nameOf = (one) => `${one.tagName.toLowerCase()}.${[...one.classList].join(".")}`;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!node.data.trim() || !isSeen(one) || box.width === 0) continue;
    const scale = one.getScreenCTM ? one.getScreenCTM().d
      : one.offsetHeight ? one.getBoundingClientRect().height / one.offsetHeight : 1;
    found.push({
      text: node.data.trim(), where: nameOf(one), isAsked: one.closest("[data-testid=asked] p") !== null,
      share: parseFloat(getComputedStyle(one).fontSize) * scale / innerHeight * 100,
      cut: cutBy(box, one, box.height * .25), // a line is higher than its letters
    });
  }
  for (const row of document.querySelectorAll("li, .tag"))
    if (isSeen(row))
      found.push({
        text: row.innerText, where: nameOf(row), isAsked: false, share: null,
        cut: cutBy(row.getBoundingClientRect(), row.parentElement, 1),
      });
  return found;
}"""


def letters(person: Person) -> list[dict[str, Any]]:
    """Return all that is written on the screen."""
    found: list[dict[str, Any]] = person.page.evaluate(LETTERS)
    return found
