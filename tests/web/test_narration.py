"""Events are narrated, and stay visible for as long as people need."""

from playwright.sync_api import ViewportSize, expect

from .person import PHONE, People
from .screens import knock

WIDE: ViewportSize = {"width": 1366, "height": 768}


def test_a_round_that_is_over_lies_open_until_one_goes_on(people: People) -> None:
    anna = people.come("Anna", WIDE)
    people.meet("chocottes", anna, players=3, options={"tiles": [1, 2, 3]})  # who has to draw one is not out by it
    knock(people, anna)
    page = anna.page
    expect(page.get_by_test_id("round-end")).to_contain_text("You end the round")
    expect(page.locator("[data-sum]")).to_have_count(3)
    expect(page.locator("main [role=group] button:not([aria-label^='Card'])")).to_have_count(0)  # all lie open
    assert not [one for one in anna.tappable() if one["action"].startswith("look")]
    # There is room for it beside the table.
    expect(page.get_by_test_id("history-list")).to_contain_text("The round is over")
    page.set_viewport_size(PHONE)
    expect(page.get_by_test_id("history-list")).not_to_be_visible()
    page.get_by_test_id("next").click()
    expect(page.get_by_test_id("round-end")).to_have_count(0)
    expect(page.locator(".near [data-action^=look]")).to_have_count(4)
    page.get_by_test_id("history").click()
    expect(page.locator("dialog").get_by_test_id("history-list")).to_contain_text("The round is over")
