"""Describe a game for clients: `GameFacts`, made from a `Game` alone.

The facts of our three games are written into the browser's protocol.ts. `GET /api/games` sends those of every
game of the server, so that a client can also show games that it does not know.
"""

from typing import Any, Literal

import msgspec

from toctoc.core import view_fields
from toctoc.core.game import Action, Event, Game
from toctoc.core.notation import blanks
from toctoc.core.options import Choice, Flag, Number, NumberList, Option, SeatNumber
from toctoc.lang.needed import aid_kinds


class OptionFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table option; its label is the catalogue's `<game>.option.<name>`, or else `option.<name>`."""

    name: str
    takes: str  # the accepted values, in English
    default: Any
    clause: str
    kind: Literal["choice", "flag", "number", "numbers", "seat"]
    choices: list[str] = []
    least: int | None = None
    most: int | None = None


class EventFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The facts of all events of one type."""

    clause: str  # that explains it
    clauses: dict[str, str] = {}  # another one where a field has that value
    glimpse: bool = False  # shown to one seat for a moment: send `seen` afterwards
    moment: bool = False  # shown to everybody for a moment
    silent: bool = False  # another event of the same step describes it better
    setting: bool = False  # part of the setup: it is shown, and not narrated one by one
    visible: bool = False  # the table keeps showing it: in live play it need not be narrated
    usual: bool = False  # happens at every turn: the rule behind a step is rather that of another event
    begins_turn: bool = False  # the first event of a turn of its `seat`: the history groups the events of a turn
    pause: bool = False  # shown until each player continues
    show: bool = False  # takes a while to be shown, as glimpses, moments and pauses do: send `shown` afterwards
    # fields of the public view, to be drawn as before until it was shown; `houses.score` is a part of each house
    reveals: list[str] = []
    history: Literal["always", "aid", "never", "scores"] = "always"  # `aid`: only with the memory aid
    each: list[str] = []  # fields with a part for each seat: `<game>.event.<name>.each` says one seat's


class BlankFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The values of a blank in an action's form: one of some words, or a number within bounds."""

    kind: str
    words: list[str] = []
    least: int | None = None
    most: int | None = None


class ActionFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action's form, such as `offer {card} to {to}`; in words it is the catalogue's `<game>.act.<name>`."""

    form: str
    blanks: dict[str, BlankFacts] = {}
    order: list[str] = []  # in which the blanks are chosen
    is_throw: bool = False  # seats race to do it first
    is_aside: bool = False  # done at any time, and not among the legal actions
    is_no: bool = False  # answers no to a question
    aside_if: str = ""  # of one done at any time: the flag of the view that says whether it may be done now
    aside_of: str = ""  # the field of the view with how many places a seat has; its blanks are different ones


class FieldFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of a view; its label is the catalogue's `<game>.field.<name>`. Null, and an empty list: nothing."""

    kind: str  # as in `kinds`, or "number", "flag"; of a part, its type: in words it is `<game>.part.<kind>`
    many: Literal["one", "list", "seats"] = "one"  # `seats`: a list with one part for each seat
    parts: dict[str, "FieldFacts"] = {}


class AidFacts(msgspec.Struct, frozen=True):
    """The kinds of the words in the memory aid, and in the hidden parts of a finished game."""

    where: str  # the kind by which it is sorted, such as places; `player`: seats
    what: str  # the kind of the known items


class GameFacts(msgspec.Struct, frozen=True):
    """The facts of a game that a client needs to play it and to describe it."""

    name: str
    title: str
    players: list[int]  # the possible numbers of players
    options: list[OptionFacts]
    is_memory: bool
    memory: str | None  # the clause by which players must remember; then there is no history
    letter: str  # of its rules' clauses
    age: int
    minutes: str
    lowest_wins: bool
    counts: Literal["points", "cards"]  # the unit of a score
    constants: dict[str, int]  # numbers of its rules that a table shows
    usual_players: int
    unhurried: dict[str, Any]  # options without time pressure, such as in a lesson
    events: dict[str, EventFacts]
    asked: dict[str, str]  # by phase of the view: the clause; `effect:7` while the first effect has the value 7
    kinds: dict[str, str]  # the kinds of fields, by name; `Shifted.to` goes before `to`
    actions: dict[str, ActionFacts]
    view: dict[str, FieldFacts]  # fields of the public view; without to_act, active, scores, winners and phase
    own: dict[str, FieldFacts]  # fields of a seat's own view
    aid: AidFacts


class BotFacts(msgspec.Struct, frozen=True):
    """A bot of this server."""

    name: str
    games: list[str]  # for which it is offered
    title: dict[str, str]  # by language, "" for all others; empty for ours: the catalogues have `bot.<name>`
    face: str | None  # an avatar; null for ours, which have pictures of their own


def facts(game: Game) -> GameFacts:
    """Return the facts of `game`."""
    return GameFacts(
        name=game.name,
        title=game.title,
        players=list(game.players),
        options=[_option(option) for option in game.options],
        is_memory=game.is_memory,
        memory=game.memory_clause,
        letter=game.letter,
        age=game.age,
        minutes=game.minutes,
        lowest_wins=game.lowest_wins,
        counts=game.counts,  # type: ignore[arg-type]  # one of the two
        constants=dict(game.constants),
        usual_players=game.usual_players or game.players[0],
        unhurried=dict(game.unhurried),
        events={kind.__name__: _event(kind) for kind in game.events},
        asked=dict(game.asked),
        kinds=dict(game.kinds),
        actions={kind.__name__: _action(game, kind) for kind in game.actions},
        view={name: _field(field) for name, field in view_fields.public(game).items()},
        own={name: _field(field) for name, field in view_fields.own(game).items()},
        aid=AidFacts(*aid_kinds(game)),
    )


def _option(option: Option) -> OptionFacts:
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    said = (option.name, option.takes, default, option.clause)
    match option:
        case Choice(choices=choices):
            return OptionFacts(*said, kind="choice", choices=list(choices))
        case Flag():
            return OptionFacts(*said, kind="flag")
        case SeatNumber():
            return OptionFacts(*said, kind="seat")
        case Number(least=least, most=most):
            return OptionFacts(*said, kind="number", least=least, most=most)
        case NumberList(least=least, most=most):
            return OptionFacts(*said, kind="numbers", least=least, most=most)
    raise TypeError(f"{option!r} is no option that clients know")


def _event(kind: type[Event]) -> EventFacts:
    """Return the facts of the events of type `kind`."""
    said = {name: getattr(kind, name) for name in EventFacts.__struct_fields__ if name != "each"}
    copies = {"clauses": dict(kind.clauses), "reveals": list(kind.reveals)}
    return EventFacts(**{**said, **copies}, each=list(view_fields.each_seat(kind)))


def _action(game: Game, kind: type[Action]) -> ActionFacts:
    found = {}
    for name, (what, *bounds) in blanks(kind).items():
        said = game.kind(kind.__name__, name) or "number"
        if isinstance(what, tuple):
            found[name] = BlankFacts(said, words=list(what))
        else:
            least, most = bounds
            found[name] = BlankFacts(said, least=least, most=most)  # type: ignore[arg-type]  # bounds of a number
    marks = {name: getattr(kind, name) for name in ("is_throw", "is_aside", "is_no", "aside_if", "aside_of")}
    return ActionFacts(kind.form, found, list(kind.order), **marks)


def _field(field: view_fields.ViewField) -> FieldFacts:
    parts = {name: _field(part) for name, part in field.parts.items()}
    return FieldFacts(field.kind, field.many, parts)  # type: ignore[arg-type]  # one of the three
