"""Define the interface of a game: `Game`, and the types of its actions, outcomes, events and views.

Integers stay inside a game's rules; everything that passes through this interface is words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Annotated, Any, ClassVar, Protocol, TypeVar, dataclass_transform

from .errors import Refused
from .notation import Phrase
from .options import Option, Options, Value

T = TypeVar("T")
EACH_SEAT = "one for each seat"
EachSeat = Annotated[tuple[T, ...], EACH_SEAT]  # a list with one part for each seat, in their order


@dataclass(frozen=True, slots=True)
class Action(Phrase):
    """A player's choice: the base class of each game's actions. `str()` of an action is its notation.

    Example:
        >>> from random import Random
        >>> from toctoc.core import Action, Match
        >>> match = Match("escalier", 3, chance=Random(7).randrange)
        >>> action = match.legal(0)[0]
        >>> isinstance(action, Action), action, str(action)
        (True, Shift(place='red'), 'move red')
    """

    is_throw: ClassVar[bool] = False  # seats race to do it first
    is_aside: ClassVar[bool] = False  # possible at any time; the open question stays open
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
    """A result of chance: the base class of each game's outcomes. `str()` of an outcome is its notation.

    Example:
        >>> from toctoc.core import Match, Outcome
        >>> match = Match("escalier", 3)
        >>> _ = match.take_chance("flip red-child")
        >>> isinstance(match.steps[0].outcome, Outcome), match.asked
        (True, 0)
    """


@dataclass(frozen=True, slots=True)
class Event:
    """A part of a step that one viewer is shown: the base class of each game's events, which `event` makes.

    A viewer that may not know a card gets another type, without a field for the card.

    Example:
        >>> from random import Random
        >>> from toctoc.core import Event, Match
        >>> match = Match("escalier", 3, chance=Random(7).randrange)
        >>> _ = match.play(0, "move red")
        >>> event = match.history(2)[1]
        >>> isinstance(event, Event), event, event.clause
        (True, Shifted(seat=0, place='red', to='white'), 'E8')
    """

    clause: ClassVar[str]
    clauses: ClassVar[Mapping[str, str]] = {}
    glimpse: ClassVar[bool] = False
    moment: ClassVar[bool] = False
    silent: ClassVar[bool] = False
    setting: ClassVar[bool] = False
    visible: ClassVar[bool] = False
    usual: ClassVar[bool] = False
    begins_turn: ClassVar[bool] = False
    pause: ClassVar[bool] = False
    show: ClassVar[bool] = False
    reveals: ClassVar[tuple[str, ...]] = ()
    history: ClassVar[str] = "always"

    HISTORY: ClassVar[tuple[str, ...]] = ("always", "aid", "never", "scores")


E = TypeVar("E", bound=Event)


@dataclass_transform(frozen_default=True)
def event(
    clause: str,
    *,
    clauses: Mapping[str, str] = Event.clauses,
    glimpse: bool = False,
    moment: bool = False,
    silent: bool = False,
    setting: bool = False,
    visible: bool = False,
    usual: bool = False,
    begins_turn: bool = False,
    pause: bool = False,
    show: bool = False,
    reveals: tuple[str, ...] = (),
    history: str = "always",
) -> Callable[[type[E]], type[E]]:
    """Make a class with the fields of an event a type of events.

    Args:
        clause: The clause of the rules that explains it best.
        clauses: Another one where a field has that value, in JSON's words.
        glimpse: Shown to a seat alone for a moment, and nowhere to be seen afterwards.
        moment: Shown to everybody for a moment, and nowhere to be seen afterwards.
        silent: Another event of the same step says it better.
        setting: A part of the set-up: shown, and not narrated one by one.
        visible: The table goes on showing it: live narration leaves it out.
        usual: Happens at every turn: another event of the step explains it better.
        begins_turn: The first event of a turn of `seat`: the history is grouped by turn.
        pause: People look at it as long as they like before they go on.
        show: Takes a while to be seen, as glimpses, moments and pauses do: bots wait for it.
        reveals: Fields of the view that players learn from it. Until it has been seen, tables draw them as they
            were. `houses.score` is the part `score` of each of the `houses`, `own.hand` a field of the own view.
        history: Whether the history has it: `always`, with the memory aid (`aid`), or `never`. In a game of memory
            the history has `scores` alone, the points without the place of any card.

    Example:
        >>> from toctoc.core import Event, event
        >>> @event("A3", begins_turn=True)
        ... class Began(Event):
        ...     seat: int
        >>> Began(2), Began.clause, Began.begins_turn, Began.pause
        (Began(seat=2), 'A3', True, False)
    """
    facts = {name: value for name, value in locals().items() if value is not getattr(Event, name, None)}

    def made(kind: type[E]) -> type[E]:
        for name, value in facts.items():
            setattr(kind, name, value)
        return dataclass(frozen=True, slots=True)(kind)

    return made


@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer sees it now: the base class of each game's views.

    Args:
        to_act: The seats that may act.
        active: The active player; None if there is none.
        scores: The score of each seat.
        winners: The seats that won; None before the end.
        phase: The open question, as a word of the game.

    Example:
        >>> from random import Random
        >>> from toctoc.core import Match, View
        >>> match = Match("escalier", 3, chance=Random(7).randrange)
        >>> view = match.view(None)
        >>> isinstance(view, View), view.to_act, view.scores, view.winners
        (True, (0,), (0, 0, 0), None)
    """

    in_parts: ClassVar[frozenset[str]] = (
        frozenset()
    )  # fields with a part for each seat, one of which changes in most steps

    to_act: tuple[int, ...]
    active: int | None
    scores: EachSeat[int]
    winners: tuple[int, ...] | None
    phase: str


