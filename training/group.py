"""Play some tables with a crew: the laboratory's tables, and who sits at them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from toctoc.bots import engine
from toctoc.bots import layout as bots_layout
from toctoc.bots.level import LEVELS, level
from toctoc.games.compile import compiled
from toctoc.games.compile.playout import seed_rng
from toctoc.games.registry import find
from toctoc.lab import Tables, layout
from training import crew

RANDOM = "random"
PAST = "past"  # an older self of the net
RIVALS = (*LEVELS, RANDOM)  # whose habits sit at the tables: all levels, without their search if they have one
Room = Callable[[tuple[int, ...], Any], Any]  # makes an array of a shape and a type, all 0
ANYTHING = -1.0  # the temperature of a player who takes any action


@dataclass(frozen=True)
class Made:
    """Hold what is compiled for a game, and what its records look like."""

    crew: Any
    inputs: int  # numbers that a player sees: those of the observation, then the features
    known: int  # of the observation
    secrets: int  # numbers that the critic sees besides
    actions: int
    mind: Any
    story: Any
    traits: Any  # by level, seat and trait


@cache
def made(name: str) -> Made:
    """Compile what training needs for a game."""
    game = find(name)
    secrets = import_module(f"training.{name}.secrets")
    features = bots_layout.part(game, "features")
    thinking = engine.modules(game)
    texts = [*thinking, *layout.modules(game), features, secrets, crew]
    *_, text = compiled.compile_modules(game.rules, texts, engine.copy_record)
    coding = layout.coding(game)
    known = layout.offsets(coding.FIELDS)[-1]
    return Made(
        text, known + features.FEATURES, known, secrets.SECRETS, coding.ACTIONS,
        compiled.record(thinking[0].Mind), compiled.record(features.Story), _traits(name),
    )  # fmt: skip


def _traits(name: str) -> Any:
    seats = find(name).rules.SEATS
    rows = [level(rival).traits[name] for rival in RIVALS[:-1]]
    rows.append((ANYTHING, *rows[0][1:]))
    return np.array([[row] * seats for row in rows], np.float64)


class Group:
    """Play `n` tables of a game; the arrays show every row's next decision.

    With `against`, one learns at every table, and all others are of that level, or the past.
    """

    def __init__(
        self, game: str, players: int, n: int, seed: int, against: str | None = None, room: Room = np.zeros
    ) -> None:
        self.made = made(game)
        self.players, self.n = players, n
        self.fixed = crew.LEARNER
        if against is not None:
            self.fixed = crew.OLDER if against == PAST else RIVALS.index(against)
        shapes = {"mask": ((n, self.made.actions), np.bool_), "seat": ((n,), np.int8), "done": ((n,), np.bool_)}
        buffers = {name: room(*shape) for name, shape in shapes.items()}
        self.tables = Tables(game, players, n, seed, buffers=buffers)
        self.inputs = room((n, self.made.inputs), np.int8)
        self.secrets = room((n, self.made.secrets), np.int8)
        self.whose = room((n,), np.int16)  # who is asked: LEARNER, OLDER, or a level
        self.actions = np.zeros(n, np.int64)
        self.rewards = room((n, crew.SEATS), np.float32)  # shares of the victory, where `done`
        self.seated = np.full((n, crew.SEATS), crew.LEARNER, np.int16)
        self.before = self.seated.copy()  # who sat in the game that is done
        self._minds = np.zeros(n, self.made.mind)
        self._stories = np.zeros(n, self.made.story)
        self._dice = np.zeros((n, 1), np.int64)
        for row in range(n):
            seed_rng(self._dice[row], seed, row)
        self._see(first=True)

    @property
    def seat(self) -> Any:
        """Return who is asked at each table."""
        return self.tables.seat

    @property
    def mask(self) -> Any:
        """Return what may be done."""
        return self.tables.mask

    @property
    def done(self) -> Any:
        """Return where a game has ended with the last step."""
        return self.tables.done

    def step(self, chosen: Any) -> None:
        """Let every seat act: by `chosen` where a net has to, else by habit."""
        played, tables = self.made, self.tables
        np.copyto(self.actions, chosen, where=self.whose < 0)
        played.crew.notice(tables.states, self._stories, tables.seat, self.actions)
        tables.step(self.actions)
        np.copyto(self.before, self.seated)
        self.rewards[:, : self.players] = tables.reward + tables.done[:, None] / np.float32(self.players)
        self._see(first=False)

    def _see(self, first: bool) -> None:
        played, tables = self.made, self.tables
        played.crew.see(
            tables.states, tables.traces, self._minds, self._stories, tables.seat, tables.done, tables.obs,
            int(first), self.seated, len(RIVALS), self.fixed, self._dice, self.inputs, self.secrets,
        )  # fmt: skip
        played.crew.habits(
            tables.states, self._minds, played.traits, tables.seat, self.seated, self._dice, self.actions,
            self.whose,
        )  # fmt: skip
