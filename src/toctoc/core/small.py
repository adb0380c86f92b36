"""Build the `Game` of a small game from its rules, its words and its narration; the rest is derived.

| field of `Game` | derived from |
|---|---|
| `action`, `outcome` and their codes | the order of the phrases: codes count them, blank by blank |
| `view`, `public`, `own`, `opened` | the views' fields, each that of the state with the same name, in words |
| `knowledge` | every state that fits the events (`belief`) |
| `refusal` | the active player, and the clause of what is asked |
| `gentle` | any legal action |
| `settings`, `options` | the players, the first seat, then each option of its own |
| `ending`, `home` | "over"; the package of the rules |

`small_game(…, gentle=mine)` takes a field as it is given. `default_rules` lists the parts of the rules.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from types import NoneType
from typing import Annotated, Any, ClassVar, cast, dataclass_transform, get_args, get_origin, get_type_hints

from . import fields, notation
from .belief import Belief
from .errors import IllegalMove, Refused, WrongTurn
from .game import EACH_SEAT, Action, EachSeat, Event, Game, Outcome, Step, View, first_seat, seats_in
from .notation import Phrase
from .options import Choice, Option, Options, starting
from .view_fields import COMMON_FIELDS

Narrator = Callable[[Any, Step, Any, int | None], tuple[Event, ...]]
Convert = Callable[[Any, int], Any]  # a number or a row of a state, and how many play, to words


@dataclass_transform(frozen_default=True)
class Declared:
    """Make each subclass a frozen dataclass whose class variables are given by name.

    class Swap(Declared, Action, form="swap with {seat}", is_private=True):
        seat: Seat
    """

    __slots__ = ()

    def __init_subclass__(cls, **facts: object) -> None:
        super().__init_subclass__()
        for name, value in facts.items():
            if not hasattr(cls, name) and name not in get_type_hints(cls):
                raise TypeError(f"{cls.__name__} has no class variable {name!r}")
            setattr(cls, name, value)
        dataclass(frozen=True)(cls)


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The end of a game. A subclass with a `clause` among the events is narrated automatically.

    Args:
        scores: The scores by seat.
        winners: The seats that won.
    """

    reveals: ClassVar[tuple[str, ...]] = ("winners",)

    scores: EachSeat[int]
    winners: tuple[int, ...]


def small_game(
    *,
    rules: Any,
    actions: Sequence[type[Action]],
    outcomes: Sequence[type[Outcome]],
    events: Sequence[type[Event]],
    views: tuple[type[View], type[View] | None],
    narrate: Narrator,
    start_clause: str = "",
    options: Sequence[Option] = (),
    **given: Any,
) -> Game:
    """Return a game from its rules, words and narration. Other fields of `Game` are derived unless they are given.

    Args:
        rules: The module of the rules.
        actions: The types of its actions.
        outcomes: The types of its outcomes.
        events: The types of its events.
        views: The type of a spectator's view, and that of a seat's view if seats see more.
        narrate: Returns the events of a step for a viewer, as `Game.narrate`.
        start_clause: The clause of the options `start` and `creator`, which come first.
        options: The other options.
        **given: Other fields of `Game`.

    Raises:
        TypeError: If the parts do not fit together.
    """
    phrases, chances = _Codes(rules, actions, "ACTIONS"), _Codes(rules, outcomes, "OUTCOMES")
    shown = _Views(rules, *views)
    knowledge = type("Knowledge", (Belief,), {})
    all_options: tuple[Option, ...] = (*starting(start_clause), *options) if start_clause else tuple(options)
    game: Game
    derived: dict[str, Any] = {
        "settings": lambda players, chosen: _settings(all_options, players, chosen),
        "action": lambda _, code: phrases.phrases[code],
        "action_code": phrases.code,
        "outcome": lambda _, code: chances.phrases[code],
        "outcome_code": lambda _, outcome: chances.code(outcome) if outcome in chances.codes else None,
        "refusal": lambda s, seat, action: _refusal(game, s, seat, action),
        "view": shown.view,
        "public": shown.public,
        "own": shown.own,
        "opened": shown.opened,
        "knowledge": knowledge,
        "gentle": lambda s, seat, roll: _any_action(game, s, seat, roll),
        "ending": lambda _: "over",
        "home": rules.__name__.rpartition(".")[0],
        "lowest_wins": getattr(rules, "LOWEST_WINS", False),
        "kinds": {},
    }
    game = Game(
        rules=rules,
        actions=tuple(actions),
        outcomes=tuple(outcomes),
        events=tuple(events),
        views=views,
        narrate=_with_end(rules, events, narrate),
        options=all_options,
        **derived | given,
    )
    knowledge.game = game  # type: ignore[attr-defined]  # of Belief
    return game


