"""Train by proximal policy optimization (PPO), with a critic that sees all hands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import torch
from torch import Tensor

from training.crew import LEARNER
from training.rollout import Played

CLIP_EPSILON = 0.2
MAX_GRADIENT_NORM = 0.5
GAE_LAMBDA = 0.9  # by steps of the table
WIN_PROBABILITY_WEIGHT = 0.1  # of the player's win probabilities, in the loss
AVERAGE_DECAY = 0.999  # of the averaged weights
CRITIC_ROWS = 1 << 17  # that the critic evaluates at once
ABSENT_LOGIT = -1e9  # of a seat without a player


class RoundData(NamedTuple):
    """Hold the decisions of a round, a row for each, and the settings of its updates."""

    played: Played
    advantage: Tensor
    targets: Tensor  # of the critic
    learner: Tensor  # whether the policy learns from a decision
    entropy: Tensor  # bonus
    policy_weight: Tensor  # 0 while only the critic learns
    average_decay: Tensor


class UpdateGraph:
    """Record an update as a CUDA graph, and run it: its kernels start together, not one by one from Python."""

    def __init__(self, update: Callable[[Tensor], Tensor], rows: Tensor) -> None:
        self._rows = rows.clone()
        current, aside = torch.cuda.current_stream(), torch.cuda.Stream()
        aside.wait_stream(current)
        with torch.cuda.stream(aside):  # what is first used is set up, before kernels are captured
            for _ in range(3):
                update(self._rows)
        current.wait_stream(aside)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._means = update(self._rows)

    def __call__(self, rows: Tensor) -> Tensor:
        """Update by these rows."""
        self._rows.copy_(rows)
        self._graph.replay()
        return self._means


@dataclass
class Teacher:
    """Train the weights of a player and of its critic."""

    player: Any
    critic: Any
    averaged: Any  # the player's weights, averaged over the last updates: the result of a training
    optimizer: torch.optim.Optimizer
    whose: int = LEARNER  # decisions: LEARNER, or OLDER for an exploiter
    critic_warmup: int = 0  # updates of the critic alone, beside a trained player
    updates: int = 0
    _round_data: RoundData | None = field(default=None, repr=False)  # on a GPU, in the memory that `_graphs` read
    _graphs: dict[int, UpdateGraph] = field(default_factory=dict, repr=False)  # by the size of a batch

    def learn(
        self, played: Played, rate: float, entropy: float, batch: int, epochs: int, generator: torch.Generator,
        imitation: float = 0.0,
    ) -> dict[str, float]:  # fmt: skip
        """Update the nets by what was played; `imitation` weighs what a level did. Return a few means."""
        self._set_rate(rate)
        advantage, targets = self._judged(played)
        learner = (played.flat("whose")[: len(advantage)] == self.whose) & (
            played.flat("mask")[: len(advantage)].sum(1) > 1
        )
        chosen = advantage[learner]
        advantage = (advantage - chosen.mean()) / (chosen.std() + 1e-8)
        knobs = torch.zeros(3, device=advantage.device).unbind()
        data = self._kept_in_place(RoundData(played, advantage, targets, learner, *knobs))
        data.entropy.fill_(entropy)
        means: dict[str, float] = {}
        sums: Tensor | None = None
        count = 0
        for _ in range(epochs):
            order = torch.randperm(len(advantage), generator=generator, device=advantage.device)
            for rows in order.split(batch):
                seen = self._step(data, rows, imitation)
                sums = seen.clone() if sums is None else sums + seen
                count += 1
        if sums is not None:
            names = ("policy", "entropy", "critic", "win_probability", "clipped")
            means = dict(zip(names, (sums / count).tolist(), strict=True))
        return means

    def _set_rate(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def _kept_in_place(self, data: RoundData) -> RoundData:
        """Return the data; on a GPU copied to where the last ones were, for the graphs read there."""
        if not data.advantage.is_cuda:
            return data
        if self._round_data is None:
            self._round_data = data
        elif self._round_data.played is not data.played:
            raise ValueError("a teacher on a GPU learns from the same arrays in each round")
        for name in ("advantage", "targets", "learner"):
            getattr(self._round_data, name).copy_(getattr(data, name))
        return self._round_data

    def _step(self, data: RoundData, rows: Tensor, imitation: float) -> Tensor:
        """Update by some rows, on a GPU as a graph; return means that the next step overwrites."""
        data.policy_weight.fill_(float(self.updates >= self.critic_warmup))
        self.updates += 1
        # At first there is little to average.
        data.average_decay.fill_(min(AVERAGE_DECAY, (1 + self.updates) / (10 + self.updates)))
        if not rows.is_cuda or imitation > 0.0:
            return self._update(data, rows, imitation)
        if len(rows) not in self._graphs:
            self._graphs[len(rows)] = UpdateGraph(partial(self._update, data), rows)
        return self._graphs[len(rows)](rows)

    def _update(self, data: RoundData, rows: Tensor, imitation: float = 0.0) -> Tensor:
        played, advantage, learner = data.played, data.advantage[rows], data.learner[rows]
        targets = data.targets[rows]
        inputs, mask = played.flat("inputs")[rows], played.flat("mask")[rows]
        logits, victory = self.player(inputs, mask)
        every = torch.log_softmax(logits, 1)
        taken = every.gather(1, played.flat("actions")[rows][:, None])[:, 0]
        ratio = torch.exp(taken - played.flat("chances")[rows])
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP_EPSILON, 1 + CLIP_EPSILON) * advantage)
        weight = learner.float() / learner.sum().clamp(min=1)
        policy = -(gain * weight).sum()
        spread = (-(every.exp() * every).sum(1) * weight).sum()
        away = absent(played.flat("players")[rows])
        judged = crossed(self.critic(inputs, played.flat("secrets")[rows]), away, targets)
        guessed = crossed(victory, away, targets)
        loss = judged + data.policy_weight * (policy - data.entropy * spread + WIN_PROBABILITY_WEIGHT * guessed)
        if imitation > 0.0:
            model = played.flat("model")[rows].float()
            loss = loss - imitation * (taken * model).sum() / model.sum().clamp(min=1)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.player.parameters(), MAX_GRADIENT_NORM)
        torch.nn.utils.clip_grad_norm_(self.critic.parameters(), MAX_GRADIENT_NORM)
        self.optimizer.step()
        self._average(data.average_decay)
        clipped = (((ratio - 1).abs() > CLIP_EPSILON).float() * weight).sum()
        return torch.stack([policy, spread, judged, guessed, clipped]).detach()

    def kept(self) -> dict[str, Any]:
        """Return all that is needed to go on."""
        nets = {name: getattr(self, name).state_dict() for name in ("player", "critic", "averaged", "optimizer")}
        return {**nets, "updates": self.updates}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on from what `kept` has returned."""
        for name in ("player", "critic", "averaged", "optimizer"):
            getattr(self, name).load_state_dict(kept[name])
        self.updates = kept["updates"]

    @torch.no_grad()
    def _average(self, decay: Tensor) -> None:
        for averaged, current in zip(self.averaged.parameters(), self.player.parameters(), strict=True):
            averaged.lerp_(current, 1 - decay)

    @torch.no_grad()
    def _judged(self, played: Played) -> tuple[Tensor, Tensor]:
        """Return the advantage of every action, and what the critic should have said: both flat."""
        steps = len(played.done)
        values = self._values(played)
        ahead = torch.zeros_like(values[0])
        returns = torch.zeros_like(values[:-1])
        for step in reversed(range(steps)):
            over = played.done[step][:, None]
            following = torch.where(over, played.rewards[step], values[step + 1])
            surprise = following - values[step]
            ahead = surprise + GAE_LAMBDA * torch.where(over, 0.0, ahead)
            returns[step] = ahead
        seat = played.seat[:steps]
        advantage = returns.gather(2, seat[:, :, None])[:, :, 0]
        targets = around(returns + values[:-1], seat, played.players[:steps])
        return advantage.flatten(), targets.flatten(0, 1)

    def _values(self, played: Played) -> Tensor:
        """Return each seat's chance to win, at every step and the one after, by the seat's own number."""
        inputs, secrets = played.flat("inputs"), played.flat("secrets")
        away = absent(played.flat("players"))
        found = [
            torch.softmax(self.critic(i, s).masked_fill(a, ABSENT_LOGIT), 1)
            for i, s, a in zip(
                inputs.split(CRITIC_ROWS), secrets.split(CRITIC_ROWS), away.split(CRITIC_ROWS), strict=True
            )
        ]
        values = torch.cat(found).unflatten(0, played.seat.shape)
        return around(values, -played.seat, played.players)


def absent(players: Tensor) -> Tensor:
    """Return at which of the seats nobody sits."""
    return torch.arange(5, device=players.device) >= players[:, None]


def around(values: Tensor, seat: Tensor, players: Tensor) -> Tensor:
    """Count seats from `seat` to the left: what was at seat + n comes to n. With -seat it is undone."""
    steps = torch.arange(5, device=values.device)
    there = players[..., None]
    source = torch.where(steps < there, (steps + seat[..., None]) % there, steps)
    return values.gather(-1, source)


def crossed(logits: Tensor, away: Tensor, targets: Tensor) -> Tensor:
    """Return the mean cross-entropy of who wins."""
    every = torch.log_softmax(logits.masked_fill(away, ABSENT_LOGIT), 1)
    return -(targets * every.masked_fill(away, 0.0)).sum(1).mean()
