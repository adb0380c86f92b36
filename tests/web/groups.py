"""The pages of groups, and how one gets there."""

from .passing import Reach
from .person import DOUBLE_TAP_MS, People, Person


def groups(_: People, person: Person) -> None:
    person.goto("/g")
    person.page.locator("form input").wait_for()


def group(people: People, person: Person) -> None:
    """One that this person has just made."""
    groups(people, person)
    person.page.locator("form input").fill("Night owls of the tower"[:20])
    person.page.locator("form .warm").click()
    person.page.locator("[data-member]").wait_for()
    person.page.get_by_test_id("link").wait_for()


def group_asked(people: People, person: Person) -> None:
    """Before it is closed."""
    group(people, person)
    person.page.locator("main > .row button").last.click()
    person.page.locator("dialog").wait_for()


def group_result(people: People, person: Person) -> None:
    """The end of its first game, with how the series stands."""
    group(people, person)
    person.page.wait_for_timeout(DOUBLE_TAP_MS)  # in some languages the next button comes where the last one was
    person.page.locator("main section:first-of-type .row button").last.click()
    person.page.locator("button.start").last.click()
    person.page.locator("main [data-seat]").first.wait_for()
    people.finish(person)
    person.page.get_by_test_id("series").wait_for()


def group_played(people: People, person: Person) -> None:
    """One with a game in its series."""
    group_result(people, person)
    person.more().locator("a[href^='/g/']").click()
    person.page.locator("[data-played]").wait_for()
    person.page.get_by_test_id("link").wait_for()


def group_stranger(people: People, person: Person) -> None:
    """A person with the link, not yet a member."""
    host = people.come("Anna")
    group(people, host)
    person.goto(host.path)
    person.page.locator("[data-member]").wait_for()
    person.page.get_by_test_id("link").wait_for()


def group_removing(people: People, person: Person) -> None:
    """A member beside whose name is a bin."""
    group(people, person)
    other = people.come("Maximilian-Alexander"[:20])
    other.goto(person.path)
    other.page.locator("main .warm").first.click()
    person.page.locator("[data-member] button").wait_for()


SCREENS: dict[str, Reach] = {
    "groups": groups, "group": group, "group-asked": group_asked, "group-stranger": group_stranger,
    "group-result": group_result, "group-played": group_played, "group-removing": group_removing,
}  # fmt: skip