class _Codes:
    """Number phrases in the order in which they are listed, and each by its blanks."""

    def __init__(self, rules: Any, kinds: Sequence[type[Phrase]], total: str) -> None:
        self.phrases = [kind(*values) for kind in kinds for values in product(*_blanks(kind, rules.SEATS))]
        self.codes = {phrase: code for code, phrase in enumerate(self.phrases)}
        has, says = len(self.phrases), getattr(rules, total, None)
        if has != says:
            forms = ", ".join(f"`{kind.form}`" for kind in kinds)
            raise TypeError(f"{forms} can be said in {has} ways, so rules.{total} is {has}, not {says}")

    def code(self, phrase: Phrase) -> int:
        """Return the number of a phrase, -1 for one of another game or with a seat that there never is."""
        return self.codes.get(phrase, -1)


def _blanks(kind: type[Phrase], seats: int) -> list[Sequence[object]]:
    """Return the values of each blank of a phrase, in the order of its fields."""
    blanks = notation.blanks(kind)
    found: list[Sequence[object]] = []
    for name in cast(tuple[str, ...], kind.__match_args__):
        words = blanks[name]
        if isinstance(words[0], tuple):
            found.append(words[0])
        else:
            _, least, most = cast(tuple[str, int, int], words)
            found.append(range(seats) if words == get_args(notation.Seat)[1:] else range(least, most + 1))
    return found


class _Views:
    """Show each viewer the fields of the state that the views name, and no others."""

    def __init__(self, rules: Any, table: type[View], seat: type[View] | None) -> None:
        self.rules, self.table, self.seat = rules, table, seat
        seen_by = {field.name: field.seen_by for field in fields.fields(rules.State)}
        self._public = _converts(table, COMMON_FIELDS)
        self._own = _converts(seat, COMMON_FIELDS | {"seat", *self._public}) if seat else {}
        self._active = {name for name in self._own if seen_by.get(name) == fields.ACTIVE}
        for kind, names, allowed in (
            (table, self._public, (fields.PUBLIC,)),
            (seat, self._own, (fields.PUBLIC, fields.OWNER, fields.ACTIVE)),
        ):
            for name in names:
                if seen_by.get(name) not in allowed:
                    whose = f"{seen_by[name]} may see it" if name in seen_by else "there is no such field"
                    raise TypeError(f"{kind.__name__}.{name} cannot show State.{name}: {whose}")  # type: ignore[union-attr]  # it has names
        self._owner = {name for name in self._own if seen_by[name] == fields.OWNER}
        for kind, names in ((table, self._public), (seat, self._own)):
            for name in names:
                _check_shape(rules, kind, name, is_of_seat=name in self._owner)

    def public(self, s: Any) -> dict[str, Any]:
        """Return the fields of the view that everybody has."""
        rules, seats = self.rules, range(s.players)
        common = {
            "to_act": seats_in(rules.actors(s)),
            "active": s.active if s.active >= 0 else None,
            "scores": tuple(rules.score(s, p) for p in seats),
            "winners": tuple(p for p in seats if rules.won(s, p)) if rules.over(s) else None,
            "phase": rules.PHASES[s.phase],
        }
        return common | {name: convert(getattr(s, name), s.players) for name, convert in self._public.items()}

    def own(self, s: Any, seat: int) -> dict[str, Any]:
        """Return the fields that only `seat` is shown."""
        found: dict[str, Any] = {}
        for name, convert in self._own.items():
            if name in self._active and s.active != seat:
                found[name] = None
            else:
                value = getattr(s, name)
                found[name] = convert(value[seat] if name in self._owner else value, s.players)
        return found

    def view(self, s: Any, seat: int | None) -> View:
        if seat is None or self.seat is None:
            return self.table(**self.public(s))
        return self.seat(**self.public(s), seat=seat, **self.own(s, seat))  # type: ignore[call-arg]  # of the game's own view

    def opened(self, s: Any) -> dict[str, Any]:
        """Return all that seats see of their own."""
        return {name: [self.own(s, p)[name] for p in range(s.players)] for name in self._own}


