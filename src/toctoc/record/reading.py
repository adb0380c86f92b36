"""Read lines as records. Only the format is checked here; `checking` checks the steps."""

from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, TypeVar, cast

from toctoc.core import notation
from toctoc.core.errors import Refused
from toctoc.core.game import Chance, Game, Move, Outcome, Step
from toctoc.core.options import Choice, Flag, Number, NumberList, Option, Value, bounds, checked_at
from toctoc.core.registry import GAMES
from toctoc.fair import HASH, MAX_GAME_NUMBER, Device, Fair
from toctoc.printable import printable_name

from .errors import BadRecord, BrokenRecord, shown
from .model import FORMAT, KEYS, LONGEST_LINE, LONGEST_NAME, OPTIONAL_KEYS, Record, Result, Seat
from .parsing import is_number, is_whole, joined, parsed, take_list, take_map, take_numbers, take_object

WHITE_SPACE = b" \t\r\n"

P = TypeVar("P", bound=notation.Phrase)


def lines(file: BinaryIO) -> Iterator[tuple[int, Record | BadRecord]]:
    """Yield the records of a file with their line numbers. An invalid line yields its `BadRecord`.

    Reading stops at a line that is too long. Blank lines are skipped.

    Args:
        file: A file that is open for reading bytes.
    """
    number = 0
    while raw := file.readline(LONGEST_LINE + 2):
        number += 1
        if len(_without_end(raw)) > LONGEST_LINE:
            yield number, BadRecord("too-long", most=LONGEST_LINE)
            return
        if raw.strip(WHITE_SPACE):
            yield number, _read_bytes(raw)


def read(line: str) -> Record:
    """Return the record in a line. Only the format is checked; `verify` checks the steps.

    Args:
        line: A line of JSON.

    Raises:
        BadRecord: If the line is not a record.
    """
    fields = take_object(parsed(line), "", KEYS, OPTIONAL_KEYS)
    if not is_number(fields["format"], FORMAT):
        raise BadRecord("format", value=shown(fields["format"]), format=FORMAT)
    game = GAMES.get(fields["game"]) if isinstance(fields["game"], str) else None
    if game is None:
        raise BadRecord("game", value=shown(fields["game"]), games=", ".join(GAMES))
    if not is_number(fields["rules"], game.rules.VERSION):
        raise BadRecord("rules", value=shown(fields["rules"]), rules=game.rules.VERSION, game=game.name)
    seats = _seats(game, fields["seats"])
    steps = take_list(fields["steps"], "steps")
    return Record(
        game=game,
        options=_options(game, fields["options"], len(seats)),
        seats=seats,
        steps=tuple(_step(game, n, step, len(seats)) for n, step in enumerate(steps, 1)),
        result=_result(fields["result"], len(seats)),
        fair=_fair(fields["fair"], len(seats)) if "fair" in fields else None,
        lesson=_lesson(fields),
    )


def _without_end(raw: bytes) -> bytes:
    return raw[:-1].removesuffix(b"\r") if raw.endswith(b"\n") else raw


def _read_bytes(raw: bytes) -> Record | BadRecord:
    try:
        return read(raw.decode())
    except UnicodeDecodeError as error:
        return BadRecord("not-utf8", byte=error.start + 1, value=f"{raw[error.start]:#04x}")
    except BadRecord as error:
        return error


# --- the parts of a line -----------------------------------------------------------------------------------


def _seats(game: Game, data: object) -> tuple[Seat, ...]:
    seats = take_list(data, "seats")
    if len(seats) not in game.players:
        fewest, most = game.players[0], game.players[-1]
        code = "players-only" if fewest == most else "players"
        raise BadRecord(code, seats=len(seats), title=game.title, fewest=fewest, most=most)
    return tuple(_seat(seat, f"seats[{p}]") for p, seat in enumerate(seats))


def _seat(data: object, path: str) -> Seat:
    fields = take_object(data, path, ("name",), ("bot", "avatar"))
    for key, text in fields.items():
        if not isinstance(text, str) or not 0 < len(text) <= LONGEST_NAME or not printable_name(text):
            raise BadRecord("name", path=f"{path}.{key}", value=shown(text), most=LONGEST_NAME)
    return Seat(**cast(dict[str, str], fields))


def _options(game: Game, data: object, players: int) -> Mapping[str, Value]:
    """Return every option of `game`; an option that is newer than the record gets its default."""
    given = take_map(data, "options")
    known = [option.name for option in game.options]
    for name in given:
        if name not in known:
            raise BadRecord(
                "unknown-option", path=joined("options", name), game=game.name, options=", ".join(known)
            )
    chosen: dict[str, Value] = {}
    for option in game.options:
        value = checked_at(option, given.get(option.name, option.default), players)
        if value is None:
            raise _bad_option(option, given[option.name], players)
        chosen[option.name] = value
    return chosen


