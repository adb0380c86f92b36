"""A game as one line of JSON: options, seats, every outcome of chance, every move, and the result.

`docs/reference/record.md` describes the format for strangers. A record needs no seed: replayed, it gives the
same result for ever (H1). The record of a live table also opens what its chance came from (`fair.py`), so that
anybody can check it; that of a lesson says that it was one.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, TypeVar, cast

from toctoc.fair import HASH, MOST_GAMES, Device, Dice, Fair, lot
from toctoc.games import notation
from toctoc.games.errors import BadOption, Refused
from toctoc.games.game import Chance, Game, Move, Step
from toctoc.games.match import Match
from toctoc.games.options import Value, complete
from toctoc.games.registry import GAMES
from toctoc.printable import printable_name

FORMAT = 1
LONGEST_LINE = 8 * 1024 * 1024  # bytes without the line end; a game of a thousand moves takes some ten thousand
LONGEST_NAME = 60
KEYS = ("format", "game", "rules", "options", "seats", "steps", "result")
OPTIONAL_KEYS = ("fair", "lesson")


P = TypeVar("P", bound=notation.Phrase)


class BadRecord(ValueError):
    """Text that is not a record of this format."""


class BrokenRecord(BadRecord):
    """A record in which a step breaks a rule, or whose result is not what the steps give."""

    def __init__(self, message: str, step: int | None = None, refused: Refused | None = None) -> None:
        super().__init__(message)
        self.step = step  # counted from 1
        self.refused = refused


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    bot: str | None = None  # which bot sat there; None for a person
    avatar: str | None = None  # the picture that a person chose


@dataclass(frozen=True, slots=True)
class Result:
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Record:
    game: Game
    options: Mapping[str, Value]
    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    result: Result
    fair: Fair | None = None  # where its chance came from, at a live table
    lesson: bool = False  # its chance was arranged for somebody who learns


def record(match: Match, seats: tuple[Seat, ...], fair: Fair | None = None, lesson: bool = False) -> Record:
    """The record of a match that is over."""
    if not match.over or match.ending is None:
        raise ValueError("a game is recorded when it is over")
    if len(seats) != match.players:
        raise ValueError(f"{match.players} seats have to be described, not {len(seats)}")
    if fair and len(fair.seats) != match.players:
        raise ValueError(f"the fair shuffle has to tell of {match.players} seats, not {len(fair.seats)}")
    result = Result(match.scores, match.winners, match.ending)
    return Record(match.game, match.options, seats, tuple(match.steps), result, fair, lesson)


def write(record: Record) -> str:
    """One line of JSON, without its line end."""
    return json.dumps(
        {
            "format": FORMAT,
            "game": record.game.name,
            "rules": record.game.rules.VERSION,
            "options": dict(record.options),
            "seats": [_shown(seat) for seat in record.seats],
            "steps": [written(step) for step in record.steps],
            "result": {
                "scores": record.result.scores,
                "winners": record.result.winners,
                "reason": record.result.reason,
            },
        }
        | ({"fair": _opened(record.fair)} if record.fair else {})
        | ({"lesson": True} if record.lesson else {}),
        ensure_ascii=False,
        separators=(",", ":"),
    )


def read(line: str) -> Record:
    """The record that a line says; `BadRecord` tells what is wrong with it. Its moves are not checked here."""
    try:
        data = json.loads(line, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"this is not a line of JSON, or it is cut off: {error}") from None
    fields = _object(data, "a record", KEYS, OPTIONAL_KEYS)
    if not _is(fields["format"], FORMAT):
        raise BadRecord(f"its format is {_short(fields['format'])}; this program reads format {FORMAT}")
    game = GAMES.get(fields["game"]) if isinstance(fields["game"], str) else None
    if game is None:
        raise BadRecord(f"there is no game {_short(fields['game'])}; there are: {', '.join(GAMES)}")
    if not _is(fields["rules"], game.rules.VERSION):
        raise BadRecord(f"its rules are version {_short(fields['rules'])}; this program has {game.rules.VERSION}")
    seats = tuple(_seat(seat) for seat in _list(fields["seats"], "seats"))
    return Record(
        game=game,
        options=_options(game, fields["options"]),
        seats=seats,
        steps=tuple(_step(game, n, step) for n, step in enumerate(_list(fields["steps"], "steps"), 1)),
        result=_result(fields["result"], len(seats)),
        fair=_fair(fields["fair"], len(seats)) if "fair" in fields else None,
        lesson=_lesson(fields),
    )


def replay(record: Record) -> Iterator[tuple[Match, Step | None]]:
    """The match before its first step, then after each one; `BrokenRecord` at the first that breaks a rule."""
    try:
        match = Match(record.game, len(record.seats), record.options)
    except ValueError as error:
        raise BrokenRecord(str(error)) from None
    yield match, None
    for n, step in enumerate(record.steps, 1):
        try:
            if isinstance(step, Chance):
                match.take_chance(step.outcome)
            else:
                match.play(step.seat, step.action, step.by)
        except Refused as refused:
            who = "chance" if isinstance(step, Chance) else f"seat {step.seat}"
            raise BrokenRecord(f"step {n}, {who}: `{_text(step)}`: {refused}", n, refused) from None
        yield match, step


def verify(record: Record) -> Match:
    """Replay a record, compare its chance with the dice if it opens them, and its result; the match at its end."""
    dice = _dice(record)
    due = None  # what the dice give for the next step
    for n, (match, step) in enumerate(replay(record)):
        if due is not None and isinstance(step, Chance) and step.outcome != due:
            raise BrokenRecord(f"step {n}, chance: `{step.outcome}`: the fair shuffle gives `{due}`", n)
        due = lot(match, dice) if dice and match.chance_awaited else None
        final = match
    if not final.over:
        raise BrokenRecord(f"the game is not over after the last step, {len(record.steps)}", len(record.steps))
    given = Result(final.scores, final.winners, str(final.ending))
    for name in ("scores", "winners", "reason"):
        said, got = getattr(record.result, name), getattr(given, name)
        if said != got:
            raise BrokenRecord(f"the result says {name} {_short(said)}, but the moves give {_short(got)}")
    return final


def lines(file: BinaryIO) -> Iterator[tuple[int, Record | BadRecord]]:
    """The records of a file with their line numbers; a line that is no record comes as the error it is.

    Reading stops at a line that is too long to be one. Empty lines are passed over.
    """
    number = 0
    while raw := file.readline(LONGEST_LINE + 2):
        number += 1
        if len(raw.rstrip(b"\r\n")) > LONGEST_LINE:
            yield number, BadRecord(f"the line is longer than {LONGEST_LINE} bytes: that is no record")
            return
        try:
            text = raw.decode()
            if text.strip():
                yield number, read(text)
        except UnicodeDecodeError as error:
            yield (
                number,
                BadRecord(f"this is not UTF-8 text: byte {error.start} of the line is {raw[error.start]:#04x}"),
            )
        except BadRecord as error:
            yield number, error


# --- the parts of a line -----------------------------------------------------------------------------------


def written(step: Step) -> list[object]:
    """A step as records have it."""
    if isinstance(step, Chance):
        return ["chance", str(step.outcome)]
    made_by = [] if step.by == "player" else [step.by]
    return [step.seat, str(step.action), *made_by]


def _shown(seat: Seat) -> dict[str, str]:
    more = {"bot": seat.bot, "avatar": seat.avatar}
    return {"name": seat.name} | {key: text for key, text in more.items() if text}


def _dice(record: Record) -> Dice | None:
    """The dice that a record opens, if its seal is whole."""
    if record.fair is None:
        return None
    if flaw := record.fair.flaw():
        raise BrokenRecord(f"the fair shuffle does not fit together: {flaw}")
    return record.fair.dice()


def _opened(fair: Fair) -> dict[str, object]:
    return {
        "number": fair.number,
        "commitment": fair.commitment,
        "secret": fair.secret.hex(),
        "seats": [_given(device) for device in fair.seats],
    }


def _given(device: Device | None) -> dict[str, str]:
    if device is None:
        return {}
    return {"hash": device.hash} | ({"part": device.part.hex()} if device.part is not None else {})


def _text(step: Step) -> str:
    return str(step.outcome if isinstance(step, Chance) else step.action)


def _step(game: Game, number: int, data: object) -> Step:
    parts = _list(data, f"step {number}")
    if len(parts) not in (2, 3) or not isinstance(parts[1], str):
        raise BadRecord(f"step {number} is {_short(data)}; a step is [who, what] or [who, what, made by]")
    who, what = parts[0], parts[1]
    try:
        if who == "chance" and len(parts) == 2:
            return Chance(_said(what, number, game.outcomes))
        if not _whole(who):
            raise BadRecord(f"step {number} is by {_short(who)}; a step is by a seat's number or by chance")
        made_by = parts[2] if len(parts) == 3 else "player"
        if made_by not in Move.MAKERS:
            raise BadRecord(f"step {number} is made by {_short(made_by)}; that is {' or '.join(Move.MAKERS)}")
        return Move(cast(int, who), _said(what, number, game.actions), made_by)
    except Refused as refused:
        raise BrokenRecord(f"step {number}: {refused}", number, refused) from None


def _said(what: str, number: int, phrases: Sequence[type[P]]) -> P:
    """A phrase, written exactly as notation is: people may type capitals and more spaces, records may not."""
    phrase = notation.read(what, phrases)
    if str(phrase) != what:
        raise BadRecord(f"step {number} says {_short(what)}; in a record that is written {str(phrase)!r}")
    return phrase


def _seat(data: object) -> Seat:
    fields = _object(data, "a seat", ("name",), ("bot", "avatar"))
    for key, text in fields.items():
        if not isinstance(text, str) or not 0 < len(text) <= LONGEST_NAME or not printable_name(text):
            raise BadRecord(f"a seat's {key} is 1 to {LONGEST_NAME} printable characters, not {_short(text)}")
    return Seat(**cast(dict[str, str], fields))


def _options(game: Game, data: object) -> Mapping[str, Value]:
    given = _object(data, "options", tuple(option.name for option in game.options))
    try:
        return complete(game.options, given)
    except BadOption as error:
        raise BadRecord(str(error)) from None


def _result(data: object, players: int) -> Result:
    fields = _object(data, "the result", ("scores", "winners", "reason"))
    scores, winners = _list(fields["scores"], "scores"), _list(fields["winners"], "winners")
    if not all(map(_whole, scores)) or not all(map(_whole, winners)) or len(scores) != players:
        raise BadRecord("the result's scores are one whole number a seat, its winners are seats")
    if not isinstance(fields["reason"], str):
        raise BadRecord(f"the result's reason is a text, not {_short(fields['reason'])}")
    return Result(tuple(cast(list[int], scores)), tuple(cast(list[int], winners)), fields["reason"])


def _fair(data: object, players: int) -> Fair:
    fields = _object(data, "fair", ("number", "commitment", "secret", "seats"))
    seats = _list(fields["seats"], "fair's seats")
    if len(seats) != players:
        raise BadRecord(f"fair has {len(seats)} seats; the game has {players}")
    number = fields["number"]
    if not _whole(number) or not 1 <= cast(int, number) <= MOST_GAMES:
        raise BadRecord(f"fair's number is a whole number from 1 to {MOST_GAMES}, not {_short(number)}")
    return Fair(
        number=cast(int, number),
        commitment=_digits(fields["commitment"], "fair's commitment"),
        secret=bytes.fromhex(_digits(fields["secret"], "fair's secret")),
        seats=tuple(_device(seat) for seat in seats),
    )


def _lesson(fields: Mapping[str, object]) -> bool:
    if "lesson" not in fields:
        return False
    if fields["lesson"] is not True:
        raise BadRecord(f"lesson is true or left out, not {_short(fields['lesson'])}")
    if "fair" in fields:
        raise BadRecord("a lesson is arranged: it has no fair shuffle")
    return True


def _device(data: object) -> Device | None:
    fields = _object(data, "a seat of fair", (), ("hash", "part"))
    if "part" in fields and "hash" not in fields:
        raise BadRecord("a seat of fair has a part without its hash")
    given = {key: _digits(text, f"a {key} of fair") for key, text in fields.items()}
    part = bytes.fromhex(given["part"]) if "part" in given else None
    return Device(given["hash"], part) if given else None


def _digits(data: object, what: str) -> str:
    if not isinstance(data, str) or not HASH.fullmatch(data):
        raise BadRecord(f"{what} is 64 hexadecimal digits in lower case, not {_short(data)}")
    return data


def _object(data: object, what: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, object]:
    if not isinstance(data, dict):
        raise BadRecord(f"{what} is a JSON object, not {_short(data)}")
    for key in keys:
        if key not in data:
            raise BadRecord(f"{what} lacks {key!r}")
    for key in data:
        if key not in keys and key not in optional:
            raise BadRecord(f"{what} has {_short(key)}, which this format does not know")
    return data


def _list(data: object, what: str) -> list[object]:
    if not isinstance(data, list):
        raise BadRecord(f"{what} is a JSON list, not {_short(data)}")
    return data


def _whole(data: object) -> bool:
    return isinstance(data, int) and not isinstance(data, bool)


def _is(data: object, number: int) -> bool:
    return _whole(data) and data == number


def _short(data: object) -> str:
    """A value for a message: never long, never unprintable."""
    text = ascii(data)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key stands there twice")
    return fields


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
