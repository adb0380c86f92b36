"""What all games share: a `Game` says who a game is and where its modules are.

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
EachSeat = Annotated[tuple[T, ...], EACH_SEAT]  # a list whose n-th part belongs to seat n


@dataclass(frozen=True, slots=True)
class Action(Phrase):
    """What a player does."""

    is_throw: ClassVar[bool] = False  # C9: seats race to do it first
    is_aside: ClassVar[bool] = False  # C5: done at any time, and it leaves all that is asked as it is
    aside_if: ClassVar[str] = ""  # of such a one: the flag of the view that says whether it may be done now
    aside_of: ClassVar[str] = ""  # of such a one: the field of the view with each seat's number of places; each
    # of its blanks is another one of these
    is_no: ClassVar[bool] = False  # says no to what is asked: pass, decline, discard
    is_pass: ClassVar[bool] = False  # says no by doing nothing: at a prompt, an empty line is enough
    order: ClassVar[tuple[str, ...]] = ()  # in which its parts are chosen, where that is not the form's order


@dataclass(frozen=True, slots=True)
class Outcome(Phrase):
    """What chance did."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a viewer was shown. A viewer who may not know a card gets a type without a place for it."""

    clause: ClassVar[str]  # of the handbook: the one that explains it best
    clauses: ClassVar[Mapping[str, str]] = {}  # another one where a field has that value, in JSON's words
    glimpse: ClassVar[bool] = False  # shown to a seat alone for a moment, and nowhere to be seen afterwards
    moment: ClassVar[bool] = False  # shown to everybody for a moment, and nowhere to be seen afterwards
    silent: ClassVar[bool] = False  # another event of the same step says it better
    setting: ClassVar[bool] = False  # part of the setting up: it is seen, and nobody wants to hear of each
    visible: ClassVar[bool] = False  # the table goes on showing it: in live play it need not be told
    usual: ClassVar[bool] = False  # happens at every turn: the rule behind a step is rather that of another event
    pause: ClassVar[bool] = False  # people look at it as long as they like before they go on
    show: ClassVar[bool] = False  # takes a while to be seen, as glimpses, moments and pauses do: bots wait for it
    # whether the history tells it: always, with the memory aid ("aid"), never; in a game in which players must
    # remember, only "scores" are told: how the points stand, and nothing of where anything lies
    history: ClassVar[str] = "always"

    HISTORY: ClassVar[tuple[str, ...]] = ("always", "aid", "never", "scores")


@dataclass(frozen=True, slots=True)
class View:
    """What the table shows a viewer now."""

    in_parts: ClassVar[frozenset[str]] = (
        frozenset()
    )  # fields with a part for every seat, of which mostly one changes

    to_act: tuple[int, ...]  # the seats that may act
    active: int | None  # whose turn it is
    scores: EachSeat[int]
    winners: tuple[int, ...] | None  # once the game is over
    phase: str  # what is asked now; a game's own views say which phases there are


@dataclass(frozen=True, slots=True)
class Move:
    """A step made by a seat; `by` says who chose it: the player, the clock, or a stand-in."""

    seat: int
    action: Action
    by: str = "player"

    MAKERS: ClassVar[tuple[str, ...]] = ("player", "clock", "stand-in")


@dataclass(frozen=True, slots=True)
class Chance:
    """A step that chance takes."""

    outcome: Outcome


Step = Move | Chance
K = TypeVar("K")


class Knowledge(Protocol):
    """Perfect recall of what one viewer was lawfully shown: a pure fold over that viewer's events."""

    def hear(self, event: Event) -> None: ...

    def view(self) -> View:
        """Return what the table must be showing that viewer, built from what was heard alone."""

    def determinize(self, rng: Random) -> Any:
        """Draw a full state consistent with all that was heard, without the true one."""

    def aid(self) -> object:
        """Return what a table with the memory aid marks for this viewer."""


class Watcher(Protocol):
    """Follow every step in the world that a `Knowledge` keeps: set as its `watcher`, if it has one."""

    def before(self, world: Any, seat: int, code: int) -> None:
        """See the world before a step, with the cards in it that the step shows; chance if `seat` is negative."""

    def after(self, world: Any, seat: int) -> None:
        """See it after the step."""


