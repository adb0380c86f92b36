"""Reading lines, the loop over the steps, and the comparison with the result."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Literal

from .chocottes import Chocottes
from .escalier import Escalier
from .fair import pick, tickets, unsealed, words
from .table import Answer, Broken, Chance, Moves, Question, Result, Steps, Table, is_whole
from .toctoctoc import Toctoctoc

__all__ = ["Broken", "Referee", "check", "check_lines"]

GAMES: dict[str, type[Table]] = {"toctoctoc": Toctoctoc, "chocottes": Chocottes, "escalier": Escalier}
HEADER_KEYS = {"format", "game", "rules", "options", "seats"}
LONGEST_LINE = 8 * 1024 * 1024
MOVERS = ["player", "clock", "stand-in"]


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is repeated")
    return found


def no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def read(line: str) -> dict[str, Any]:
    """The JSON object on a line, with exactly the keys of a record; `fair` and `lesson` may be left out."""
    try:
        if len(line.encode("utf-8")) > LONGEST_LINE:
            raise Broken("the line is longer than 8 MiB")
        record = json.loads(line, object_pairs_hook=unique_keys, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise Broken(f"not a line of JSON: {error}") from error
    if not isinstance(record, dict):
        raise Broken("a record is a JSON object")
    if set(record) - {"fair", "lesson"} != HEADER_KEYS | {"steps", "result"}:
        raise Broken("a key is missing or unknown")
    if "lesson" in record and (record["lesson"] is not True or "fair" in record):
        raise Broken("a lesson is true, and has no fair shuffle")
    if not isinstance(record["steps"], list):
        raise Broken("steps must be a list")
    return record


# From the page's list: first and last code points.
UNPRINTABLE = """
0000-001F 007F-00A0 00AD 0600-0605 061C 06DD 070F 0890-0891 08E2 1680 180E 2000-200F 2028-202F 205F-206F
3000 D800-F8FF FDD0-FDEF FEFF FFF0-FFFB FFFE-FFFF 110BD 110CD 13430-1343F 1BCA0-1BCA3 1D173-1D17A
1FFFE-1FFFF 2FFFE-2FFFF 3FFFE-3FFFF 4FFFE-4FFFF 5FFFE-5FFFF 6FFFE-6FFFF 7FFFE-7FFFF 8FFFE-8FFFF
9FFFE-9FFFF AFFFE-AFFFF BFFFE-BFFFF CFFFE-CFFFF DFFFE-DFFFF E0000-E007F EFFFE-10FFFF
"""
RANGES = [[int(end, 16) for end in part.split("-")] for part in UNPRINTABLE.split()]


def is_printable(text: str) -> bool:
    shown = [ord(sign) for sign in text if sign != "\u200d"]
    return shown != [] and not any(ends[0] <= code <= ends[-1] for code in shown for ends in RANGES)


def check_name(value: object) -> None:
    if not (isinstance(value, str) and 1 <= len(value) <= 60 and is_printable(value)):
        raise Broken("names and bots have 1 to 60 printable characters")


def check_seat(seat: object) -> None:
    if not isinstance(seat, dict) or set(seat) - {"bot", "avatar"} != {"name"}:
        raise Broken("a seat has a name, perhaps a bot or an avatar, and nothing else")
    for value in seat.values():
        check_name(value)


def set_table(header: dict[str, Any]) -> Table:
    """The table of a game about to begin, from the fields before the steps."""
    if HEADER_KEYS - set(header):
        raise Broken("a key is missing")
    for key in ("format", "rules"):
        if not is_whole(header[key], 1, 1):
            raise Broken(f"{key} must be 1")
    if not isinstance(header["game"], str) or header["game"] not in GAMES:
        raise Broken("no such game")
    if not isinstance(header["seats"], list):
        raise Broken("seats must be a list")
    for seat in header["seats"]:
        check_seat(seat)
    if not isinstance(header["options"], dict):
        raise Broken("options must be an object")
    return GAMES[header["game"]](len(header["seats"]), header["options"])


def read_step(step: object, players: int) -> Answer:
    """What a step says, whether or not it is possible."""
    if not isinstance(step, list) or len(step) not in (2, 3) or not isinstance(step[1], str):
        raise Broken("a step is a list: who, what, and perhaps by whom")
    if step[0] == "chance":
        if len(step) == 3:
            raise Broken("chance has no third entry")
        return Answer(None, step[1])
    if not is_whole(step[0], 0, players - 1):
        raise Broken("no such seat")
    if len(step) == 3 and step[2] not in MOVERS:
        raise Broken(f"a move is made by one of {MOVERS}")
    return Answer(step[0], step[1])


class Referee:
    """One game, step by step. A refused step changes nothing."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.table = set_table(header)
        self.steps_taken = 0
        self.question: Question | None = None
        self.found: Result | None = None
        self.play: Steps[Result] = self.table.play()
        self.go_on(None)

    def go_on(self, answer: Answer | None) -> None:
        """Let the game run to its next question, or to its end."""
        try:
            self.question = next(self.play) if answer is None else self.play.send(answer)
        except StopIteration as end:
            self.question = None
            self.found = end.value

    def awaiting(self) -> Literal["chance", "moves", "over"]:
        if self.question is None:
            return "over"
        return "chance" if isinstance(self.question, Chance) else "moves"

    def outcomes(self) -> dict[str, int]:
        """All possible outcomes with their copies; empty unless chance is awaited."""
        return dict(self.question.outcomes) if isinstance(self.question, Chance) else {}

    def moves(self) -> dict[int, set[str]]:
        """All legal moves of each seat that may act; the pairs in ascending order only, and no `arrange`."""
        if not isinstance(self.question, Moves):
            return {}
        return {seat: set(texts) for seat, texts in self.question.listed.items() if texts}

    def take(self, step: list[Any]) -> None:
        number = self.steps_taken + 1
        try:
            answer = read_step(step, self.table.players)
            self.refuse_impossible(answer)
        except Broken as broken:
            raise Broken(broken.reason, number) from None
        self.go_on(answer)
        self.steps_taken = number

    def refuse_impossible(self, answer: Answer) -> None:
        if self.question is None:
            raise Broken("the game is over")
        if isinstance(self.question, Chance):
            if answer.seat is not None:
                raise Broken("chance is awaited, not a move")
            if answer.text not in self.question.outcomes:
                raise Broken(f"not a possible outcome here: {answer.text}")
        elif answer.seat is None:
            raise Broken("a move is awaited, not chance")
        elif not self.question.allow(answer.seat, answer.text):
            raise Broken(f"not a legal move of seat {answer.seat} here: {answer.text}")

    def result(self) -> dict[str, Any]:
        if self.found is None:
            raise Broken("the game is not over", self.steps_taken)
        return asdict(self.found)


def same(one: object, other: object) -> bool:
    """Equal as JSON; unlike ==, it tells 1, 1.0 and true apart."""
    if isinstance(one, dict) and isinstance(other, dict):
        return set(one) == set(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def check(line: str) -> None:
    """Check one record, a line with or without its end."""
    record = read(line.removesuffix("\n").removesuffix("\r"))
    referee = Referee({key: record[key] for key in HEADER_KEYS})
    stream = words(unsealed(record["fair"], referee.table.players)) if "fair" in record else None
    for step in record["steps"]:
        due = referee.outcomes()
        referee.take(step)
        if due and stream:
            lots = tickets(due, record["game"], referee.table.options)
            if step[1] != lots[pick(stream, len(lots))]:
                raise Broken("not the outcome of the fair shuffle", referee.steps_taken)
    if referee.awaiting() != "over":
        raise Broken("the steps end before the game does", referee.steps_taken)
    if not same(record["result"], referee.result()):
        raise Broken(f"the result is {referee.result()}")


def check_lines(lines: Iterable[str]) -> int:
    """Check all records of a file; empty lines mean nothing. Returns how many there were."""
    count = 0
    for line in lines:
        if line.strip(" \t\r\n"):
            check(line)
            count += 1
    return count
