"""axe-core finds nothing on any screen; test_sizes.py asks it at every moment of a game."""

import pytest

from .axe import findings
from .person import PHONE, People
from .screens import AT_TABLES, SCREENS


@pytest.mark.parametrize("screen", [name for name in SCREENS if name not in AT_TABLES])
def test_axe_finds_nothing(people: People, screen: str) -> None:
    person = people.come("Zoé", PHONE)
    SCREENS[screen](people, person)
    assert findings(person) == []