@dataclass(frozen=True, eq=False)  # there is one of each
class Game:
    """All that the rest of the code knows of a game."""

    name: str
    title: str
    letter: str  # of its rules' clauses
    age: int  # from which the box says that one can play
    minutes: str  # that a game takes, as the box says
    rules: Any
    options: tuple[Option, ...]
    actions: tuple[type[Action], ...]
    outcomes: tuple[type[Outcome], ...]
    events: tuple[type[Event], ...]
    views: tuple[type[View], type[View] | None]  # what everybody sees; what a seat sees, where that is more
    asked: Mapping[str, str]  # by phase of the view: the clause that explains what is asked in it
    # What a field of an event, a view, an action, a refusal or a reason is, by its name; "Shifted.to" goes before
    # "to". "player", "card", "cards" and "count" are said in their own ways; any other kind is a list of words of
    # which the catalogues have one each, `<game>.<kind>.<word>`. Numbers that are not named here are just numbers.
    kinds: Mapping[str, str]
    settings: Callable[[int, Options], tuple[int, ...]]  # the arguments of rules.setup
    action: Callable[[Any, int], Action]  # number to words; the state says what is at stake
    action_code: Callable[[Action], int]
    outcome: Callable[[Any, int], Outcome]
    outcome_code: Callable[[Any, Outcome], int | None]  # None when that is not what the rules wait for
    refusal: Callable[[Any, int, Action], Refused]  # why an action is not accepted
    view: Callable[[Any, int | None], View]  # None: a spectator
    # State before, step, state after, viewer. Each seat may be shown something else; the phrase is then private.
    narrate: Callable[[Any, Step, Any, int | None], tuple[Event, ...]]
    knowledge: Callable[[int, Options, int | None], Knowledge]
    gentle: Callable[[Any, int, Callable[[int], int]], Action]  # H3: what the clock plays for a seat
    ending: Callable[[Any], str]  # why the game is over
    opened: Callable[[Any], object]  # all that is hidden, as a complete memory aid would mark it: for replays only
    also_accepts: Callable[[Any, int, int], bool] = field(default=lambda _s, _seat, _code: False)  # C5
    lowest_wins: bool = False  # C24
    counts: str = "points"  # what a score counts, "points" or "cards"
    constants: Mapping[str, int] = field(default_factory=dict)  # numbers of its rules that tables show, by name
    memory_clause: str | None = None  # of a game in which players must remember what was shown
    usual_players: int | None = None  # how many play when nobody says; else the fewest
    aliases: tuple[str, ...] = ()  # other names that people may type for it
    unhurried: Mapping[str, Value] = field(default_factory=dict)  # options at a table where nobody watches a clock
    home: str = ""  # the package of a game that is not ours: where its modules are
    # The fields of what everybody sees, in the order of the view, for who needs no view: it takes half the time.
    public: Callable[[Any], dict[str, Any]] | None = None
    # What a view shows one seat only.
    own: Callable[[Any, int], dict[str, Any]] = field(default=lambda _s, _seat: {})
    # C10: how many seconds an open window has in which seats race (0: no clock); None when there is no such window
    race: Callable[[Any, Options], int | None] = field(default=lambda _s, _options: None)

    @property
    def is_memory(self) -> bool:
        """Tell whether players must remember: then there is no history, and no hint without the memory aid."""
        return self.memory_clause is not None

    @property
    def players(self) -> range:
        return range(self.rules.FEWEST, self.rules.SEATS + 1)

    @property
    def players_text(self) -> str:
        """Return how many may play, in English: `2 to 4`, or `2`."""
        fewest, most = self.players[0], self.players[-1]
        return str(fewest) if fewest == most else f"{fewest} to {most}"

    def kind(self, owner: str, name: str) -> str | None:
        """Return what the field `name` of `owner`, an event or another type, is; None: a plain value."""
        return self.kinds.get(f"{owner}.{name}", self.kinds.get(name))

    def accepts(self, s: Any, seat: int, code: int) -> bool:
        """Tell whether a seat may take an action now."""
        legal_nth = self.rules.legal_nth
        for n in range(self.rules.legal_count(s, seat)):
            if legal_nth(s, seat, n) == code:
                return True
        return self.also_accepts(s, seat, code)


def check_players(game: Game, players: int) -> int:
    """Return how many play; a `ValueError` says that `game` is not for so many."""
    if players not in game.players:
        raise ValueError(f"{game.title} is for {game.players_text} players, not {players!r}")
    return players


@cache
def seats_in(mask: int) -> tuple[int, ...]:
    """Return the seats of a bitmask."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def first_seat(options: Options) -> int:
    """Return who begins (T6, C6, E3): the option `creator`, or -1 for a seat drawn at random."""
    return -1 if options["start"] == "random" else int(options["creator"])  # type: ignore[arg-type]  # checked as a number
