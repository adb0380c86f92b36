"""The page of the daily deal, and how one gets to it; a store in which others have played."""

import hashlib
import json
import time
from pathlib import Path

from tests.storage.helpers import answer
from toctoc.core.registry import BUILT_IN
from toctoc.server.features.daily.days import DAY_SECONDS, Days, later
from toctoc.storage import Document, open_store

from .passing import Reach
from .person import People, Person

SECRETS = {game: hashlib.sha256(game.encode()).hexdigest() for game in BUILT_IN}  # of yesterday


def daily(_: People, person: Person) -> None:
    person.goto("/daily")
    person.page.locator("[data-deal]").last.wait_for()


def daily_begun(people: People, person: Person, game: str = "escalier") -> None:
    """At the table of one's own try."""
    daily(people, person)
    person.page.locator(f"[data-deal={game}] .warm").click()
    person.page.locator("main [data-seat]").first.wait_for()


def daily_table_over(people: People, person: Person) -> None:
    daily_begun(people, person)
    people.finish(person)


def daily_over(people: People, person: Person) -> None:
    daily_table_over(people, person)
    person.page.locator("[aria-labelledby=result] .warm").click()
    person.page.locator("[data-deal=escalier][data-state=over]").wait_for()


def daily_picture(people: People, person: Person) -> None:
    daily_over(people, person)
    person.page.locator("[data-deal=escalier] .row button").nth(1).click()
    person.page.locator("[data-testid=picture][data-done=true]").wait_for()


def prepare(folder: Path, others: int) -> None:
    """Make a store in which so many have finished today's Staircase, and yesterday's deals are to be opened."""

    async def main() -> None:
        store = await open_store(str(folder / "toctoc.db"))
        days, today = Days(), Days().day(time.time())
        yesterday = later(today, -1)
        for game in BUILT_IN:
            body = json.dumps({"secret": SECRETS[game], "players": 4, "bot": "chasseur"}).encode()
            document = Document("daily-deal", f"{yesterday}/{game}", body, expires=days.end(today) + DAY_SECONDS)
            await store.documents.put(document)
        for day in (yesterday, today):
            for number in range(others):
                body = json.dumps({"score": number % 7 * 2, "place": 4 - number % 4}).encode()
                id = f"{day}/escalier/{number:032x}"
                await store.documents.put(
                    Document("daily-result", id, body, expires=days.end(today) + DAY_SECONDS)
                )
        await store.close()

    answer(main())


SCREENS: dict[str, Reach] = {
    "daily": daily, "daily-table-over": daily_table_over, "daily-over": daily_over, "daily-picture": daily_picture,
}  # fmt: skip
