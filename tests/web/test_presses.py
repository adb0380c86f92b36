"""A tap does what it was aimed at, once: everything that acts, on every screen."""

import random

import pytest
from playwright.sync_api import ViewportSize

from tests.scale import scaled

from .person import People, Person
from .presses import LateAnswers, Presses
from .screens import SCREENS
from .test_layout_shift import SIZES, check_shift, now


def invited(people: People, person: Person) -> None:
    """An invitation, as a guest sees it."""
    host = people.come("Ben")
    host.goto("/play/toctoctoc?friends")
    person.goto(f"/t/{host.code}")
    person.page.locator("form button").wait_for()


PAGES = SCREENS | {"invited": invited}
PASSING = ("offline", "line-lost")  # gone once the page is loaded anew: nothing of theirs can be late
FIRST = ("home", "chocottes-turn", "escalier-over")
OTHERS = [name for name in PAGES if name not in FIRST][::2]
TAPPED_TWICE = scaled(1, most=3)  # things that act, of each screen; each size of a screen begins with others


def in_order(names: list[str], size: ViewportSize) -> list[str]:
    """Shuffle the names of a screen's elements, always alike; each size begins with others."""
    chosen = sorted(set(names))
    random.Random(0).shuffle(chosen)
    first = SIZES.index(size) * TAPPED_TWICE % max(1, len(chosen))
    return chosen[first:] + chosen[:first]


def check_double_taps(people: People, person: Person, presses: Presses, name: str, size: ViewportSize) -> None:
    """Tap some things twice, each on the screen as it was."""
    path, can_reload = person.path, presses.dialogs() == 0 and name not in PASSING
    tried: set[str] = set()
    tapped = 0
    while tapped < TAPPED_TWICE and (left := [one for one in in_order(presses.names(), size) if one not in tried]):
        tried.add(left[0])
        tapped += presses.tap_twice(left[0])
        if can_reload:
            person.goto(path)
        else:  # some can be reached only once
            person = people.come("Anna", size, is_shown=True)
            presses = Presses(person)
            PAGES[name](people, person)
        presses.wait()
    assert tapped, f"none of {tried} took a tap"


@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param(name, SIZES[at % len(SIZES)], marks=() if name in FIRST else pytest.mark.nightly, id=name)
        for at, name in enumerate([*FIRST, *OTHERS])
    ],
)
def test_a_tap_does_what_it_was_aimed_at_once(people: People, name: str, size: ViewportSize) -> None:
    anna = people.come("Anna", size, is_shown=True)
    late, presses = LateAnswers(anna), Presses(anna)
    PAGES[name](people, anna)
    presses.wait()
    assert presses.press_all_while_moved() == []
    if presses.dialogs():
        since = now(anna)
        assert not presses.reopen_while_late(late)
        check_shift(anna, since)
    elif name not in PASSING:
        assert presses.open_while_late(late, anna.path) == []
        check_shift(anna)
        presses.wait()
    check_double_taps(people, anna, presses, name, size)
