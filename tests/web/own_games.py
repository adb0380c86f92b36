"""Games that a device has played: as the client keeps them, and the page that lists them."""

import json
from typing import Any

from .passing import Reach
from .person import People, Person

HOUR = 3_600_000
NOW = 1_794_800_000_000
BOTS = ("petit-fantome", "apprenti", "chasseur", "voyante", "comte")


def bot(level: int) -> dict[str, str]:
    return {"name": BOTS[level], "bot": BOTS[level]}


def played(number: int, game: str, others: list[dict[str, str]], place: int, **more: Any) -> dict[str, Any]:
    """A game of Zoé's, in which she came to such a place; the others have the other places in order."""
    players = [{"name": "Zoé", "avatar": "cat"}, *others]
    places = [place, *(other for other in range(1, len(players) + 1) if other != place)]
    return {
        "id": f"{number:016x}", "at": NOW - number * 7 * HOUR, "server": "", "code": "hibou-lampe-42",
        "number": number, "game": game, "players": players, "places": places,
        "scores": [60 // each for each in places], "mine": [0], **more,
    }  # fmt: skip


def some() -> list[dict[str, Any]]:
    """A few evenings: won and lost, against bots and people, a lesson, with hints, two at one device."""
    family = [{"name": "Grand-maman", "avatar": "witch"}, {"name": "Ben", "avatar": "wolf"}]
    return [
        played(1, "toctoctoc", [bot(2), bot(2)], 1),
        played(2, "toctoctoc", [*family, bot(3)], 1),
        played(3, "toctoctoc", [bot(3), bot(3), bot(3)], 4),
        played(4, "chocottes", [bot(0)], 1),
        played(5, "chocottes", [*family, bot(1), bot(4)], 3, mine=[0, 1]),
        played(6, "escalier", [bot(4)], 1),
        played(7, "escalier", [bot(4), bot(4)], 2, hints=True),
        played(8, "escalier", [bot(0)], 1, lesson=True, lost=True),
    ]


def remember(person: Person, games: list[dict[str, Any]]) -> None:
    """Put the games where the client keeps them; a page of the server is open."""
    person.page.evaluate(
        """(games) => games.forEach((one) => localStorage.setItem(`toctoc:game:1:${one.id}`,
             JSON.stringify({ ...one, server: one.server || location.origin })))""",
        json.loads(json.dumps(games)),
    )


def mine(_: People, person: Person) -> None:
    person.goto("/about")
    remember(person, some())
    person.goto("/mine")
    person.page.locator("[data-id]").first.wait_for()


def mine_empty(_: People, person: Person) -> None:
    person.goto("/mine")
    person.page.get_by_test_id("empty").wait_for()


def mine_asked(people: People, person: Person) -> None:
    """Before everything is deleted."""
    mine(people, person)
    person.page.locator("main > section").last.locator("button").last.click()
    person.page.locator("dialog").wait_for()


def pictured(person: Person) -> None:
    """The picture of the game that is over, drawn."""
    person.more().get_by_test_id("draw-picture").click()
    person.page.locator("[data-testid=picture][data-done=true]").wait_for()


def picture(over: Reach) -> Reach:
    def reach(people: People, person: Person) -> None:
        over(people, person)
        pictured(person)

    return reach


SCREENS: dict[str, Reach] = {"mine": mine, "mine-empty": mine_empty, "mine-asked": mine_asked}
