"""Play with anyone: strangers meet at a table that begins by itself, and the list of open tables tells of it."""

from playwright.sync_api import Locator, expect

from .person import PHONE, People, Person

GAME = "escalier"  # for three, as a rule


def come(*everybody: Person) -> None:
    """Open the first page. A table begins 20 s after it was made: on a busy machine a page may take as long."""
    for person in everybody:
        person.goto("/")
        expect(button(person)).to_be_enabled()


def look(person: Person) -> None:
    """Look for anybody to play with, from the first page."""
    button(person).click()
    expect(person.page.get_by_text("(you)")).to_be_visible()


def button(person: Person) -> Locator:
    return person.page.locator(f"[data-game={GAME}]").get_by_role("button", name="Play with anyone")


def test_strangers_come_go_and_meet_at_a_game_that_begins_by_itself(people: People, anna: Person) -> None:
    ben, carla, watcher = people.come("Ben", PHONE), people.come("Carla"), people.come("Dora")
    come(anna, ben, carla, watcher)
    expect(watcher.page.get_by_role("heading", name="Open tables")).to_have_count(0)
    look(anna)
    look(ben)
    taken = anna.page.locator("li:not(.free)")
    expect(taken).to_have_count(2)
    ben.page.get_by_role("button", name="Cancel").click()
    expect(ben.page.get_by_role("heading", name="Toctoc", exact=True)).to_be_visible()
    expect(taken).to_have_count(1)
    anna.page.get_by_role("button", name="Cancel").click()

    look(anna)  # at a new table, whose 20 s begin
    expect(anna.page.get_by_role("status").filter(has_text="1 of 3 seats is taken.")).to_be_visible()
    expect(anna.page.get_by_test_id("begins")).to_contain_text("The game begins in")
    look(ben)
    assert ben.code == anna.code
    expect(taken).to_have_count(2)
    expect(watcher.page.get_by_role("heading", name="Open tables")).to_have_count(0)
    look(carla)
    for person in (anna, ben, carla):
        expect(person.page.locator("main .mine[data-seat], main [data-seat].mine").first).to_be_visible()
        assert len(person.device_state()["view"]["scores"]) == 3
        assert all(seat["kind"] == "person" for seat in person.device_state()["lobby"]["seats"])


def test_a_late_player_is_led_to_another_table_in_every_tab(people: People, anna: Person) -> None:
    """The page remembers the wish to play; the game that has begun is not this person's."""
    ben = people.come("Ben")
    code = people.meet(GAME, anna, players=2)
    ben.goto("/")
    ben.page.evaluate("(code) => sessionStorage.setItem(`toctoc:match:${code}`, 'true')", code)
    ben.goto(f"/t/{code}")
    expect(ben.page.get_by_text("(you)")).to_be_visible()
    assert ben.code != code
    tab = people.again(ben)
    come(tab)
    look(tab)
    assert tab.code == ben.code
    ben.sees("This table is open in another tab.")
    expect(tab.page.locator("li:not(.free)")).to_have_count(1)
    tab.page.get_by_role("button", name="Cancel").click()
