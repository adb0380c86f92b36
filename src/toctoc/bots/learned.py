"""Play a seat of a game by its net: probabilities of actions, and win probabilities."""

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toctoc.bots.bot import SeatInfo
from toctoc.bots.inputs import Inputs, Scene
from toctoc.bots.level import BadLevel
from toctoc.bots.net import Net, net
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
        self.inputs = Inputs(self.codec, seat_info.seat, seat_info.options)
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
        logits, _ = self.net.judge(self.inputs.read())
        mask = self.inputs.mask()
        numbers = [self._number(action) for action in legal]
        known = [n != NOT_OFFERED and mask[n] == 1 for n in numbers]
        best = max((float(logits[n]) for n, knows in zip(numbers, known, strict=True) if knows), default=0.0)
        return [exp(float(logits[n]) - best) if knows else 0.0 for n, knows in zip(numbers, known, strict=True)]

    def win_probabilities(self, rng: Random) -> list[float]:
        """Return the win probability of each seat, from this seat's knowledge.

        The net was taught to judge for whoever is asked: at a decision of others it is shown what they may see, in
        several worlds that this seat may be in.
        """
        rules, seat = self.seat_info.game.rules, self.seat_info.seat
        world = self.codec.coding.world(self.inputs.known)
        if seat in seats_in(rules.actors(world)):
            _, logits = self.net.judge(self.inputs.read())
            return self._around(self._shares(logits[None])[0], seat)
        scenes = [self._imagined(rng) for _ in range(FARTHEST)]
        return [float(chance) for chance in self._judged(scenes).mean(0)]

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
        chances = self._judged(ended)[:, self.seat_info.seat].reshape(len(begun), len(tried))
        found = np.average(chances, 0, self._likelihoods(begun, made))
        pairs = zip(tried, found.tolist(), strict=True)
        return sorted(pairs, key=lambda pair: -pair[1])

    def _imagined(self, rng: Random) -> Scene:
        return self.inputs.scene.imagined(self.inputs.known.determinize(rng))

    def _likelihoods(self, scenes: Sequence[Scene], made: Made) -> NDArray[np.float32]:
        """Return the probability, by the net, of the face-down decision in each world; 1 where there is none."""
        decided = [(scene, found) for scene in scenes if (found := made(scene.world))]
        if not decided:
            return np.ones(len(scenes), np.float32)
        coding, masks, inputs, taken = self.codec.coding, [], [], []
        for scene, (world, seat, code) in decided:
            before = scene.imagined(world)
            masks.append(before.mask(seat))
            inputs.append(before.inputs(seat))
            taken.append(coding.from_rules(self.seat_info.players, seat, code))
        logits, _ = self.net.judge(np.array(inputs))
        chances = np.exp(logits - logits.max(1, keepdims=True)) * np.array(masks)
        return np.asarray(chances[np.arange(len(taken)), taken] / chances.sum(1) + UNLIKELY)

    def _judged(self, scenes: Sequence[Scene]) -> NDArray[np.float64]:
        """Return the win probabilities in each world, evaluated from the seat of the player to move."""
        rules = self.seat_info.game.rules
        chances = np.zeros((len(scenes), self.seat_info.players))
        asked = {n: rules.asked(scene.world) for n, scene in enumerate(scenes) if not rules.over(scene.world)}
        if asked:
            inputs = np.array([scenes[n].inputs(seat) for n, seat in asked.items()])
            for (n, seat), shares in zip(asked.items(), self._shares(self.net.judge(inputs)[1]), strict=True):
                chances[n] = self._around(shares, seat)
        for n, scene in enumerate(scenes):
            if n not in asked:
                won = np.array(
                    [rules.won(scene.world, seat) for seat in range(self.seat_info.players)], np.float64
                )
                chances[n] = won / won.sum()
        return chances

    def _shares(self, logits: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the win probabilities of the players, own seat first, row by row."""
        playing = logits[:, : self.seat_info.players].astype(np.float64)
        chances = np.exp(playing - playing.max(1, keepdims=True))
        return np.asarray(chances / chances.sum(1, keepdims=True))

    def _around(self, shares: NDArray[np.float64], seat: int) -> list[float]:
        """Rotate values that begin with `seat` and go to the left, so that they are by seat."""
        return [float(shares[(p - seat) % self.seat_info.players]) for p in range(self.seat_info.players)]

    def _number(self, action: Action) -> int:
        code = self.seat_info.game.action_code(action)
        found: Any = self.codec.coding.from_rules(self.seat_info.players, self.seat_info.seat, code)
        return int(found)
