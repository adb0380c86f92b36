"""Choose signs and colours. Every colour has a sign or a word beside it: nothing is said by colour alone."""

import re
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from toctoc.cli.terminal.speech import Speaker

SEATS = ("cyan", "magenta", "green", "yellow", "blue")
NOTICE = "bold red"
QUESTION = "bold"
QUIET = "dim"


@dataclass(frozen=True, slots=True)
class Signs:
    is_ascii: bool  # then a game's own signs are ASCII too: `either`
    turn: str  # of the player to act
    card: str  # a card in a hand, from behind
    corners: str  # of a card: left and right above, left and right below, then flat and upright edges
    back: str  # of a card
    dot: str  # between two remarks
    to: str  # between the ends of a range

    def either(self, full: str, plain: str) -> str:
        """Return `full`, or its substitute in ASCII where the terminal can show no more."""
        return plain if self.is_ascii else full


FULL_SIGNS = Signs(False, "▶", "▮", "╭╮╰╯─│", "░", "·", "–")
PLAIN_SIGNS = Signs(True, ">", "#", "++++-|", ":", "-", "-")


def signs(console: Console) -> Signs:
    """Return the signs that a terminal can show."""
    return PLAIN_SIGNS if console.options.ascii_only else FULL_SIGNS


def painted(text: str, speaker: Speaker) -> Text:
    """Paint a sentence, its players in the colours of their seats."""
    line = Text(text)
    for seat in range(len(speaker.names)):
        line.highlight_regex(rf"(?<!\w){re.escape(speaker.player(seat))}(?!\w)", f"bold {SEATS[seat]}")
    return line


def player(seat: int, speaker: Speaker) -> Text:
    return Text(speaker.player(seat), f"bold {SEATS[seat]}", overflow="ellipsis", no_wrap=True)