@dataclass(frozen=True, slots=True)
class Move:
    """A step of a seat.

    Args:
        seat: The number of the seat.
        action: Its `Action`.
        by: The origin of the choice: `player`, `clock` or `stand-in`.

    Example:
        >>> from random import Random
        >>> from toctoc.core import Match, Move
        >>> match = Match("escalier", 3, chance=Random(7).randrange)
        >>> _ = match.play(0, "move red", by="clock")
        >>> [step for step in match.steps if isinstance(step, Move)]
        [Move(seat=0, action=Shift(place='red'), by='clock')]
    """

    seat: int
    action: Action
    by: str = "player"

    MAKERS: ClassVar[tuple[str, ...]] = ("player", "clock", "stand-in")


@dataclass(frozen=True, slots=True)
class Chance:
    """A step of chance.

    Args:
        outcome: Its `Outcome`.

    Example:
        >>> from toctoc.core import Chance, Match
        >>> match = Match("escalier", 3)
        >>> _ = match.take_chance("flip red-child")
        >>> isinstance(match.steps[0], Chance), match.steps
        (True, [Chance(outcome=Flip(card='red-child'))])
    """

    outcome: Outcome


Step = Move | Chance
K = TypeVar("K")


class Knowledge(Protocol):
    """Hold everything that the events of one viewer imply, with perfect recall. It never reads the true state.

    `game.knowledge(players, options, seat)` returns a new one.

    Example:
        >>> from random import Random
        >>> from toctoc.core import Knowledge, Match
        >>> match = Match("escalier", 3, chance=Random(7).randrange)
        >>> knows: Knowledge = match.game.knowledge(match.players, match.options, 2)
        >>> for event in match.history(2):
        ...     knows.observe(event)
        >>> knows.view() == match.view(2)
        True
        >>> world = knows.determinize(Random(3))
        >>> guess = Match.at(match.game, match.options, world, chance=Random(4).randrange)
        >>> guess.view(2) == match.view(2), guess.asked
        (True, 0)
    """

    def observe(self, event: Event) -> None:
        """Add `event`, as the viewer is shown it."""

    def view(self) -> View:
        """Return the viewer's view, built from the events alone."""

    def determinize(self, rng: Random) -> Any:
        """Sample a hidden state from the information set of the viewer; pass it to `Match.at`.

        The state fits all events (determinization). The generator `rng` draws it.
        """

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
    """A game, as the rest of the code uses it. There is one object for each game.

    A package that brings a game makes one with `toctoc.core.small.small_game`, or by hand.

    Args:
        name: The key of the game in `GAMES`.
        title: The title for people.
        letter: The first letter of its clauses.
        age: The age of the youngest players, as the box says.
        minutes: The length of a game, as the box says.
        rules: The module of its rules.
        options: Its options.
        actions: The types of its actions.
        outcomes: The types of its outcomes.
        events: The types of its events.
        views: The type of a spectator's view, and that of a seat's view if seats see more.
        asked: By phase of the view, the clause that explains the open question.
        kinds: By field, the kind of its values: `player`, `card`, `cards`, `count`, or a list of words.
        settings: Returns the arguments of `rules.setup` for a number of players and options.
        action: Returns the `Action` of a number, in a state.
        action_code: Returns the number of an `Action`.
        outcome: Returns the `Outcome` of a number, in a state.
        outcome_code: Returns the number of an `Outcome`; None if the state awaits another kind.
        refusal: Returns the `Refused` of an action that a seat may not take.
        view: Returns the view of a seat in a state; None is a spectator.
        narrate: Returns the events of a step for a viewer, given the states before and after. An action of which
            seats see different events must be `is_private`.
        knowledge: Returns a new `Knowledge` for a number of players, options and a viewer.
        gentle: Returns the action that the clock takes for a seat (H3).
        ending: Returns the reason of the end, as a word of the catalogues.
        opened: Returns all hidden cards, for replays only.
        also_accepts: Tells whether a seat may take an action that is not among its legal actions.
        lowest_wins: Whether the lowest score wins.
        counts: The unit of a score: `points` or `cards`.
        constants: Numbers of the rules that tables show, by name.
        memory_clause: The clause that makes it a game of memory; None for other games.
        usual_players: The default number of players; None for the smallest.
        aliases: Other names for the command line.
        unhurried: Options of a table without a clock.
        home: The package with its modules and files.
        order: The place of the game in lists; games of other packages follow by name.
        public: Returns the fields of a spectator's view. It is optional and saves time.
        own: Returns the fields that a view has for its own seat only.
        race: Returns the seconds of an open race (0: no clock), and None without a race.
        race_clause: The clause of races, which refusals of a throw cite.
        remedies: By code of each refusal of its own, what to do instead, for authors of clients. The catalogues
            have a text for each: `refusal.<code>`.

    Example:
        >>> from toctoc.core import GAMES, Game
        >>> game = GAMES["chocottes"]
        >>> isinstance(game, Game), list(game.players), game.lowest_wins, game.memory_clause
        (True, [2, 3, 4, 5], True, 'C27')
        >>> [option.name for option in game.options]
        ['start', 'creator', 'dreams', 'tiles', 'snap_seconds', 'memory_aid']
    """

    name: str
    title: str
    letter: str
    age: int
    minutes: str
    rules: Any
    options: tuple[Option, ...]
    actions: tuple[type[Action], ...]
    outcomes: tuple[type[Outcome], ...]
    events: tuple[type[Event], ...]
    views: tuple[type[View], type[View] | None]
    asked: Mapping[str, str]
    kinds: Mapping[str, str]
    settings: Callable[[int, Options], tuple[int, ...]]
    action: Callable[[Any, int], Action]
    action_code: Callable[[Action], int]
    outcome: Callable[[Any, int], Outcome]
    outcome_code: Callable[[Any, Outcome], int | None]
    refusal: Callable[[Any, int, Action], Refused]
    view: Callable[[Any, int | None], View]
    narrate: Callable[[Any, Step, Any, int | None], tuple[Event, ...]]
    knowledge: Callable[[int, Options, int | None], Knowledge]
    gentle: Callable[[Any, int, Callable[[int], int]], Action]
    ending: Callable[[Any], str]
    opened: Callable[[Any], object]
    also_accepts: Callable[[Any, int, int], bool] = field(default=lambda _s, _seat, _code: False)
    lowest_wins: bool = False
    counts: str = "points"
    constants: Mapping[str, int] = field(default_factory=dict)
    memory_clause: str | None = None
    usual_players: int | None = None
    aliases: tuple[str, ...] = ()
    unhurried: Mapping[str, Value] = field(default_factory=dict)
    home: str = ""
    order: int = 0
    public: Callable[[Any], dict[str, Any]] | None = None
    own: Callable[[Any, int], dict[str, Any]] = field(default=lambda _s, _seat: {})
    race: Callable[[Any, Options], int | None] = field(default=lambda _s, _options: None)
    race_clause: str = "H2"
    remedies: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_memory(self) -> bool:
        """Return whether it is a game of memory, which has no history, and no hints without the memory aid."""
        return self.memory_clause is not None

    @property
    def players(self) -> range:
        """Return the possible numbers of players."""
        return range(self.rules.FEWEST, self.rules.SEATS + 1)

    @property
    def players_text(self) -> str:
        """Return the possible numbers of players in English, such as `2 to 4`."""
        fewest, most = self.players[0], self.players[-1]
        return str(fewest) if fewest == most else f"{fewest} to {most}"

    def kind(self, owner: str, name: str) -> str | None:
        """Return the kind of the field `name` of `owner`, an event or another type; None: a plain value."""
        return self.kinds.get(f"{owner}.{name}", self.kinds.get(name))

    def accepts(self, s: Any, seat: int, code: int) -> bool:
        """Return whether `seat` may take the action number `code` in the state `s`."""
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
    """Return the seat that begins: the option `creator`, or -1 for a seat drawn at random.

    Args:
        options: All options of the game.
    """
    return -1 if options["start"] == "random" else int(options["creator"])  # type: ignore[arg-type]  # checked as a number
