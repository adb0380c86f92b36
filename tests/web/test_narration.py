"""Events are narrated, and stay visible for as long as people need."""

from playwright.sync_api import ViewportSize, expect

from .person import PHONE, People
from .screens import knock

# Once the table has its new size, no sum lies on a card.
SUMS_COVER_NOTHING = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  return !boxes("[data-sum]").some((sum) => boxes(".place").some((card) =>
    sum.top < card.bottom - 1 && card.top < sum.bottom && sum.left < card.right && card.left < sum.right));
}"""
WIDE: ViewportSize = {"width": 1366, "height": 768}


def test_a_round_that_is_over_lies_open_until_one_goes_on(people: People) -> None:
    anna = people.come("Anna", WIDE)
    people.meet("chocottes", anna, players=4, options={"tiles": [1, 2, 3]})  # who has to draw one is not out by it
    knock(people, anna)
    page = anna.page
    expect(page.get_by_test_id("round-end")).to_contain_text("You end the round")
    expect(page.locator("[data-sum]")).to_have_count(4)
    expect(page.locator("main [role=group] button:not([aria-label^='Card'])")).to_have_count(0)  # all lie open
    assert not [one for one in anna.tappable() if one["action"].startswith("look")]
    # There is room for it beside the table.
    expect(page.get_by_test_id("history-list")).to_contain_text("The round is over")
    page.set_viewport_size(PHONE)
    expect(page.get_by_test_id("history-list")).not_to_be_visible()
    for _ in range(200):
        if page.evaluate(SUMS_COVER_NOTHING):
            break
        page.wait_for_timeout(20)  # the rows take their new size
    assert page.evaluate(SUMS_COVER_NOTHING)
    for cards in page.locator(".others .place").all():  # a long sum widens no row
        expect(cards).to_be_in_viewport(ratio=0.99)
    page.get_by_test_id("next").click()
    expect(page.get_by_test_id("round-end")).to_have_count(0)
    expect(page.locator(".near [data-action^=look]")).to_have_count(4)
    page.get_by_test_id("history").click()
    expect(page.locator("dialog").get_by_test_id("history-list")).to_contain_text("The round is over")
