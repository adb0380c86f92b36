"""Describe a game to the suites: its options, its random players, its cards and its secrets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

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
    """Return a uniformly random legal action: the default policy of random players.

    Args:
        rules: The module of the rules.
        s: The state.
        seat: The seat to act.
        rng: The generator.
    """
    return int(rules.legal_nth(s, seat, rng.randrange(rules.legal_count(s, seat))))


DERIVED: Any = None  # stands for a function that `by_fields` derives from the state's table of fields


@dataclass(frozen=True)
class Conformance:
    """Describe a game to the suites. Only `game` is required.

    In a large game, write the secrets from the rules, not from the code under test. `hidden`, `put`, `shows` and
    `draws` are derived from the state's table of fields unless they are given.

    Args:
        game: The `Game`.
        choices: Options that change the rules, `{}` for none.
        policies: Policies of random players. Uniform ones hardly reach some clauses.
        conserved: Raises `AssertionError` if a card is missing or one too many.
        signs: By clause, whether it was at work in a step, given in numbers. Random players must reach all.
        endings: The possible reasons of the end.
        tries: Phrases to try at the wrong moment, and wrong ones; if empty, derived from the forms of the actions.
        hidden: Yields the places of cards that a viewer was never shown, each with its card.
        put: Puts another card at a place: state, place, the old card, the new card.
        shows: Whether a step lawfully shows a viewer a card in which two worlds differ.
        draws: Returns the card that a step takes out of a heap: state before, step, its number.
        deals_openly: Whether chance takes no hidden card.
        heaps: The secret fields of the state that count the cards of each kind, such as `stock[kind]`. Every other
            field that is not public holds a kind of card in each cell, a negative number for none.
        peeking: Policies that look at hidden cards.
        revealed: Returns fields that everybody may see in a state although the table of fields says otherwise.
        aside: Returns an action that a seat may take at any time, or None.
    """

    game: Game
    choices: Sequence[Mapping[str, object]] = ({}, {"start": "random"})
    policies: Sequence[Policy] = (uniform,)
    conserved: Callable[[Any], None] = lambda _s: None
    signs: Mapping[str, Sign] = field(default_factory=dict)
    endings: Sequence[str] = ("over",)
    tries: Sequence[str] = ()
    hidden: Callable[[Any, Any, int | None], Iterator[tuple[Place, int]]] = DERIVED
    put: Callable[[Any, Place, int, int], None] = DERIVED
    shows: Callable[[Parallel, int | None], bool] = DERIVED
    draws: Callable[[Any, Step, int], Draw | None] = DERIVED
    deals_openly: bool = False
    heaps: frozenset[str] = frozenset({"stock", "hand"})
    peeking: Sequence[Policy] = ()
    revealed: Callable[[Any], frozenset[str]] = lambda _s: frozenset()
    aside: Callable[[Any, Any, Random], Coded | None] = lambda _rules, _s, _rng: None

    def __post_init__(self) -> None:
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

    @property
    def few_variants(self) -> "list[Variant]":
        """List variants that have every number of players and every choice of options at least once."""
        players, choices = list(self.game.players), list(self.choices)
        number = max(len(players), len(choices))
        return [Variant(self, players[n % len(players)], choices[n % len(choices)]) for n in range(number)]


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
    """Set how much a suite plays; for every variant, unless the text says otherwise.

    Args:
        all_variants: Whether every number of players is combined with every choice of options.
        walks: The largest number of games by random players; many tests need only two to four.
        hits: The number of games in which every clause is looked for.
        side_by_side: The number of pairs of worlds, every other one from the first step of a game.
        equal_steps: The least mean number of steps for which such a pair stays equal; lower it for a short game.
        lockstep: The number of games by plain and by compiled rules.
        favours: In these games, the percentages of decisions that take the first action.
        examples: The number of examples of Hypothesis, for every game.
        contests: The number of games of a good bot against random players, for every game.
    """

    all_variants: bool = True
    walks: int = 4
    hits: int = 15
    side_by_side: int = 25
    equal_steps: float = 3
    lockstep: int = 100
    favours: tuple[int, ...] = (0, 85)
    examples: int = 15
    contests: int = 40


DEFAULT_COUNTS = Counts()
