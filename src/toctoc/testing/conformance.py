"""Describe a game to the suites: its options, its random players, its cards and its secrets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from random import Random
from typing import Any
from warnings import warn

from toctoc.core.game import Game, Step
from toctoc.core.options import complete

from .by_fields import ByFields
from .steps import Coded, Draw, Parallel, Place

__all__ = [
    "DEFAULT_COUNTS", "Coded", "Conformance", "Counts", "Draw", "Parallel", "Place", "Policy", "Sign", "Variant",
    "uniform",
]  # fmt: skip

Policy = Callable[[Any, Any, int, Random], int]  # rules, state, seat, generator -> number of the action
Sign = Callable[[Any, int, int, Any], bool]  # state before, seat or -1, number, state after


def uniform(rules: Any, s: Any, seat: int, rng: Random) -> int:
    """Take any legal action."""
    return int(rules.legal_nth(s, seat, rng.randrange(rules.legal_count(s, seat))))


DERIVED: Any = None  # stands for a function that `by_fields` derives from the state's table of fields


@dataclass(frozen=True)
class Conformance:
    """Describe a game to the suites. Only `game` is required. Secrets come from the handbook, not from code.

    `hidden`, `put`, `shows` and `draws` are derived from the state's table of fields unless they are given.
    """

    game: Game
    choices: Sequence[Mapping[str, object]] = ({}, {"start": "random"})  # options that change the rules
    # Random players. Uniformly random ones hardly reach some clauses; those that are peeking look at hidden cards.
    policies: Sequence[Policy] = (uniform,)
    # Raises AssertionError if a card is missing or one too many.
    conserved: Callable[[Any], None] = lambda _s: None
    # By clause: whether it was at work in a step, given in numbers.
    signs: Mapping[str, Sign] = field(default_factory=dict)
    # The possible reasons of the end.
    endings: Sequence[str] = ("over",)
    # Words to try at the wrong moment, and some that are never right; none: derived from the actions' forms.
    tries: Sequence[str] = ()
    # Places of cards that a viewer was never shown, and the card that lies there: state, knowledge, viewer.
    hidden: Callable[[Any, Any, int | None], Iterator[tuple[Place, int]]] = DERIVED
    # Let another card lie at a place: state, place, the card that lies there, the one that shall.
    put: Callable[[Any, Place, int, int], None] = DERIVED
    # Whether a step lawfully shows a viewer a card in which the worlds differ.
    shows: Callable[[Parallel, int | None], bool] = DERIVED
    # The card that a step takes out of a heap: state before, step, its number.
    draws: Callable[[Any, Step, int], Draw | None] = DERIVED
    deals_openly: bool = False  # chance takes no card that is hidden from anybody
    heaps: frozenset[str] = frozenset({"stock", "hand"})  # first words of places whose last word is a kind of card
    peeking: Sequence[Policy] = ()
    # Fields that everybody may see in a state although the table of fields says otherwise.
    revealed: Callable[[Any], frozenset[str]] = lambda _s: frozenset()
    # Something that a seat may do at any time, now and then: rules, state, generator.
    aside: Callable[[Any, Any, Random], Coded | None] = lambda _rules, _s, _rng: None
    habits: InitVar[Sequence[Policy] | None] = None  # the former name of `policies`, until 0.3.0

    def __post_init__(self, habits: Sequence[Policy] | None) -> None:
        if habits is not None:
            warn("Conformance(habits=) is now called policies", DeprecationWarning, stacklevel=3)
            object.__setattr__(self, "policies", habits)
        derived = ByFields(self.game, self.heaps)
        functions = {"hidden": derived.hidden, "put": derived.put, "shows": derived.shows, "draws": derived.draws}
        for name, function in functions.items():
            if getattr(self, name) is DERIVED:
                object.__setattr__(self, name, function)
        if not self.tries:
            object.__setattr__(self, "tries", derived.tries())

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def variants(self) -> "list[Variant]":
        """List the game with every number of players and every choice of options."""
        return [Variant(self, players, chosen) for players in self.game.players for chosen in self.choices]


@dataclass(frozen=True)
class Variant:
    """A game that has a number of players and some options."""

    conformance: Conformance
    players: int
    chosen: Mapping[str, object]

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.chosen.items())
        return f"{self.name}-{self.players}{'-' * bool(options)}{options.replace(' ', '')}"

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def game(self) -> Game:
        return self.conformance.game

    @property
    def settings(self) -> tuple[int, ...]:
        """Return the arguments of `rules.setup`."""
        return self.game.settings(self.players, complete(self.game.options, self.chosen))


@dataclass(frozen=True)
class Counts:
    """Numbers of games; for every variant, unless the comment says otherwise."""

    walks: int = 4  # games by random players, at most: many tests are content with two to four
    hits: int = 15  # games in which every clause is looked for
    side_by_side: int = 25  # pairs of worlds, every other one from the first step of a game on
    equal_steps: float = 3  # for which such a pair stays equal at least, on average; short games want fewer
    lockstep: int = 100  # games by plain and compiled rules
    favours: tuple[int, ...] = (0, 85)  # in so many of 100 decisions of these games the first action is taken
    examples: int = 15  # of Hypothesis, for every game
    contests: int = 40  # games of a good bot against random players, for every game


DEFAULT_COUNTS = Counts()
