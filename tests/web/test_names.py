"""All players have a name, whole, and a face of their own, also among bots of one level."""

import pytest
from playwright.sync_api import ViewportSize

from tests.counts import one_of

from .person import PHONE, People

LONG = "Maximiliane von Burg"  # twenty letters, the most there are
WIDE: ViewportSize = {"width": 1366, "height": 768}

NAMES = """async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame); // they are fitted in one
  return [...document.querySelectorAll(".tag")].map((tag) => {
  const name = tag.querySelector(".name");
  return {
    said: name.innerText,
    isCut: name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2,
    face: tag.querySelector("img").src,
  };
  });
}"""


@pytest.mark.parametrize(("game", "players"), one_of([("toctoctoc", 5), ("chocottes", 5), ("escalier", 4)]))
def test_no_name_is_cut_and_nobody_looks_like_another(people: People, game: str, players: int) -> None:
    person = people.come(LONG, PHONE)
    people.meet(game, person, players=players)
    person.page.locator(".tag").nth(players - 1).wait_for()
    for size in (PHONE, WIDE):
        person.page.set_viewport_size(size)
        tags = person.page.evaluate(NAMES)
        assert len(tags) == players
        assert [tag["said"] for tag in tags if tag["isCut"]] == []
        assert len({tag["said"] for tag in tags}) == len({tag["face"] for tag in tags}) == players
