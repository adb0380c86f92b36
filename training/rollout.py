"""Let groups of tables play, all cores at once, while the device chooses their actions."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training import nets
from training.crew import LEARNER, OLDER
from training.group import Group
from training.league import MODEL


@dataclass
class Played:
    """Hold some steps of all tables: arrays of step and row."""

    inputs: Tensor
    secrets: Tensor
    mask: Tensor
    seat: Tensor
    players: Tensor
    whose: Tensor
    actions: Tensor  # what was done by nets, older ones too, and by the level that may be imitated
    model: Tensor  # where that did it, if all decisions are shown
    chances: Tensor  # the logarithm of what the action's probability was
    done: Tensor
    rewards: Tensor  # each seat's share of the victory, where `done`

    def flat(self, name: str) -> Tensor:
        """Return one of them with steps and rows in one dimension."""
        return getattr(self, name).flatten(0, 1)  # type: ignore[no-any-return]

    def of(self, rows: slice, into: "Played | None" = None) -> "Played":
        """Return a copy that has some of the rows; `into` is an earlier one, to be written over."""
        some = [getattr(self, field.name)[:, rows] for field in fields(self)]
        if into is None:
            return Played(*(part.contiguous() for part in some))
        for field, part in zip(fields(self), some, strict=True):
            getattr(into, field.name).copy_(part)
        return into


def pinned(shape: tuple[int, ...], kind: Any) -> Any:
    """Make an array that a GPU can fetch from by itself."""
    blank = torch.from_numpy(np.zeros(shape, kind))
    return (blank.pin_memory() if torch.cuda.is_available() else blank).numpy()


class Rollouts:
    """Play groups of tables a number of steps further, again and again."""

    def __init__(self, groups: Sequence[Group], steps: int, device: torch.device, threads: int) -> None:
        self.groups, self.steps, self.device = groups, steps, device
        self.pool = ThreadPoolExecutor(threads)
        self.jobs: list[Future[None] | None] = [None] * len(groups)
        edges = [0]
        for group in groups:
            edges.append(edges[-1] + group.n)
        self.rows = edges[-1]
        self.parts = [slice(first, last) for first, last in pairwise(edges)]
        made = groups[0].made

        def room(*shape: int, kind: torch.dtype, more: int = 0) -> Tensor:
            return torch.zeros(steps + more, self.rows, *shape, dtype=kind, device=device)

        self.played = Played(  # of what a seat sees there is one step more: what came of the last one
            room(made.inputs, kind=torch.int8, more=1),
            room(made.secrets, kind=torch.int8, more=1),
            room(made.actions, kind=torch.bool, more=1),
            room(kind=torch.int64, more=1),
            room(kind=torch.int64, more=1),
            room(kind=torch.int16, more=1),
            room(kind=torch.int64),
            room(kind=torch.bool),
            room(kind=torch.float32),
            room(kind=torch.bool),
            room(nets.SEATS, kind=torch.float32),
        )
        for part, group in zip(self.parts, groups, strict=True):
            self.played.players[:, part] = group.players

    def stagger(self, longest: int) -> None:
        """Play each group a different number of random steps, so that not all games are at the same point."""

        def play(group: Group, steps: int) -> None:
            for _ in range(steps):
                group.step(group.sample())

        count = len(self.groups)
        steps = [longest * n // count for n in range(count)]
        on_gpu = self.groups[0].shown["seat"].is_cuda
        list(map(play, self.groups, steps) if on_gpu else self.pool.map(play, self.groups, steps))

    @torch.no_grad()
    def play(self, player: Any, older: Sequence[Any], generator: torch.Generator) -> Played:
        """Play a round; `older` has for every group the net of an older self or an exploiter."""
        for step in range(self.steps):
            for n, group in enumerate(self.groups):
                self._fetch(n, step)
                actions = self._choose(n, step, player, older[n], generator)
                if group.shown["seat"].is_cuda:
                    group.step(actions)  # the GPU plays on by itself
                else:
                    self.jobs[n] = self.pool.submit(group.step, actions.cpu().numpy())
        for n in range(len(self.groups)):
            self._fetch(n, self.steps)
        return self.played

    def _fetch(self, n: int, step: int) -> None:
        """Wait for a group's last step, and take what came of it to the device."""
        group, part, played, job = self.groups[n], self.parts[n], self.played, self.jobs[n]
        if job is not None:
            job.result()
            self.jobs[n] = None
        if step > 0:
            played.done[step - 1, part].copy_(group.shown["done"], non_blocking=True)
            played.rewards[step - 1, part].copy_(group.shown["rewards"], non_blocking=True)
        for name in ("inputs", "secrets", "mask", "seat", "whose"):
            room = getattr(played, name)[step, part]
            room.copy_(group.shown[name].to(self.device, non_blocking=True))

    def _choose(self, n: int, step: int, player: Any, older: Any, generator: torch.Generator) -> Tensor:
        played, part = self.played, self.parts[n]
        inputs, mask, whose = played.inputs[step, part], played.mask[step, part], played.whose[step, part]
        logits, _ = player(inputs, mask)
        actions = nets.draw(logits, generator)
        if not self.groups[n].skipping:
            imitated = self.groups[n].shown["actions"].to(self.device)  # of levels; -1 if not offered
            wanted = imitated.clamp(min=0)
            model = (whose == MODEL) & (imitated >= 0) & mask.gather(1, wanted[:, None])[:, 0]
            actions = torch.where(model, wanted, actions)
            played.model[step, part] = model
        if older is not None:
            other, _ = older(inputs, mask)
            theirs = whose == OLDER
            actions = torch.where(theirs, nets.draw(other, generator), actions)
            logits = torch.where(theirs[:, None], other, logits)
        played.actions[step, part] = actions
        played.chances[step, part] = torch.log_softmax(logits, 1).gather(1, actions[:, None])[:, 0]
        return actions


@torch.no_grad()
def shares(rollouts: Rollouts, player: Any, generator: torch.Generator, older: Any = None) -> tuple[float, int]:
    """Play one game at every table; return the learner's mean share of the victory, and how many games it was."""
    total, count = 0.0, 0
    open_ = [torch.ones_like(group.shown["done"]) for group in rollouts.groups]
    while any(bool(each.any()) for each in open_):
        rollouts.play(player, [older] * len(rollouts.groups), generator)
        for n, group in enumerate(rollouts.groups):
            ended = open_[n] & group.shown["done"]
            open_[n] &= ~ended
            learns = group.shown["before"] == LEARNER
            learns[:, group.players :] = False
            each = (group.shown["rewards"] * learns).sum(1) / learns.sum(1).clamp(min=1)
            total += float(each[ended].sum())
            count += int(ended.sum())
    return total / max(count, 1), count
