"""axe-core finds nothing on any screen, and fingers all; test_sizes.py asks at every moment of a game."""

import pytest

from toctoc.lang import LANGUAGES

from .axe import findings
from .person import LANDSCAPE, PHONE, People
from .screens import AT_TABLES, SCREENS
from .targets import too_small

# Of each kind of screen one is in the small edition; test_sizes.py and test_text_table.py have tables.
SMALL = {"home", "lobby", "menu"}
ASIDE = [
    pytest.param(name, marks=() if name in SMALL else pytest.mark.long)
    for name in SCREENS
    if name not in AT_TABLES
]


@pytest.mark.parametrize("screen", ASIDE)
def test_axe_finds_nothing_and_fingers_everything(people: People, screen: str) -> None:
    person = people.come("Zoé", PHONE)
    SCREENS[screen](people, person)
    assert too_small(person) == []
    assert findings(person) == []
    person.page.set_viewport_size(LANDSCAPE)
    assert too_small(person) == []


@pytest.mark.long
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("screen", ASIDE)
def test_every_screen_is_the_same_in_every_language(people: People, screen: str, language: str) -> None:
    person = people.come("Zoé with 20 letters.", PHONE, language=language)
    SCREENS[screen](people, person)
    assert too_small(person) == []
    assert findings(person) == []
