"""A person with a keyboard only."""

from typing import Any

from .person import GUARDED, Person

FOCUS = """(selector) => {
  const at = document.activeElement ?? document.body;
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const isRinged = at.matches(":focus-visible") && outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  return {
    isLost: at === document.body,
    isShown: at.tabIndex < 0 || isRinged, // what is only read out needs no ring
    isThere: selector !== null && at.matches(selector),
    what: at.outerHTML.slice(0, 200),
  };
}"""


class Keyboard:
    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.done: set[str] = set()

    def focus(self, selector: str | None = None) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(FOCUS, selector)
        assert found["isLost"] or found["isShown"], f"nobody sees the focus on {found['what']}"
        return found

    def press(self, key: str) -> None:
        """A key that does something: afterwards the focus is still somewhere."""
        before = self.focus()
        self.page.keyboard.press(key)
        self.kept(f"{key} on {before['what']}")

    def kept(self, after: str) -> None:
        """The focus may be on its way for a moment, while the table changes."""
        for _ in range(400):
            if not self.focus()["isLost"]:
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"the focus is lost after {after}")

    def reach(self, selector: str, key: str = "Tab") -> None:
        """Go there from wherever one is."""
        for _ in range(80):
            if self.focus(selector)["isThere"]:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{selector} cannot be reached with {key}")

    def choose(self, selector: str, key: str = "Enter") -> None:
        self.reach(selector)
        self.press(key)

    def actions(self) -> list[str]:
        """Return the possible actions, each by the selector of its element."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll("main [data-action], main [data-pick], main .hand [data-card]")]
              .filter((one) => !one.matches(":disabled, [aria-disabled=true]"))
              .map(({ dataset: { action, pick, card, place } }) =>
                action ? `[data-action="${action}"]` : place ? `[data-place=${place}]`
                  : card ? `[data-card=${card}]` : "[data-pick]")"""
        )
        return found

    def wait(self) -> bool:
        """Wait until the table waits for this person and focus is in place; False when the game is over."""
        for _ in range(6_000):
            if self.person.device_state()["lobby"]["stage"] == "over":
                return False
            if self.person.is_asked() and self.actions() and not self.page.locator(GUARDED).count():
                self.kept("waiting")
                return True
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing can be done: {self.person.device_state()['view']}")