DEPTHS = ("one value", "a row", "a grid")


def _check_shape(rules: Any, view: Any, name: str, is_of_seat: bool) -> None:
    """Raise `TypeError` if a view shows a row of the state as one value, or one number as a row."""
    shown = _depth(get_type_hints(view, include_extras=True)[name])
    given = len(next(field.shape for field in fields.fields(rules.State) if field.name == name)[is_of_seat:])
    if shown != given:
        raise TypeError(f"{view.__name__}.{name} is {DEPTHS[shown]}, but State.{name} is {DEPTHS[given]}")


def _depth(hint: Any) -> int:
    """Return the index in `DEPTHS` of a type in a view."""
    parts = get_args(hint)
    if NoneType in parts:
        return max(_depth(part) for part in parts if part is not NoneType)
    if get_origin(hint) is Annotated:
        return _depth(parts[0])
    return 1 + _depth(parts[0]) if get_origin(hint) is tuple else 0


def _converts(kind: type[View], without: frozenset[str]) -> dict[str, Convert]:
    """Return how each field of a view comes from the state's numbers."""
    hints = get_type_hints(kind, include_extras=True)
    names = cast(tuple[str, ...], kind.__match_args__)
    return {name: _convert(hints[name]) for name in names if name not in without}


def _convert(hint: Any) -> Convert:
    """Return the function that makes a value of type `hint` from numbers of a state.

    A negative number is None where there may be nothing. A row that becomes a tuple of words counts each of them.
    """
    parts = get_args(hint)
    if NoneType in parts:
        inner = _convert(next(part for part in parts if part is not NoneType))
        return lambda value, players: None if value < 0 else inner(value, players)
    if get_origin(hint) is Annotated and parts[1] == EACH_SEAT:
        each = _convert(get_args(parts[0])[0])
        return lambda value, players: tuple(each(value[p], players) for p in range(players))
    if get_origin(hint) is Annotated and isinstance(parts[1], tuple):
        words: tuple[str, ...] = parts[1]
        return lambda value, _: words[value]
    if get_origin(hint) is tuple and get_origin(parts[0]) is Annotated:
        counted = get_args(parts[0])[1]
        return lambda value, _: tuple(word for n, word in enumerate(counted) for _ in range(value[n]))
    if get_origin(hint) is tuple:
        return lambda value, _: tuple(value)
    return (lambda value, _: bool(value)) if hint is bool else (lambda value, _: value)


def _with_end(rules: Any, events: Sequence[type[Event]], narrate: Narrator) -> Narrator:
    """Return a narrator that adds the game's `GameOver` to the last step."""
    ends = [event for event in events if issubclass(event, GameOver)]
    if not ends:
        return narrate

    def narrate_to_the_end(before: Any, step: Step, after: Any, viewer: int | None) -> tuple[Event, ...]:
        events = narrate(before, step, after, viewer)
        if not rules.over(after):
            return events
        scores = tuple(rules.score(after, p) for p in range(after.players))
        return (*events, ends[0](scores, tuple(p for p in range(after.players) if rules.won(after, p))))

    return narrate_to_the_end


def _settings(offered: Sequence[Option], players: int, chosen: Options) -> tuple[int, ...]:
    """Return the arguments of `rules.setup`: players, first seat, then the options, a choice by its number."""
    settings = [players, first_seat(chosen)]
    for option in offered:
        value = chosen[option.name]
        if option.name in ("start", "creator"):
            continue
        if isinstance(option, Choice):
            settings.append(option.choices.index(str(value)))
        else:
            settings += value if isinstance(value, tuple) else [int(value)]
    return tuple(settings)


def _refusal(game: Game, s: Any, seat: int, action: Action) -> Refused:
    """Say that it is another seat's turn, or that `action` is not possible now."""
    clause = game.asked.get(game.rules.PHASES[s.phase], "H2")
    asked = game.rules.asked(s)
    if not game.rules.actors(s) >> seat & 1:
        return WrongTurn("turn/not-yours", clause, f"It is for seat {asked} to act.", seat=asked)
    return IllegalMove("turn/not-now", clause, f"You cannot do `{action}` now.", action=str(action))


def _any_action(game: Game, s: Any, seat: int, roll: Callable[[int], int]) -> Action:
    """H3: choose any legal action."""
    return game.action(s, game.rules.legal_nth(s, seat, roll(game.rules.legal_count(s, seat))))
