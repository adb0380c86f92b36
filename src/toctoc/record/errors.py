"""Errors of records: a code, its details, and the message in English.

The catalogues have the same messages in every language, under `record.` and the code. A detail is a number or a
printable text; values of the record are quoted as JSON.
"""

import json

from toctoc.core.errors import Refused
from toctoc.core.game import Game

MAX_QUOTED_CHARS = 60

MESSAGES = {
    # The line.
    "too-long": "the line is longer than {most} bytes, the limit of a record",
    "not-utf8": "byte {byte} of the line is {value}; a record is UTF-8 text",
    "byte-order-mark": "the line begins with a byte order mark; a file of records has none",
    "cut-off": "the line is cut off: its JSON does not end; a record is one JSON object on one line",
    "not-json": "this is not JSON from character {character} on, {near}; a record is one JSON object on one line",
    "not-whole": "{value} is not a whole number; a record has only whole numbers, without fraction or exponent",
    "too-many-digits": "a number has thousands of digits; no number of a record has more than ten",
    "too-deep": "lists and objects are nested hundreds deep; a record has at most four levels",
    "repeated-key": "the key {key} occurs twice in one object; in a record each key occurs once",
    "not-a-record": "this is JSON, but not an object: {value}; a record is a JSON object",
    # Its parts.
    "not-an-object": "{path} is {value}; it has to be a JSON object",
    "not-a-list": "{path} is {value}; it has to be a JSON list",
    "missing-key": "the key {path} is missing",
    "unknown-key": "there is no key {path} in this format; there are: {keys}",
    "unknown-option": "{path} is not an option of {game} in this version; there are: {options}",
    "format": "its format is {value}; this program reads format {format}",
    "game": "there is no game {value}; there are: {games}",
    "rules": "its rules are version {value}; this program has version {rules} of {game}",
    "players": "the number of seats is {seats}; {title} is for {fewest} to {most} players",
    "players-only": "the number of seats is {seats}; {title} is for {fewest} players",
    "one-a-seat": "the number of entries in {path} is {count}; it has to be {seats}, one per seat",
    "name": "{path} is {value}; it has to be a text of 1 to {most} printable characters",
    "choice": "{path} is {value}; it has to be one of {choices}",
    "flag": "{path} is {value}; it has to be true or false",
    "whole": "{path} is {value}; it has to be a whole number",
    "number": "{path} is {value}; it has to be a whole number from {least} to {most}",
    "numbers": "{path} is {value}; it has to be a list of {count} whole numbers from {least} to {most}",
    "text": "{path} is {value}; it has to be a text",
    "digits": "{path} is {value}; it has to be a text of 64 hexadecimal digits in lower case",
    "part-without-hash": "{path} has a part without its hash; a seat has both, or a hash only, or neither",
    "lesson": "lesson is {value}; it has to be true, or left out",
    "lesson-and-fair": "the record has both lesson and fair; the chance of a lesson is arranged, not shuffled",
    # Its steps.
    "step": 'step {step} is {value}; it has to be ["chance", outcome], [seat, move] or [seat, move, by]',
    "step-of-chance": 'step {step} ends with {value}; a chance step is ["chance", outcome], and nothing follows',
    "step-by": 'step {step} is by {value}; it has to be by a seat from 0 to {most}, or by "chance"',
    "step-made-by": "step {step} is made by {value}; it has to be one of {makers}",
    "step-outcome": "step {step}, chance, says {value}; it has to be one of {forms}",
    "step-words": "step {step} says {value}; in a record that is written {right}",
    # Errors of a replay.
    "refused-move": "step {step}, seat {seat}, {words}: {reason}",
    "refused-chance": "step {step}, chance, {words}: {reason}",
    "table": "such a table is not possible: {reason}",
    "fair-hash": "the fair shuffle is not consistent: {hash} is not the SHA-256 of {sealed}",
    "fair-chance": "step {step}, chance, {words}: the fair shuffle gives {due}",
    "not-over": "the game is not over after the last step, {step}",
    "result": "{path} is {value}, but the steps give {given}",
}


class BadRecord(ValueError):
    """Raised for text that is not a record of this format.

    Args:
        code: A key of `toctoc.record.errors.MESSAGES`.
        **details: The values of that message.
    """

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(MESSAGES[code].format_map(details))
        self.code = code
        self.details = details


class BrokenRecord(BadRecord):
    """Raised for a record with an illegal step, or with a result that its steps do not give; a `BadRecord`."""

    refused: Refused | None = None  # the refusal of an illegal step
    game: Game | None = None  # of the refusal

    @property
    def step(self) -> int | None:
        """Return the number of the wrong step, counted from 1."""
        step = self.details.get("step")
        return step if isinstance(step, int) else None

    @classmethod
    def by(cls, refused: Refused, game: Game, step: int, seat: int | None, words: str) -> "BrokenRecord":
        """Return the error of an illegal step; `seat` is None for chance."""
        details = {"step": step, "seat": shown(seat), "words": f"`{shown(words)[1:-1]}`", "reason": refused}
        error = cls("refused-chance" if seat is None else "refused-move", **details)
        error.refused, error.game = refused, game
        return error


def shown(value: object) -> str:
    """Return a value as JSON for a message: short and printable."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "[[[..."
    return text if len(text) <= MAX_QUOTED_CHARS else f"{text[: MAX_QUOTED_CHARS - 3]}..."
