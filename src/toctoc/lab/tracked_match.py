"""Track the events of all seats of a match, and resample worlds that a seat cannot tell from it.

It is quickly copied, for OpenSpiel copies at every node of a tree.
"""

from random import Random
from typing import Any, Self

from toctoc.core.game import Event, Game
from toctoc.core.match import Match, StepEvents
from toctoc.core.options import Options


class TrackedMatch:
    """Hold a match, the events that each seat was shown, and the same as a text."""

    def __init__(self, game: Game, players: int, options: Options) -> None:
        self.match = Match(game, players, options, narrate=True)
        self.events: list[list[Event] | None] = [[] for _ in range(players)]  # None: unknown
        self.information = [""] * players
        self.public = ""

    def __deepcopy__(self, _memo: object) -> Self:
        twin = object.__new__(type(self))
        twin.match = self.match.copy()
        twin.events = [None if events is None else events[:] for events in self.events]
        twin.information, twin.public = self.information[:], self.public
        return twin

    def act(self, seat: int, code: int) -> None:
        """Apply an action by its number in the rules."""
        self._tell(self.match.play(seat, self.match.game.action(self.match.state, code)))

    def take_chance(self, code: int) -> None:
        """Apply an outcome of chance by its number in the rules."""
        self._tell(self.match.take_chance(self.match.game.outcome(self.match.state, code)))

    def resampled(self, seat: int, rng: Random) -> Self:
        """Return a match in a world that `seat` cannot tell from this one, sampled from its events alone.

        The events of other seats in that world are unknown: these begin with the public events and their view.
        """
        match = self.match
        known: Any = match.game.knowledge(match.players, match.options, seat)
        for event in self.heard(seat):
            known.observe(event)
        world = known.determinize(rng)
        twin = object.__new__(type(self))
        twin.match = Match.at(match.game, match.options, world, narrate=True)
        twin.events = [self.heard(seat)[:] if p == seat else None for p in range(match.players)]
        twin.information = [f"{self.public}{twin.match.view(p)!r}\n" for p in range(match.players)]
        twin.information[seat], twin.public = self.information[seat], self.public
        return twin

    def heard(self, seat: int) -> list[Event]:
        """Return the events that a seat was shown; a `ValueError` in a world that was drawn for another seat."""
        events = self.events[seat]
        if events is None:
            raise ValueError(f"this world was drawn for another seat: what seat {seat} was shown is not known")
        return events

    def _tell(self, steps: tuple[StepEvents, ...]) -> None:
        for shown in steps:
            public = _text(shown.public)
            self.public += public
            for seat, events in enumerate(self.events):
                self.information[seat] += _text(shown.private[seat]) if seat in shown.private else public
                if events is not None:
                    events.extend(shown.to(seat))


def outcomes(game: Game, s: Any) -> list[tuple[int, float]]:
    """List the outcomes of chance with their probabilities."""
    rules = game.rules
    total = rules.chance_total(s)
    weights = [(code, rules.chance_weight(s, code)) for code in range(rules.OUTCOMES)]
    return [(code, weight / total) for code, weight in weights if weight > 0]


def _text(events: tuple[Event, ...]) -> str:
    return "".join(f"{event!r}\n" for event in events)
