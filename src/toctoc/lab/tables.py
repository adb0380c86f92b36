"""Play thousands of tables at once, in arrays: for learning, and for counting."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from toctoc.bots import bot_modules
from toctoc.codec.coder import codec
from toctoc.core.compile.playout import SEED_LIMIT
from toctoc.core.game import Game
from toctoc.core.position import Position

from . import batch_kernel, devices
from .table_inputs import TableInputs

DEVICES = ("cpu", "cuda")
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
        buffers: Your own arrays to use, by name; on the processor only.
        device: `cpu`; or `cuda`: all arrays are in the memory of a GPU, as CuPy arrays, which PyTorch and JAX
            take without a copy (`torch.from_dlpack(tables.obs)`). The games are the same for the same seed.
        **chosen: Options as keywords.

    Raises:
        ValueError: If an argument is wrong.
        ImportError: If `device` is `cuda` without the extra `cuda`.
        RuntimeError: If `device` is `cuda` on a machine without an NVIDIA GPU.

    Attributes:
        num_envs (int): The number of tables.
        seat (int8, n): The seat to act in each row.
        obs (int8, n × D): Its observation. Do not write to it: a step may write only the numbers that change.
        mask (bool, n × A): Its legal actions. Read-only unless it is one of your buffers.
        rewards (float32, n × players): The share of the victory less 1 / players if a game ended in this step,
            else 0.
        terminations (bool, n): Whether a game ended in this step.
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
        >>> tables.obs.shape, bool(tables.mask.any(axis=1).all()), bool(tables.terminations.any())
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
        device: str = "cpu",
        **chosen: object,
    ) -> None:
        self.codec = codec(game, players, observation)
        self.num_envs, self.players, self.seed = whole("n", n, 1), players, whole("seed", seed, 0)
        threads = whole("threads", threads, 1)
        if self.seed >= SAMPLING:
            raise ValueError(f"the seed is a number from 0 to {SAMPLING - 1}, not {seed}")
        if luck not in LUCK:
            raise ValueError(f"luck is one of {', '.join(LUCK)}, not {luck!r}")
        if device not in DEVICES:
            raise ValueError(f"device is one of {', '.join(DEVICES)}, not {device!r}")
        if device == "cuda" and buffers:
            raise ValueError(
                "buffers are for device='cpu': PyTorch and others take the arrays of a GPU as they are"
            )
        position = Position(self.codec.game, players, {**(options or {}), **chosen})
        self.options, rules = position.options, self.codec.game
        self._device = on = (
            devices.Cuda(devices.cuda_kernels(rules), n)
            if device == "cuda"
            else devices.Cpu(devices.compiled_kernel(rules), n, threads)
        )
        shapes = self._shapes()
        given = _checked(buffers or {}, shapes)
        arrays = {name: given[name] if name in given else on.zeros(*shape) for name, shape in shapes.items()}
        self.seat: NDArray[np.int8] = arrays["seat"]
        self.obs: NDArray[np.int8] = arrays["obs"]
        legal = on.zeros((n, self.codec.A), np.int8)
        legal_seen = legal.view(np.bool_) if device == "cuda" else _read_only(legal.view(np.bool_))
        self.mask: NDArray[np.bool_] = arrays["mask"] if "mask" in given else legal_seen
        self.rewards: NDArray[np.float32] = arrays["rewards"]
        self.terminations: NDArray[np.bool_] = arrays["terminations"]
        self.scores: NDArray[np.int16] = arrays["scores"]
        self.game: NDArray[np.int64] = arrays["game"]
        self.states, self.traces = (on.records((n,), record) for record in devices.record_types(rules))
        legal_rows = on.in_kernels(legal, rows=True)
        luck_rows, self._dice = (on.in_kernels(on.zeros((n, 1), np.int64), rows=True) for _ in range(2))
        self._batch = batch_kernel.BatchArrays(
            settings=rules.settings(players, self.options), since=int(observation == "table"), seed=self.seed,
            states=self.states, traces=self.traces, luck=luck_rows, seat=on.in_kernels(self.seat),
            obs=on.in_kernels(self.obs, rows=True), legal=legal_rows,
            mask=devices.row_records(self.mask.view(np.int8)) if "mask" in given else legal_rows[:0],
            reward=on.in_kernels(self.rewards), done=on.in_kernels(self.terminations),
            scores=on.in_kernels(self.scores), game=on.in_kernels(self.game),
        )  # fmt: skip
        self._drawing = (self.states, self._batch.seat, legal_rows, luck_rows, self._dice)
        self._shared = LUCK.index(luck)
        self._net_inputs: TableInputs | None = None
        self.reset()

    def __repr__(self) -> str:
        return f"Tables({self.codec.game.name!r}, {self.players}, n={self.num_envs}, seed={self.seed})"

    def reset(self) -> None:
        """Start again, with game r in row r."""
        self._device.run("seed_dice", self.seed + SAMPLING, self._dice)
        self._device.run("reset", self._batch)
        self._is_new = True
        if self._net_inputs:
            self._net_inputs.restart()

    def step(self, actions: ArrayLike) -> None:
        """Apply `actions`, one for each row, and update all arrays.

        After the end of a game, `rewards` and `scores` hold its result, and the row's next game starts at once.

        Raises:
            IllegalAction: For the first row with an illegal action. Nothing has changed.
            ValueError: If `actions` has the wrong shape or type.
        """
        chosen = self._device.actions(actions)
        if tuple(chosen.shape) != (self.num_envs,):
            raise ValueError(f"step wants {self.num_envs} actions, one a row, not {chosen.shape}")
        if self._net_inputs:
            self._net_inputs.watch(chosen)
        if (row := self._device.step(chosen, self._shared, self._batch)) >= 0:
            raise IllegalAction(row, int(self.seat[row]), int(chosen[row]))
        self._is_new = False
        if self._net_inputs:
            self._net_inputs.recall(self.terminations)

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Draw a uniformly random legal action for each row; write them to `out`, if it is given."""
        drawn = self._device.zeros((self.num_envs,), np.int64) if out is None else out
        _fitting("out", drawn, (self.num_envs,), np.dtype(np.int64))
        self._device.run("sample", self._shared, self._drawing, self._device.in_kernels(drawn))
        return drawn

    def net_inputs(self) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Return the inputs of the game's net for the seat to act in each row, and the actions that make sense.

        The inputs of a game depend on all its actions: call this before the first step, or after `reset`.

        Raises:
            ValueError: If there were steps without it, the game has no net, the tables are on a GPU, or their
                `observation` is not `recall`.
        """
        if self._net_inputs is None:
            if not bot_modules.has_net(self.codec.game):
                raise ValueError(f"{self.codec.game.title} has no net")
            if not isinstance(self._device, devices.Cpu) or self.codec.observation != "recall":
                raise ValueError("a net plays at tables with device='cpu' and observation='recall'")
            if not self._is_new:
                raise ValueError("a net has to see all steps: call it before the first one, or after reset()")
            self._net_inputs = TableInputs(self.codec.game, self._device, self._batch)
        return self._net_inputs.read()

    def close(self) -> None:
        """Stop the threads. Later steps use one thread."""
        self._device.close()

    def _shapes(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        n, players = self.num_envs, self.players
        return {
            "seat": ((n,), np.int8),
            "obs": ((n, self.codec.D), np.int8),
            "mask": ((n, self.codec.A), np.bool_),
            "rewards": ((n, players), np.float32),
            "terminations": ((n,), np.bool_),
            "scores": ((n, players), np.int16),
            "game": ((n,), np.int64),
        }


def _read_only(array: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a view of an array that cannot be written through."""
    seen = array.view()
    seen.flags.writeable = False
    return seen


def whole(name: str, value: object, least: int) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not least <= value < SEED_LIMIT:
        raise ValueError(f"{name} is a whole number, at least {least}, not {value!r}")
    return int(value)


def _checked(given: Mapping[str, Any], shapes: Mapping[str, tuple[tuple[int, ...], Any]]) -> dict[str, Any]:
    """Return arrays of the caller, if they have the right shapes and types; else raise a `ValueError`."""
    for name in given:
        if name not in shapes:
            raise ValueError(f"there is no buffer {name!r}; there are: {', '.join(shapes)}")
    return {
        name: _fitting(name, array, shapes[name][0], np.dtype(shapes[name][1])) for name, array in given.items()
    }


def _fitting(name: str, array: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    if not hasattr(array, "dtype"):
        raise ValueError(f"{name} has to be a NumPy array, not {type(array).__name__}")
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"{name} has to be {shape} of {dtype}, not {array.shape} of {array.dtype}")
    flags = array.flags
    if not flags.c_contiguous or not getattr(flags, "writeable", True) or not getattr(flags, "aligned", True):
        raise ValueError(f"{name} has to be contiguous, and writeable")
    return array
