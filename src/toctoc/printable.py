"""The unprintable characters, which names and talk may not have: one list for every Python version.

`str.isprintable` uses the Unicode tables of the running Python, so a name could be valid on one machine only. This
list has the control, format, surrogate, private and separator characters of Unicode 17 and the noncharacters;
unassigned characters are accepted. `docs/reference/record.md` has the same list.
"""

import re

# First and last code points, in hexadecimal as in the tables of Unicode.
UNPRINTABLE = """
0000-001F 007F-00A0 00AD 0600-0605 061C 06DD 070F 0890-0891 08E2 1680 180E 2000-200F 2028-202F 205F-206F
3000 D800-F8FF FDD0-FDEF FEFF FFF0-FFFB FFFE-FFFF 110BD 110CD 13430-1343F 1BCA0-1BCA3 1D173-1D17A
1FFFE-1FFFF 2FFFE-2FFFF 3FFFE-3FFFF 4FFFE-4FFFF 5FFFE-5FFFF 6FFFE-6FFFF 7FFFE-7FFFF 8FFFE-8FFFF
9FFFE-9FFFF AFFFE-AFFFF BFFFE-BFFFF CFFFE-CFFFF DFFFE-DFFFF E0000-E007F EFFFE-10FFFF
"""
JOINER = "\u200d"  # joins two pictures into one: families, flags


def _ranges() -> list[tuple[int, int]]:
    parts = [part.partition("-") for part in UNPRINTABLE.split()]
    return [(int(first, 16), int(last or first, 16)) for first, _, last in parts]


_FOUND = re.compile("[" + "".join(f"{re.escape(chr(a))}-{re.escape(chr(b))}" for a, b in _ranges()) + "]")


def printable(text: str) -> bool:
    """Tell whether a text has none of the `UNPRINTABLE` characters."""
    return not _FOUND.search(text)


def printable_name(text: str) -> bool:
    """Tell whether a text can be a name: printable except for joiners, and not joiners only."""
    return bool(signs := text.replace(JOINER, "")) and printable(signs)
