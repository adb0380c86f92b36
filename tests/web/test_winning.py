"""Winning: lanterns, news and an achievement for the winner, kind words for the others."""

from typing import Any

from playwright.sync_api import ViewportSize, expect

from .person import PHONE, People, Person

LOW: ViewportSize = {"width": 360, "height": 540}
# Whether the winner's picture is whole above the news, or not there at all.
IS_APART = """() => {
  const face = document.querySelector(".celebration .face > :last-child");
  const news = document.querySelector("[data-headline]").getBoundingClientRect();
  return getComputedStyle(face).visibility === "hidden" || face.getBoundingClientRect().bottom <= news.top + 1;
}"""


def known(person: Person) -> dict[str, str]:
    """The children under the ghosts, by place, as the memory aid of this person says."""
    aids = [own["aid"] for message in person.heard for own in message.get("own", []) if own.get("aid")]
    return dict(aids[-1])


def answer(person: Person, is_right: bool) -> None:
    """Send the move that finds the sought child, or one that does not."""
    told: dict[str, Any] = person.device_state()
    seat = next(seat for seat in told["legal"] if seat in told["view"]["to_act"])
    under, view = known(person), told["view"]
    right = {f"turn {place}" for place in under if under[place] == view["sought"]}
    if view["phase"] == "riddle":
        right = {f"name {under.get('white')}"}
    legal: list[str] = told["legal"][seat]
    liked = [action for action in legal if (action in right) == is_right]
    person.play(seat, (liked or legal)[0])


def play(anna: Person, bert: Person) -> None:
    """Anna remembers everything, and Bert nothing."""
    code = anna.code
    for person in (anna, bert):
        person.take_line(code)
    while any(person.device_state()["lobby"].get("stage") != "over" for person in (anna, bert)):
        for person in (anna, bert):
            if person.is_asked():
                answer(person, is_right=person is anna)
        anna.page.wait_for_timeout(5)
    for person in (anna, bert):
        person.goto(f"/t/{code}")


def test_the_winner_has_lanterns_and_news_and_the_loser_kind_words(people: People) -> None:
    anna, bert = people.come("Anna", PHONE), people.come("Bert")
    people.meet("escalier", anna, bert, players=2, options={"memory_aid": True})
    play(anna, bert)

    expect(anna.page.locator("#result")).to_have_text("You win!")
    expect(anna.page.get_by_test_id("lanterns")).to_have_count(1)
    expect(anna.page.get_by_test_id("kind")).to_have_count(0)
    news = anna.page.locator("[data-headline]")
    expect(news.filter(has_text="Perfect memory")).to_be_visible()
    expect(news.filter(has_text="First win against Bert")).to_be_visible()

    anna.page.set_viewport_size(LOW)
    anna.until(IS_APART)
    anna.page.set_viewport_size(PHONE)

    expect(bert.page.locator("#result")).to_have_text("Anna wins!")
    expect(bert.page.get_by_test_id("kind")).not_to_be_empty()
    expect(bert.page.get_by_test_id("lanterns")).to_have_count(0)
    expect(bert.page.locator("[data-headline=first-win]")).to_have_count(0)

    # The further buttons open above the two large ones, which stay where they are.
    again = anna.page.get_by_role("button", name="Play again")
    before = again.bounding_box()
    anna.page.get_by_role("button", name="More").press("Enter")
    anna.page.get_by_role("link", name="My games").wait_for()
    assert again.bounding_box() == before
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("link", name="My games")).to_have_count(0)
    expect(anna.page.get_by_role("button", name="More")).to_be_focused()

    anna.more().get_by_role("link", name="My games").click()
    earned = anna.page.locator("[data-shelf=escalier] [data-achievement=perfect-memory]")
    expect(earned).to_have_attribute("data-earned", "true")
    expect(earned).to_contain_text("Earned on")
    open_still = anna.page.locator("[data-shelf=toctoctoc] [data-achievement=closed-door]")
    expect(open_still).to_have_attribute("data-earned", "false")
    expect(open_still).to_contain_text("Win without opening your door once.")


def test_a_spectator_of_the_end_can_ask_for_a_seat(people: People) -> None:
    anna, dora = people.come("Anna"), people.come("Dora", PHONE)
    people.meet("escalier", anna, players=2)
    people.finish(anna)
    dora.goto(f"/t/{anna.code}")
    expect(dora.page.locator("#result")).to_be_visible()
    expect(dora.page.get_by_test_id("kind")).to_have_count(0)
    expect(dora.page.get_by_test_id("lanterns")).to_have_count(0)
    dora.page.get_by_role("button", name="Take a bot’s seat").click()  # nothing covers it
    expect(dora.page.get_by_role("button", name="Play again")).to_be_visible()
