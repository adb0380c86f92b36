"""A group in the browser: made, joined by its link, a table with a chair each, its series, left and closed."""

import re

from playwright.sync_api import expect

from tests.scale import scaled

from .groups import group
from .person import PHONE, People

GAMES = scaled(1, most=2)


def test_a_group_plays_in_its_own_chairs_and_the_series_counts(people: People) -> None:
    anna, bert = people.come("Anna"), people.come("Bert", PHONE)
    group(people, anna)
    link = anna.page.get_by_test_id("link").get_attribute("href")
    assert link is not None
    assert link.endswith(anna.path)
    bert.goto(anna.path)
    bert.page.get_by_role("button", name="Join as Bert").click()
    expect(bert.page.locator("[data-member=Bert]")).to_contain_text("(you)")
    expect(bert.page.locator("[data-member]")).to_have_count(2)

    expect(anna.page.locator("[data-member=Bert]")).to_be_visible()  # it shows by itself
    anna.page.get_by_role("button", name="The Haunted Staircase").click()
    code = anna.code
    bert.page.get_by_role("button", name="Take my seat at the table").click()
    assert bert.code == code
    expect(anna.page.locator("button.start").last).to_be_enabled()
    expect(anna.page.locator("[data-seat='1']")).to_contain_text("Bert")
    assert [seat["name"] for seat in anna.device_state()["lobby"]["seats"]] == ["Anna", "Bert"]
    anna.page.locator("button.start").last.click()
    for person in (anna, bert):
        person.page.locator("main [data-seat]").first.wait_for()
    people.finish(anna, bert)
    score = re.compile("Anna 1 : [01] Bert|Bert 1 : [01] Anna")  # the victory may be shared
    for person in (anna, bert):
        expect(person.page.get_by_test_id("series")).to_contain_text(score)
    for _ in range(GAMES - 1):
        for person in (bert, anna):
            person.page.get_by_role("button", name="Play again").click()
        anna.page.locator("main [data-seat]").first.wait_for()
        people.finish(anna, bert)

    place = bert.place
    anna.more().get_by_role("link", name=re.compile("Night owls")).click()
    anna.sees({1: "1 game played together", 2: "2 games played together"}[GAMES])
    expect(anna.page.locator("[data-played=escalier]").first).to_contain_text("Bert")
    won = re.compile(rf"won [012] of {GAMES}")
    expect(anna.page.locator("[data-member=Anna]")).to_contain_text(won)
    replay = anna.page.locator("[data-played=escalier] a").first
    expect(replay).to_have_attribute("href", f"/replay/{place}/{GAMES}")
    path = anna.path
    anna.goto("/")
    expect(anna.page.get_by_test_id("my-groups")).to_contain_text("At the table: Bert")
    anna.goto(path)

    bert.goto(anna.path)
    bert.page.get_by_role("button", name="Leave the group").click()
    bert.page.locator("dialog").get_by_role("button", name="Leave the group").click()
    expect(bert.page.locator("[data-member]")).to_have_count(1)
    bert.goto("/g")
    expect(bert.page.locator("main ul a")).to_have_count(0)

    # A member whom the founder removes does not come back.
    bert.page.goto(link)
    bert.page.get_by_role("button", name="Join as Bert").click()
    expect(bert.page.get_by_role("button", name="Remove Anna")).to_have_count(0)
    anna.page.get_by_role("button", name="Remove Bert").click()
    anna.page.locator("dialog").get_by_role("button", name="Remove Bert").click()
    anna.sees("Bert has been removed.")
    expect(anna.page.locator("[data-member]")).to_have_count(1)
    bert.page.get_by_role("button", name="Join as Bert").click()
    bert.sees("has removed you")

    anna.goto("/g")
    anna.page.get_by_role("link", name=re.compile("Night owls")).click()
    anna.page.get_by_role("button", name="Close the group").click()
    anna.page.locator("dialog").get_by_role("button", name="Close the group").click()
    anna.page.wait_for_url("**/g")
    bert.page.goto(link)
    bert.sees("There is no such group")
