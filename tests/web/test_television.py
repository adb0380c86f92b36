"""The television is read from three metres, at both of its sizes, in every language; axe finds nothing on it.

Nothing on it can be tapped, so that it is no page for the test of presses.
"""

import pytest

from toctoc.lang import LANGUAGES

from .axe import findings
from .person import People, Person
from .presses import RECORDER
from .televisions import SCREENS, SIZES, letters
from .test_layout_shift import check_shift

# Of the screen's height. On a television of 55 inches, 2.2 % are 1.5 cm: people with ordinary sight read them at
# three metres and more.
LEAST = 2.2  # for everything that is written, the smallest marks included
LEAST_OF_THE_QUESTION = 3.5
ROUNDING = 0.02


def faults(person: Person) -> list[str]:
    """Return all letters that are too small, or cut; what moves or grows may be anything."""
    for _ in range(40):
        found = []
        for one in letters(person):
            least = LEAST_OF_THE_QUESTION if one["isAsked"] else LEAST
            if one["cut"]:
                found.append(f"{one['text']!r} ({one['where']}) is cut by {one['cut']}")
            if one["share"] is not None and one["share"] < least - ROUNDING:
                found.append(f"{one['text']!r} ({one['where']}) has {one['share']:.2f} % of the height")
        if not found:
            break
        person.page.wait_for_timeout(300)
    return found


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCREENS)
def test_a_room_reads_the_television_from_three_metres(people: People, name: str, language: str) -> None:
    screen = people.come("Screen", SIZES["1080p"], language, is_shown=True)
    screen.page.add_init_script(RECORDER)
    SCREENS[name](people, screen)
    check_shift(screen)
    for size in SIZES.values():
        screen.page.set_viewport_size(size)
        assert faults(screen) == [], size
    assert screen.page.evaluate("presses.acting().map(presses.nameOf)") == []
    assert findings(screen, *SIZES.values()) == []
