"""Define the interface of a game: `Game`, and the types of its actions, outcomes, events and views.

Integers stay inside a game's rules; everything that passes through this interface is words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Annotated, Any, ClassVar, Protocol, TypeVar

from .errors import Refused
from .notation import Phrase
from .options import Option, Options, Value

T = TypeVar("T")
EACH_SEAT = "one for each seat"
EachSeat = Annotated[tuple[T, ...], EACH_SEAT]  # a list with one part for each seat, in their order


@dataclass(frozen=True, slots=True)
class Action(Phrase):
    """A player's choice: the base of each game's actions."""

    is_throw: ClassVar[bool] = False  # C9: seats race to do it first
    is_aside: ClassVar[bool] = False  # C5: possible at any time; the open question stays open
    aside_if: ClassVar[str] = ""  # of an aside: the flag of the view that says whether it is possible now
    aside_of: ClassVar[str] = (
        ""  # of an aside: the field of the view with each seat's number of places; its blanks
    )
    # are different ones of these
    is_no: ClassVar[bool] = False  # says no to the question: pass, decline, discard
    is_pass: ClassVar[bool] = False  # says no by doing nothing: at a prompt, an empty line is enough
    order: ClassVar[tuple[str, ...]] = ()  # of choosing its parts, if that is not the order of the form


@dataclass(frozen=True, slots=True)
class Outcome(Phrase):
    """A result of chance: the base of each game's outcomes."""


@dataclass(frozen=True, slots=True)
class Event:
    """A step as one viewer is shown it. A viewer that may not know a card gets a type without a field for it."""

    clause: ClassVar[str]  # the clause of the rules that explains it best
    clauses: ClassVar[Mapping[str, str]] = {}  # another one where a field has that value, in JSON's words
    glimpse: ClassVar[bool] = False  # shown to a seat alone for a moment, and nowhere to be seen afterwards
    moment: ClassVar[bool] = False  # shown to everybody for a moment, and nowhere to be seen afterwards
    silent: ClassVar[bool] = False  # another event of the same step says it better
    setting: ClassVar[bool] = False  # part of the set-up: shown, and not narrated one by one
    visible: ClassVar[bool] = False  # the table goes on showing it: live narration leaves it out
    usual: ClassVar[bool] = False  # happens at every turn: another event of the step explains it better
    pause: ClassVar[bool] = False  # people look at it as long as they like before they go on
    show: ClassVar[bool] = False  # takes a while to be seen, as glimpses, moments and pauses do: bots wait for it
    # whether the history has it: always, with the memory aid ("aid"), never; in a game of memory the history has
    # "scores" alone, the points without the place of any card
    history: ClassVar[str] = "always"

    HISTORY: ClassVar[tuple[str, ...]] = ("always", "aid", "never", "scores")


@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer sees it now: the base of each game's views."""

    in_parts: ClassVar[frozenset[str]] = (
        frozenset()
    )  # fields with a part for each seat, one of which changes in most steps

    to_act: tuple[int, ...]  # the seats that may act
    active: int | None  # the active player
    scores: EachSeat[int]
    winners: tuple[int, ...] | None  # once the game is over
    phase: str  # the question that is open; a game's own views list the phases


@dataclass(frozen=True, slots=True)
class Move:
    """A step of a seat, chosen `by` the player, the clock or a stand-in."""

    seat: int
    action: Action
    by: str = "player"

    MAKERS: ClassVar[tuple[str, ...]] = ("player", "clock", "stand-in")


@dataclass(frozen=True, slots=True)
class Chance:
    """A step of chance."""

    outcome: Outcome


Step = Move | Chance
K = TypeVar("K")


class Knowledge(Protocol):
    """Perfect recall of one viewer: a pure fold over that viewer's events."""

    def observe(self, event: Event) -> None:
        """Receive an event as the viewer is shown it."""

    def view(self) -> View:
        """Return the viewer's view, built from the events alone."""

    def determinize(self, rng: Random) -> Any:
        """Draw a full state that is consistent with the events, without the true one."""

    def aid(self) -> object:
        """Return the marks of the memory aid for this viewer."""


class Watcher(Protocol):
    """Follow every step in the world that a `Knowledge` keeps: set as its `watcher`, if it has one."""

    def before(self, world: Any, seat: int, code: int) -> None:
        """Receive the world before a step, with the cards in it that the step shows; `seat` < 0 is chance."""

    def after(self, world: Any, seat: int) -> None:
        """Receive the world after the step."""


