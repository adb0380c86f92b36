"""Play thousands of tables at once, in arrays: for learning, and for counting."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from toctoc.codec import codec_modules
from toctoc.codec.coder import codec
from toctoc.core.compile import compiled
from toctoc.core.compile.playout import SEED_LIMIT, seed_rng
from toctoc.core.game import Game
from toctoc.core.position import Position

from . import batch_kernel

INT64 = np.dtype(np.int64)
LUCK = ("apart", "shared")  # whether a decision leaves chance's generator alone, or takes a number of it
SAMPLING = 1 << 61  # added to the seed, for the generators by which `sample` chooses


class IllegalAction(ValueError):
    """Raised by `Tables.step` and by the environments of `solo` for an illegal action. Nothing has changed.

    Args:
        row: The first row with an illegal action.
        seat: The seat that acts there.
        action: The action.

    Example:
        >>> from toctoc.lab import IllegalAction
        >>> print(IllegalAction(row=0, seat=1, action=67))
        row 0: the action 67 is not legal for seat 1
    """

    def __init__(self, row: int, seat: int, action: int) -> None:
        super().__init__(f"row {row}: the action {action} is not legal for seat {seat}")
        self.row, self.seat, self.action = row, seat, action


class Tables:
    """Play many tables of one game at once, in arrays with a row for each table.

    The luck of game g depends on `seed` and g alone: it is that of game g of `toctoc simulate --seed`.

    Args:
        game: A name in `GAMES`, or a `Game`.
        players: The number of players.
        n: The number of tables.
        seed: Row r plays the games r, r + n, r + 2n, ... of this seed.
        options: Options of the game by name; others keep their defaults.
        observation: `recall` or `table`, as for `codec`.
        threads: The number of threads. Results do not depend on it.
        luck: `apart`: chance has its own generator. `shared`: decisions draw from it too, as in `simulate`.
        buffers: Your own arrays to use, by name.
        **chosen: Options as keywords.

    Raises:
        ValueError: If an argument is wrong.

    Attributes:
        seat (int8, n): The seat to act in each row.
        obs (int8, n × D): Its observation.
        mask (bool, n × A): Its legal actions. Read-only unless it is one of your buffers.
        reward (float32, n × players): The share of the victory less 1 / players if a game ended in this step,
            else 0.
        done (bool, n): Whether a game ended in this step.
        scores (int16, n × players): The scores of the last game that ended in the row.
        game (int64, n): The number of the game in each row.
        states (records, n): The rules' states, hidden cards included.
        traces (records, n): The data of the codec beside the states.
        codec (Codec): The codec; `codec.D` and `codec.A` are the sizes above.
        options (dict[str, object]): All options of the game, by name.

    Example:
        >>> from toctoc.lab import Tables
        >>> tables = Tables("toctoctoc", 4, n=8, seed=7)
        >>> tables.step(tables.sample())
        >>> tables.obs.shape, bool(tables.mask.any(axis=1).all()), bool(tables.done.any())
        ((8, 216), True, False)
    """

    def __init__(
        self,
        game: str | Game,
        players: int,
        n: int,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        observation: str = "recall",
        threads: int = 1,
        *,
        luck: str = "apart",
        buffers: Mapping[str, Any] | None = None,
        **chosen: object,
    ) -> None:
        self.codec = codec(game, players, observation)
        self.n, self.players, self.seed = whole("n", n, 1), players, whole("seed", seed, 0)
        threads = whole("threads", threads, 1)
        if self.seed >= SAMPLING:
            raise ValueError(f"the seed is a number from 0 to {SAMPLING - 1}, not {seed}")
        if luck not in LUCK:
            raise ValueError(f"luck is one of {', '.join(LUCK)}, not {luck!r}")
        position = Position(self.codec.game, players, {**(options or {}), **chosen})
        self.options = position.options
        self._made = _made(self.codec.game)
        shapes = self._shapes()
        given = _checked(buffers or {}, shapes)
        arrays = {name: given.get(name, np.zeros(*shape)) for name, shape in shapes.items()}
        self.seat: NDArray[np.int8] = arrays["seat"]
        self.obs: NDArray[np.int8] = arrays["obs"]
        legal = np.zeros((n, self.codec.A), np.bool_)
        self.mask: NDArray[np.bool_] = arrays["mask"] if "mask" in given else _read_only(legal)
        self.reward: NDArray[np.float32] = arrays["reward"]
        self.done: NDArray[np.bool_] = arrays["done"]
        self.scores: NDArray[np.int16] = arrays["scores"]
        self.game: NDArray[np.int64] = arrays["game"]
        self._actions = np.zeros(n, np.int64)
        self._dice = np.zeros((n, 1), np.int64)
        self.states, self.traces, luck_rows = self._made.blank(n)
        self._legal = row_records(legal.view(np.int8))
        mask = row_records(self.mask.view(np.int8)) if "mask" in given else self._legal[:0]
        self._batch = batch_kernel.BatchArrays(
            settings=self.codec.game.settings(players, self.options), since=int(observation == "table"),
            seed=self.seed, states=self.states, traces=self.traces, luck=row_records(luck_rows), seat=self.seat,
            obs=row_records(self.obs), legal=self._legal, mask=mask, reward=self.reward, done=self.done,
            scores=self.scores, game=self.game,
        )  # fmt: skip
        luck_records = self._batch.luck
        self._drawing = (self.states, self.seat, self._legal, luck_records, row_records(self._dice))
        self._shared = LUCK.index(luck)
        edges = [round(n * part / threads) for part in range(threads + 1)]
        self._parts = [(first, last) for first, last in pairwise(edges) if first < last]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self.reset()

    def __repr__(self) -> str:
        return f"Tables({self.codec.game.name!r}, {self.players}, n={self.n}, seed={self.seed})"

    def reset(self) -> None:
        """Start again, with game r in row r."""
        for row in range(self.n):
            seed_rng(self._dice[row], self.seed + SAMPLING, row)
        self._spread(self._made.kernel.reset, self._batch)

    def step(self, actions: ArrayLike) -> None:
        """Apply `actions`, one for each row, and update all arrays.

        After the end of a game, `reward` and `scores` hold its result and the next game of the row starts at once.

        Raises:
            IllegalAction: For the first row with an illegal action. Nothing has changed.
            ValueError: If `actions` has the wrong shape or type.
        """
        chosen = self._chosen(actions)
        kernel = self._made.kernel
        if self._pool is None:
            row = kernel.step(0, self.n, chosen, self._shared, self._batch)
        elif (row := kernel.illegal(0, self.n, chosen, self._legal)) < 0:
            self._spread(kernel.step, chosen, self._shared, self._batch)
        if row >= 0:
            raise IllegalAction(row, int(self.seat[row]), int(chosen[row]))

    def _chosen(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Return actions as an array that compiled code takes."""
        chosen = np.asarray(actions)
        if chosen.shape != self._actions.shape:
            raise ValueError(f"step wants {self.n} actions, one a row, not {chosen.shape}")
        flags = chosen.flags
        if chosen.dtype is INT64 and flags.c_contiguous and flags.writeable:
            return chosen
        if chosen.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {chosen.dtype}")
        np.copyto(self._actions, chosen, casting="same_kind")
        return self._actions

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Draw a uniformly random legal action for each row; write them to `out`, if it is given."""
        out = np.zeros(self.n, np.int64) if out is None else _fitting("out", out, (self.n,), np.dtype(np.int64))
        self._spread(self._made.kernel.sample, self._shared, self._drawing, out)
        return out

    def close(self) -> None:
        """Stop the threads. Later steps use one thread."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _spread(self, work: Any, *arguments: Any) -> None:
        """Do some work on all rows, each thread on its part."""
        if self._pool is None:
            work(0, self.n, *arguments)
            return
        for done in [self._pool.submit(work, first, last, *arguments) for first, last in self._parts]:
            done.result()

    def _shapes(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        n, players = self.n, self.players
        return {
            "seat": ((n,), np.int8),
            "obs": ((n, self.codec.D), np.int8),
            "mask": ((n, self.codec.A), np.bool_),
            "reward": ((n, players), np.float32),
            "done": ((n,), np.bool_),
            "scores": ((n, players), np.int16),
            "game": ((n,), np.int64),
        }


class _CompiledGame:
    """Hold the compiled kernel of a game."""

    def __init__(self, game: Game) -> None:
        *_, coding, self.kernel = compiled.compile_modules(
            game.rules, [*codec_modules.modules(game), batch_kernel], _unused
        )
        self.state = compiled.record(game.rules.State)
        self.trace = compiled.record(coding.Trace)

    def blank(self, n: int) -> tuple[Any, Any, Any]:
        """Return states, traces and generators for `n` tables."""
        return np.zeros(n, self.state), np.zeros(n, self.trace), np.zeros((n, 1), np.int64)


@cache
def _made(game: Game) -> _CompiledGame:
    return _CompiledGame(game)


def _unused() -> None:
    """Copy nothing: this kernel copies no states."""


def _read_only(array: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a view of an array that cannot be written through."""
    seen = array.view()
    seen.flags.writeable = False
    return seen


def row_records(array: NDArray[Any]) -> Any:
    """Return the same array as records with one field each: `row`."""
    return array.view([("row", array.dtype, array.shape[1:])])[:, 0]


def whole(name: str, value: object, least: int) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not least <= value < SEED_LIMIT:
        raise ValueError(f"{name} is a whole number, at least {least}, not {value!r}")
    return int(value)


def _checked(buffers: Mapping[str, Any], shapes: Mapping[str, tuple[tuple[int, ...], Any]]) -> dict[str, Any]:
    """Return arrays of the caller, if they have the right shapes and types; else raise a `ValueError`."""
    for name in buffers:
        if name not in shapes:
            raise ValueError(f"there is no buffer {name!r}; there are: {', '.join(shapes)}")
    return {
        name: _fitting(name, array, shapes[name][0], np.dtype(shapes[name][1])) for name, array in buffers.items()
    }


def _fitting(name: str, array: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{name} has to be a NumPy array, not {type(array).__name__}")
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"{name} has to be {shape} of {dtype}, not {array.shape} of {array.dtype}")
    if not array.flags.c_contiguous or not array.flags.writeable or not array.flags.aligned:
        raise ValueError(f"{name} has to be contiguous, and writeable")
    return array
