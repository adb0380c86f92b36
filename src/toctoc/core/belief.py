"""Track every deal that fits the events of one viewer: a `Knowledge` for games with few hidden cards.

The belief is exact: it plays the rules forward from the set-up, and keeps each state whose narration is what the
viewer was shown. A game with more than `MAX_WORLDS` such states needs a `Knowledge` of its own.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from . import fields
from .game import Chance, Event, Game, Move, Step, View, seats_in
from .options import Options

MAX_WORLDS = 20_000
Worlds = dict[bytes, tuple[Any, float]]  # by packed state: the state, and its probability up to a factor


class Belief:
    """Keep all states that fit the events of a viewer: the `Knowledge` of a small game, up to 20,000 states.

    Each state has the probability that chance gives it. The choices of other players count as equally likely.

    Args:
        players: The number of players.
        options: All options of the game.
        seat: The viewer; None is a spectator.
    """

    game: ClassVar[Game]  # of each subclass

    def __init__(self, players: int, options: Options, seat: int | None) -> None:
        self.seat = seat
        state = fields.blank(self.game.rules.State)
        self.game.rules.setup(state, *self.game.settings(players, options))
        self._worlds: Worlds = {fields.pack(state): (state, 1.0)}
        self._heard: list[Event] = []  # since the states in `_worlds`

    def observe(self, event: Event) -> None:
        """Take note of an event; the states are worked out when they are needed."""
        self._heard.append(event)

    def view(self) -> View:
        """Return the table as it looks to the viewer in every world that fits."""
        state, _ = next(iter(self.worlds().values()))
        return self.game.view(state, self.seat)

    def determinize(self, rng: Random) -> Any:
        """Draw a state that fits all that was heard, by its probability."""
        worlds = list(self.worlds().values())
        ((state, _),) = rng.choices(worlds, [weight for _, weight in worlds])
        return fields.clone(state)

    def aid(self) -> None:
        """Mark nothing."""

    def worlds(self) -> Worlds:
        """Return the states that fit all that was heard, each with its weight."""
        heard, self._heard = tuple(self._heard), []
        waiting: list[Worlds] = [{} for _ in heard]  # by how many of the events are explained
        done = self._worlds
        if heard:
            waiting[0], done = self._worlds, {}
        for explained, worlds in enumerate(waiting):
            for state, weight in worlds.values():
                for after, share, shown in self._steps(state):
                    until = explained + len(shown)
                    if shown and shown == heard[explained:until]:
                        _add(done if until == len(heard) else waiting[until], after, weight * share)
        if not done:
            raise ValueError(
                f"no game of {self.game.name} shows seat {self.seat} {heard}; "
                "a step that seats are shown differently must be is_private"
            )
        self._worlds = done
        return done

    def _steps(self, state: Any) -> Iterator[tuple[Any, float, tuple[Event, ...]]]:
        """Yield each possible step: the state after it, its probability, and the events that the viewer sees."""
        game, rules = self.game, self.game.rules
        total = rules.chance_total(state)
        steps: list[tuple[Step, int, float]]
        if total:
            weights = [(code, rules.chance_weight(state, code)) for code in range(rules.OUTCOMES)]
            steps = [
                (Chance(game.outcome(state, code)), code, weight / total) for code, weight in weights if weight
            ]
        else:
            legal = [
                (seat, rules.legal_nth(state, seat, n))
                for seat in seats_in(rules.actors(state))
                for n in range(rules.legal_count(state, seat))
            ]
            steps = [(Move(seat, game.action(state, code)), code, 1.0) for seat, code in legal]
        for step, code, share in steps:
            after = fields.clone(state)
            if isinstance(step, Move):
                rules.act(after, step.seat, code)
            else:
                rules.take_chance(after, code)
            yield after, share, game.narrate(state, step, after, self.seat)


def _add(worlds: Worlds, state: Any, weight: float) -> None:
    key = fields.pack(state)
    _, before = worlds.get(key, (None, 0.0))
    worlds[key] = (state, before + weight)
    if len(worlds) > MAX_WORLDS:
        raise ValueError(f"more than {MAX_WORLDS} states fit: such a game needs a `knowledge` of its own")