@dataclass(frozen=True, eq=False)  # there is one of each
class Game:
    """A game, as the rest of the code knows it. There is one object for each game."""

    name: str
    title: str
    letter: str  # of its rules' clauses
    age: int  # of the youngest players, as the box says
    minutes: str  # of a game, as the box says
    rules: Any
    options: tuple[Option, ...]
    actions: tuple[type[Action], ...]
    outcomes: tuple[type[Outcome], ...]
    events: tuple[type[Event], ...]
    views: tuple[type[View], type[View] | None]  # of spectators; of seats, if they see more
    asked: Mapping[str, str]  # by phase of the view: the clause that explains its question
    # The kind of each field of events, views, actions, refusals and reasons, by its name; "Shifted.to" goes before
    # "to". "player", "card", "cards" and "count" are said in their own ways. Any other kind is a list of words,
    # each with a text `<game>.<kind>.<word>`. A field that is not named here is a plain number.
    kinds: Mapping[str, str]
    settings: Callable[[int, Options], tuple[int, ...]]  # the arguments of rules.setup
    action: Callable[[Any, int], Action]  # number to words, in a state
    action_code: Callable[[Action], int]
    outcome: Callable[[Any, int], Outcome]
    outcome_code: Callable[[Any, Outcome], int | None]  # None: the rules wait for another kind of outcome
    refusal: Callable[[Any, int, Action], Refused]  # the reason why an action is not accepted
    view: Callable[[Any, int | None], View]  # None: a spectator
    # State before, step, state after, viewer. Each seat may be shown something else; the phrase is then private.
    narrate: Callable[[Any, Step, Any, int | None], tuple[Event, ...]]
    knowledge: Callable[[int, Options, int | None], Knowledge]
    gentle: Callable[[Any, int, Callable[[int], int]], Action]  # H3: the clock's move for a seat
    ending: Callable[[Any], str]  # the reason of the end
    opened: Callable[[Any], object]  # all hidden cards, as a complete memory aid would mark them: for replays only
    also_accepts: Callable[[Any, int, int], bool] = field(default=lambda _s, _seat, _code: False)  # C5
    lowest_wins: bool = False  # C24
    counts: str = "points"  # the unit of a score: "points" or "cards"
    constants: Mapping[str, int] = field(default_factory=dict)  # of its rules, for tables to show, by name
    memory_clause: str | None = None  # of a game of memory
    usual_players: int | None = None  # the default number of players; None: the fewest
    aliases: tuple[str, ...] = ()  # other names for the command line
    unhurried: Mapping[str, Value] = field(default_factory=dict)  # options at a table without a clock
    home: str = ""  # the package with its modules and files
    order: int = 0  # of our games in lists; those of other packages follow, by their names
    # The fields of a spectator's view, in their order, without a view: that takes half the time.
    public: Callable[[Any], dict[str, Any]] | None = None
    # The fields that a view has for its own seat only.
    own: Callable[[Any, int], dict[str, Any]] = field(default=lambda _s, _seat: {})
    # C10: the seconds of an open window in which seats race (0: no clock); None without such a window
    race: Callable[[Any, Options], int | None] = field(default=lambda _s, _options: None)

    @property
    def is_memory(self) -> bool:
        """Tell whether it is a game of memory: it has no history, and no hint without the memory aid."""
        return self.memory_clause is not None

    @property
    def players(self) -> range:
        return range(self.rules.FEWEST, self.rules.SEATS + 1)

    @property
    def players_text(self) -> str:
        """Return the possible numbers of players in English: `2 to 4`, or `2`."""
        fewest, most = self.players[0], self.players[-1]
        return str(fewest) if fewest == most else f"{fewest} to {most}"

    def kind(self, owner: str, name: str) -> str | None:
        """Return the kind of the field `name` of `owner`, an event or another type; None: a plain value."""
        return self.kinds.get(f"{owner}.{name}", self.kinds.get(name))

    def accepts(self, s: Any, seat: int, code: int) -> bool:
        """Tell whether a seat may take an action now."""
        legal_nth = self.rules.legal_nth
        for n in range(self.rules.legal_count(s, seat)):
            if legal_nth(s, seat, n) == code:
                return True
        return self.also_accepts(s, seat, code)


def check_players(game: Game, players: int) -> int:
    """Return `players`; raise `ValueError` if `game` is not for so many."""
    if players not in game.players:
        raise ValueError(f"{game.title} is for {game.players_text} players, not {players!r}")
    return players


@cache
def seats_in(mask: int) -> tuple[int, ...]:
    """Return the seats of a bitmask."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def first_seat(options: Options) -> int:
    """Return the seat that begins (T6, C6, E3): the option `creator`, or -1 for a seat drawn at random."""
    return -1 if options["start"] == "random" else int(options["creator"])  # type: ignore[arg-type]  # checked as a number
