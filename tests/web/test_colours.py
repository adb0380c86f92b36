"""The places of the Haunted Staircase carry the whole names of their colours wherever these fit."""

from typing import Any

import pytest

from .person import People
from .screens import in_phase

# The names as they are drawn, and the badges that lie upon another one or leave the screen.
NAMES = """() => {
  const badges = [...document.querySelectorAll(".place .badge")];
  const boxes = badges.map((badge) => badge.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return {
    names: badges.map((badge) => badge.innerText.trim()).filter(Boolean),
    cut: boxes.flatMap((box, at) =>
      box.left < 0 || box.right > innerWidth || boxes.some((other, nth) => nth < at && meet(box, other))
        ? [badges[at].innerText] : []),
  };
}"""
WHOLE = {
    "en": ["Red", "Green", "Blue", "Yellow", "White"],
    "fr": ["Rouge", "Verte", "Bleue", "Jaune", "Blanche"],
}


@pytest.mark.parametrize("language", WHOLE)
def test_colours_stand_whole_where_they_fit(people: People, language: str) -> None:
    anna = people.come("Anna", {"width": 1920, "height": 1080}, language)
    in_phase("escalier", None)(people, anna)

    def drawn(width: int, height: int) -> dict[str, Any]:
        anna.page.set_viewport_size({"width": width, "height": height})
        found: dict[str, Any] = anna.page.evaluate(NAMES)
        return found

    for size in [(1920, 1080), (390, 844), (360, 740)]:
        assert drawn(*size) == {"names": WHOLE[language], "cut": []}
    short = drawn(360, 560)  # too little room for the disc
    assert short["cut"] == []
    assert all(name.startswith(begin) for name, begin in zip(WHOLE[language], short["names"], strict=True))
    assert len(short["names"][4]) < len("White")
