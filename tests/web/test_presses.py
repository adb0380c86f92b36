"""A tap does what it was aimed at, once: everything that acts, on every screen."""

import pytest
from playwright.sync_api import ViewportSize

from tests.counts import TAPPED_TWICE, one_of

from .passing import Reach
from .person import People, Person
from .presses import LateAnswers, Presses
from .screens import SCREENS
from .test_layout_shift import SIZES, check_shift


def invited(people: People, person: Person) -> None:
    """An invitation, as a guest sees it."""
    host = people.come("Ben")
    host.goto("/play/toctoctoc?friends")
    person.goto(f"/t/{host.code}")
    person.page.locator("form button").wait_for()


PAGES = SCREENS | {"invited": invited}
FIRST = ("home", "lobby", "escalier-over", "chocottes-turn")  # in the small edition
NAMES = [
    *FIRST,
    *(
        pytest.param(name, marks=pytest.mark.long)
        for name in PAGES
        if name not in (*FIRST, "offline", "line-lost")
    ),
]


def is_dialog(person: Person) -> bool:
    return person.page.locator("dialog[open]").count() > 0


def check_double_taps(people: People, person: Person, presses: Presses, reach: Reach) -> None:
    """Tap some things twice, each on the screen as it was."""
    path, is_over_page = person.path, is_dialog(person)
    tried: set[str] = set()
    tapped = 0
    while tapped < TAPPED_TWICE and (left := [name for name in presses.names() if name not in tried]):
        name = person.dice.choice(left)
        tried.add(name)
        tapped += presses.tap_twice(name)
        if is_over_page:  # some can be reached only once
            person = people.come("Anna", person.page.viewport_size or SIZES[0], is_shown=True)
            presses = Presses(person)
            reach(people, person)
        else:
            person.goto(path)
        presses.wait()
    assert tapped, f"none of {tried} took a tap"


@pytest.mark.parametrize("size", one_of(SIZES))
@pytest.mark.parametrize("name", NAMES)
def test_a_tap_does_what_it_was_aimed_at_once(people: People, name: str, size: ViewportSize) -> None:
    anna = people.come("Anna", size, is_shown=True)
    presses = Presses(anna)
    PAGES[name](people, anna)
    presses.wait()
    assert presses.press_all_while_moved() == []
    if not is_dialog(anna):
        assert presses.open_while_late(LateAnswers(anna), anna.path) == []
        check_shift(anna)
        presses.wait()
    check_double_taps(people, anna, presses, PAGES[name])
