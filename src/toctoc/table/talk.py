"""Check table talk: pictures speak every language, free text needs the host's leave, and never too much of it."""

from toctoc.table.text import BadText, tidy

__all__ = ["LONGEST_TEXT", "PHRASES", "PICTURES", "BadText", "checked_text"]

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
    """Return free text made tidy, as a name is; raise `BadText` with what is wrong with it."""
    return tidy(text, LONGEST_TEXT, BadText)
