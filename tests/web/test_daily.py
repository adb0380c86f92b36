"""The daily deal in the browser: one try, found again, told in numbers, opened the day after, deleted."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.hosting import Server

from .daily_deals import SECRETS, daily, daily_begun, prepare
from .person import People

OTHERS = 30
BOTS_TIMEOUT_MS = 120_000  # until the bots have played a deal, on a busy machine
GENEROUS = {"TOCTOC_LIMIT_TABLES_PER_HOUR": "1000000"}


@pytest.fixture
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where others have played yesterday and today."""
    folder = tmp_path_factory.mktemp("daily")
    prepare(folder, OTHERS)
    with Server(folder, **GENEROUS) as server:
        yield server


@pytest.fixture
def visitors(chromium: Browser, played: Server, tmp_path: Path) -> Iterator[People]:
    people = People(chromium, played.url, tmp_path)
    yield people
    people.close()


def test_a_daily_deal_is_tried_once_compared_and_opened_the_day_after(visitors: People) -> None:
    anna, bert = visitors.come("Anna"), visitors.come("Bert")
    anna.goto("/")
    anna.page.get_by_role("link", name="Daily deal").click()
    expect(anna.page.locator("[data-deal=chocottes]")).to_contain_text("Nobody has finished it yet: be the first!")
    daily_begun(visitors, anna)
    code = anna.code
    assert anna.device_state()["lobby"]["daily"]
    anna.page.locator("header button").first.click()  # the menu has nothing that would change the table
    expect(anna.page.locator("dialog .menu")).to_be_visible()
    for name in ("Invite", "Leave", "another device"):
        expect(anna.page.locator("dialog .menu").get_by_text(name)).to_have_count(0)
    anna.page.keyboard.press("Escape")
    anna.goto("/daily")
    anna.page.get_by_role("button", name="Continue your try").click()
    assert anna.code == code
    visitors.finish(anna)
    expect(anna.page.get_by_role("button", name="Play again")).to_have_count(0)
    expect(anna.more().get_by_role("link", name="Replay")).to_have_count(0)
    anna.page.get_by_role("link", name="How did others do?").click()

    deal = anna.page.locator("[data-deal=escalier]")
    expect(deal).to_have_attribute("data-state", "over")
    expect(deal).to_contain_text(re.compile(rf"\d+ of {OTHERS} did worse\."))
    for curve, total in (("curve", OTHERS + 1), ("bot-curve", 100)):
        found = deal.get_by_test_id(curve)
        expect(found).to_be_visible(timeout=BOTS_TIMEOUT_MS)
        assert sum(int(text) for text in found.locator(".many").all_inner_texts() if text) == total
    expect(deal.get_by_test_id("curve").locator(".bar.mine")).to_have_count(1)
    expect(deal.get_by_test_id("bot-tries")).to_contain_text("played your cards 100 times")
    expect(deal.get_by_test_id("bot-tries")).to_contain_text(re.compile(r"Par: \d+ \w+\."))
    deal.get_by_role("button", name="Share").click()
    shared = anna.page.get_by_text(re.compile(r"(👻|🌑){10} \d+/100 · .*\d/4"))
    expect(shared).to_contain_text(f"{visitors.url.rpartition(':')[2]}/daily?lang=en")
    expect(deal.get_by_role("button", name="Play today’s deal")).to_have_count(0)

    # Bert, who has not tried, is told no scores; nor may he look on, or see her game.
    daily(visitors, bert)
    expect(bert.page.locator("[data-deal=escalier]")).to_contain_text(f"{OTHERS + 1} people have finished it.")
    expect(bert.page.locator("[data-deal] [data-testid$=curve], [data-testid=bot-tries]")).to_have_count(0)
    bert.goto(f"/replay/{code}/1")
    bert.sees("You can watch and check a game of the daily deal")

    deal.get_by_role("button", name="Delete my try").click()
    anna.page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(deal).to_have_attribute("data-state", "deleted")
    bert.page.goto(f"{visitors.url}/daily")
    expect(bert.page.locator("[data-deal=escalier]")).to_contain_text(f"{OTHERS} people have finished it.")

    # Yesterday's deals are opened, and compared with their seals.
    expect(anna.page.get_by_test_id("left")).to_have_text(re.compile(r"Next deal in (\d+ h )?\d+ min"))
    opened = anna.page.locator("[data-opened=escalier]")
    expect(opened).to_have_attribute("data-fit", "fits")
    opened.locator("summary").click()
    expect(opened).to_contain_text(SECRETS["escalier"])
    # A device that was shown another seal before finds it out.
    day = anna.page.request.get(f"{visitors.url}/api/daily").json()["games"][0]["before"]["day"]
    seal = {"of": f"{day}/escalier", "commitment": "0" * 64, "early": True}
    anna.page.evaluate("(seal) => localStorage.setItem('toctoc:seals', JSON.stringify([seal]))", seal)
    anna.page.reload()
    expect(opened).to_have_attribute("data-fit", "wrong")
    anna.sees("the deal was changed!")
