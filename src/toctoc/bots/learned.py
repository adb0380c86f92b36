"""Play a seat of a game by its net: probabilities of actions, and win probabilities."""

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from statistics import fmean
from typing import Any

from toctoc.bots.bot import SeatInfo
from toctoc.bots.level import BadLevel
from toctoc.bots.net import Net, net
from toctoc.bots.seat_inputs import Scene, SeatInputs
from toctoc.codec.coder import NOT_OFFERED, codec
from toctoc.core.game import Action, Event, seats_in

LOOKS = 48  # at worlds and at what comes of an action in them, about: so much time there is for a hint
COMPARED = 3  # actions at most
LIKELY = 0.05  # of what the likeliest action has: beside the first two, less likely ones are not compared
UNLIKELY = 1e-4  # what every decision has at least
FARTHEST = 16  # worlds in which somebody else's decision is looked at

Made = Callable[[Any], tuple[Any, int, int] | None]  # as `Memory.made`


class Learned:
    """Observe the events of a seat, and evaluate its game's net, or another one."""

    def __init__(self, seat_info: SeatInfo, other: Net | None = None) -> None:
        self.seat_info = seat_info
        self.codec = codec(seat_info.game, seat_info.players)
        self.inputs = SeatInputs(self.codec, seat_info.seat, seat_info.options)
        self.net = other or net(seat_info.game)
        features = self.inputs.scene.features
        sees = (self.codec.D if features.OBSERVED else 0) + features.FEATURES
        if (self.net.inputs, self.net.actions) != (sees, self.codec.A):
            raise BadLevel(
                f"the net of {seat_info.game.title} was trained with {self.net.inputs} numbers and "
                f"{self.net.actions} actions; there are {sees} and {self.codec.A} here"
            )

    def observe(self, event: Event) -> None:
        """Remember an event."""
        self.inputs.observe(event)

    def choose(self, legal: Sequence[Action], rng: Random) -> Action | None:
        """Draw one of `legal` as the net does; None where it knows none of them."""
        weights = self.weights(legal)
        return rng.choices(legal, weights)[0] if any(weights) else None

    def weights(self, legal: Sequence[Action]) -> list[float]:
        """Return the probability of each of `legal` relative to the likeliest; 0 for senseless actions."""
        mask = self.inputs.mask()
        numbers = [self._number(action) for action in legal]
        known = [n for n in numbers if n != NOT_OFFERED and mask[n] == 1]
        logits = dict(zip(known, self.net.logits(self.inputs.read(), known), strict=True))
        best = max(logits.values(), default=0.0)
        return [exp(logits[n] - best) if n in logits else 0.0 for n in numbers]

    def win_probabilities(self, rng: Random) -> list[float]:
        """Return the win probability of each seat, from this seat's knowledge.

        The net was taught to judge for whoever is asked: at a decision of others it is shown what they may see, in
        several worlds that this seat may be in.
        """
        rules, seat = self.seat_info.game.rules, self.seat_info.seat
        world = self.codec.coding.world(self.inputs.known)
        if seat in seats_in(rules.actors(world)):
            (logits,) = self.net.victory([self.inputs.read()])
            return self._shares(logits, seat)
        scenes = [self._imagined(rng) for _ in range(FARTHEST)]
        return [fmean(chances) for chances in zip(*self._judged(scenes), strict=True)]

    def prospects(self, legal: Sequence[Action], made: Made, rng: Random) -> list[tuple[Action, float]]:
        """Return the likeliest actions, the best first, with this seat's win probability after each.

        They are tried in the same worlds, sampled from what the seat knows, with the same luck after them. A world
        counts by how likely the decision in it is that lies face down, if there is one (`made`).
        """
        weights = self.weights(legal)
        order = sorted(range(len(legal)), key=lambda n: -weights[n])
        likely = [n for rank, n in enumerate(order[:COMPARED]) if weights[n] > (LIKELY if rank > 1 else 0.0)]
        tried = [legal[n] for n in likely]
        if not tried:
            return []
        codes = [self.seat_info.game.action_code(action) for action in tried]
        begun = [self._imagined(rng) for _ in range(LOOKS // (len(tried) + 1))]
        ended = []
        for scene in begun:
            luck = rng.getrandbits(48)
            for code in codes:
                after = scene.imagined(scene.world)
                after.play(self.seat_info.seat, code, Random(luck))
                ended.append(after)
        chances = [judged[self.seat_info.seat] for judged in self._judged(ended)]
        likelihoods = self._likelihoods(begun, made)
        found = [fmean(chances[n :: len(tried)], likelihoods) for n in range(len(tried))]
        return sorted(zip(tried, found, strict=True), key=lambda pair: -pair[1])

    def _imagined(self, rng: Random) -> Scene:
        return self.inputs.scene.imagined(self.inputs.known.determinize(rng))

    def _likelihoods(self, scenes: Sequence[Scene], made: Made) -> list[float]:
        """Return the probability, by the net, of the face-down decision in each world; 1 where there is none."""
        decided = [(scene, found) for scene in scenes if (found := made(scene.world))]
        if not decided:
            return [1.0] * len(scenes)
        return [self._likelihood(scene.imagined(world), seat, code) for scene, (world, seat, code) in decided]

    def _likelihood(self, scene: Scene, seat: int, code: int) -> float:
        """Return the probability, by the net, of a decision of `seat`."""
        actions = [n for n, makes_sense in enumerate(scene.mask(seat)) if makes_sense]
        logits = self.net.logits(scene.inputs(seat), actions)
        best = max(logits)
        chances = dict(zip(actions, (exp(logit - best) for logit in logits), strict=True))
        taken = self.codec.coding.from_rules(self.seat_info.players, seat, code)
        return chances.get(taken, 0.0) / sum(chances.values()) + UNLIKELY

    def _judged(self, scenes: Sequence[Scene]) -> list[list[float]]:
        """Return the win probabilities in each world, evaluated from the seat of the player to move."""
        rules = self.seat_info.game.rules
        asked = [None if rules.over(scene.world) else rules.asked(scene.world) for scene in scenes]
        inputs = [scene.inputs(seat) for scene, seat in zip(scenes, asked, strict=True) if seat is not None]
        logits = iter(self.net.victory(inputs) if inputs else ())
        return [
            self._shares(next(logits), seat) if seat is not None else self._won(scene.world)
            for scene, seat in zip(scenes, asked, strict=True)
        ]

    def _won(self, world: Any) -> list[float]:
        """Return the share of each seat in the victory of a world that is over."""
        won = [float(self.seat_info.game.rules.won(world, seat)) for seat in range(self.seat_info.players)]
        return [own / sum(won) for own in won]

    def _shares(self, logits: Sequence[float], seat: int) -> list[float]:
        """Return the win probability of each seat, from logits that begin with `seat` and go to the left."""
        players = self.seat_info.players
        best, temperature = max(logits[:players]), self.net.temperatures[players - 1]
        chances = [exp((logit - best) / temperature) for logit in logits[:players]]
        return [chances[(p - seat) % players] / sum(chances) for p in range(players)]

    def _number(self, action: Action) -> int:
        code = self.seat_info.game.action_code(action)
        found: Any = self.codec.coding.from_rules(self.seat_info.players, self.seat_info.seat, code)
        return int(found)
