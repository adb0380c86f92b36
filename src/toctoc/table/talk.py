"""Table talk: pictures that speak every language, free text where the host allows it, and never too much."""

from toctoc.table.text import BadText, tidy

__all__ = ["LONGEST_TEXT", "PHRASES", "PICTURES", "BadText", "Throttle", "checked_text"]

LONGEST_TEXT = 200

# What can be said, in the order in which it is offered, and its picture. The words are in the catalogues as
# `talk.<id>`. Logs and records hold the ids, so an id stays once it is there.
PICTURES = {
    "hello": "👋",
    "good-luck": "🍀",
    "yes": "👍",
    "no": "👎",
    "thanks": "🙏",
    "please": "🥺",
    "well-played": "👏",
    "oops": "🙈",
    "hurry": "⏳",
    "thinking": "🤔",
    "laugh": "😂",
    "cry": "😭",
    "wow": "😮",
    "boo": "👻",
    "again": "🔁",
    "goodbye": "🌙",
}
PHRASES = tuple(PICTURES)


def checked_text(text: str) -> str:
    """Free text made tidy, as a name is; `BadText` says what is wrong with it."""
    return tidy(text, LONGEST_TEXT, BadText)


class Throttle:
    """How often something may be done: `burst` times at once, and `per_second` on the average."""

    __slots__ = ("_burst", "_left", "_per_second", "_then")

    def __init__(self, burst: int, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left = float(burst)
        self._then: float | None = None  # when something was last asked for

    def take(self, now: float) -> bool:
        """Whether it may be done once more at this time, in seconds; a clock set back gives nothing."""
        if self._then is None:
            self._then = now
        elif now > self._then:
            self._left = min(self._burst, self._left + (now - self._then) * self._per_second)
            self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
