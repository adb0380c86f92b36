"""The place of a hint: not upon the cards in question."""

import pytest
from playwright.sync_api import ViewportSize

from .passing import hosted
from .person import DESKTOP, LANDSCAPE, PHONE, People

# The houses that the hint hides some of; without the own one, beside which it stands on a phone.
HIDDEN = """() => {
  const hint = document.querySelector("[data-testid=hinted]").getBoundingClientRect();
  return [...document.querySelectorAll("main section[data-house]:not([data-house='0'])")].flatMap((house) => {
    const box = house.getBoundingClientRect();
    const width = Math.min(box.right, hint.right) - Math.max(box.left, hint.left);
    const height = Math.min(box.bottom, hint.bottom) - Math.max(box.top, hint.top);
    return width > 1 && height > 1 ? [house.dataset.house] : [];
  });
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, DESKTOP])
def test_a_hint_covers_no_house_of_four_others(people: People, size: ViewportSize) -> None:
    person = people.come("Anna", size)
    hosted(person, "toctoctoc", players=5, hints=True)
    person.page.locator("[data-testid=hint]:enabled").click()
    person.page.locator("[data-testid=hint-mark]").first.wait_for()
    for _ in range(1_200):
        if not (found := person.page.evaluate(HIDDEN)):
            break
        person.page.wait_for_timeout(50)  # it goes to its place
    assert found == []