def _bad_option(option: Option, value: object, players: int) -> BadRecord:
    what = {"path": f"options.{option.name}", "value": shown(value)}
    match option:
        case Choice():
            return BadRecord("choice", **what, choices=", ".join(map(shown, option.choices)))
        case Flag():
            return BadRecord("flag", **what)
        case Number():
            least, most = bounds(option, players)
            return BadRecord("number", **what, least=least, most=most)
        case NumberList():
            return BadRecord("numbers", **what, count=len(option.default), least=option.least, most=option.most)
    return BadRecord("choice", **what, choices=option.takes)


def _step(game: Game, number: int, data: object, players: int) -> Step:
    if not isinstance(data, list) or len(data) not in (2, 3) or not isinstance(data[1], str):
        raise BadRecord("step", step=number, value=shown(data))
    who, what, *more = data
    try:
        if who == "chance":
            if more:
                raise BadRecord("step-of-chance", step=number, value=shown(more[0]))
            return Chance(_outcome(game, what, number))
        if not is_whole(who):
            raise BadRecord("step-by", step=number, value=shown(who), most=players - 1)
        made_by = more[0] if more else "player"
        if made_by not in Move.MAKERS:
            makers = ", ".join(map(shown, Move.MAKERS))
            raise BadRecord("step-made-by", step=number, value=shown(made_by), makers=makers)
        return Move(who, _phrase(what, number, game.actions), made_by)
    except Refused as refused:
        raise BrokenRecord.by(refused, game, number, who, what) from None


def _outcome(game: Game, what: str, number: int) -> Outcome:
    try:
        return _phrase(what, number, game.outcomes)
    except Refused:
        forms = ", ".join(f"`{outcome.form}`" for outcome in game.outcomes)
        raise BrokenRecord("step-outcome", step=number, value=shown(what), forms=forms) from None


def _phrase(what: str, number: int, phrases: Sequence[type[P]]) -> P:
    """Read a phrase in exact notation; unlike typed input, without capitals and extra spaces."""
    phrase = notation.read(what, phrases)
    if str(phrase) != what:
        raise BadRecord("step-words", step=number, value=shown(what), right=shown(str(phrase)))
    return phrase


def _result(data: object, players: int) -> Result:
    fields = take_object(data, "result", ("scores", "winners", "reason"))
    scores = take_numbers(fields["scores"], "result.scores", players)
    winners = take_numbers(fields["winners"], "result.winners")
    if not isinstance(fields["reason"], str):
        raise BadRecord("text", path="result.reason", value=shown(fields["reason"]))
    return Result(scores, winners, fields["reason"])


def _lesson(fields: Mapping[str, object]) -> bool:
    if "lesson" not in fields:
        return False
    if fields["lesson"] is not True:
        raise BadRecord("lesson", value=shown(fields["lesson"]))
    if "fair" in fields:
        raise BadRecord("lesson-and-fair")
    return True


# --- the fair shuffle --------------------------------------------------------------------------------------


def _fair(data: object, players: int) -> Fair:
    fields = take_object(data, "fair", ("number", "commitment", "secret", "seats"))
    seats = take_list(fields["seats"], "fair.seats", players)
    number = fields["number"]
    if not is_whole(number) or not 1 <= cast(int, number) <= MAX_GAME_NUMBER:
        raise BadRecord("number", path="fair.number", value=shown(number), least=1, most=MAX_GAME_NUMBER)
    return Fair(
        number=cast(int, number),
        commitment=_digits(fields["commitment"], "fair.commitment"),
        secret=bytes.fromhex(_digits(fields["secret"], "fair.secret")),
        seats=tuple(_device(seat, f"fair.seats[{p}]") for p, seat in enumerate(seats)),
    )


def _device(data: object, path: str) -> Device | None:
    fields = take_object(data, path, (), ("hash", "part"))
    if "part" in fields and "hash" not in fields:
        raise BadRecord("part-without-hash", path=path)
    given = {key: _digits(text, f"{path}.{key}") for key, text in fields.items()}
    part = bytes.fromhex(given["part"]) if "part" in given else None
    return Device(given["hash"], part) if given else None


def _digits(data: object, path: str) -> str:
    if not isinstance(data, str) or not HASH.fullmatch(data):
        raise BadRecord("digits", path=path, value=shown(data))
    return data
