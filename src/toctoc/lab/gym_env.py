"""Provide Gymnasium environments: one learning seat, all others play by compiled policies."""

import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from toctoc.bots import bot_modules
from toctoc.bots import engine as bots
from toctoc.bots.bulk_play import BulkTable, plays_by_policy
from toctoc.bots.level import LEVELS
from toctoc.bots.registry import RANDOM, bots_for
from toctoc.codec import codec_modules
from toctoc.codec.coder import codec
from toctoc.core import fields
from toctoc.core.compile import compiled
from toctoc.core.compile.runtime import load
from toctoc.core.game import Game
from toctoc.core.match import Match
from toctoc.core.position import Position
from toctoc.core.registry import GAMES

from . import gym_kernel
from .devices import Cpu, row_records
from .in_words import table_in_words
from .tables import IllegalAction, whole

MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)  # in the order of gym_kernel.py
SEEDS = 1 << 61
RENDER_MODES = ("ansi",)
ILLEGAL = -1.0  # the reward of an illegal action in the environment for one
USUAL = LEVELS[-2]

Opponents = str | Sequence[str]


class Solo(VectorEnv[NDArray[np.int8], ArrayLike, Any]):
    """A Gymnasium vector environment: one seat learns at each of `n` tables.

    In game g the learner has seat -g modulo the players.

    Args:
        game: A name in `GAMES`, or a `Game`.
        opponents: The name of a bot, or a name for each other seat, as for `solo`.
        players: The number of players; None for the usual one.
        n: The number of tables.
        seed: The seed of the games; None for a random one.
        options: Options of the game by name; others keep their defaults.
        observation: `recall` or `table`, as for `codec`.
        autoreset_mode: `AutoresetMode.NEXT_STEP`: the next game begins in the next step.
            `AutoresetMode.SAME_STEP`: it begins in the same step.
        wants_compiled: Whether to use Numba; None: if it is installed.
        threads: The number of threads. Results do not depend on it.
        render_mode: `ansi`: `render()` returns each table in words, as its learner sees it. None: nothing.
        **chosen: Options as keywords.

    Raises:
        ValueError: If an argument is wrong.
    """

    def __init__(
        self,
        game: str | Game,
        opponents: Opponents = USUAL,
        players: int | None = None,
        n: int = 1,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        observation: str = "recall",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        wants_compiled: bool | None = None,
        threads: int = 1,
        render_mode: str | None = None,
        **chosen: object,
    ) -> None:
        mode = autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else AutoresetMode(autoreset_mode)
        if mode not in MODES:
            raise ValueError(f"a game begins in the same step or in the next one, not {mode}")
        found = GAMES[game] if isinstance(game, str) and game in GAMES else game
        self.codec = codec(found, players or _usual(found), observation)
        self.game, self.players, n = self.codec.game, self.codec.players, whole("n", n, 1)
        self.options = Position(self.game, self.players, {**(options or {}), **chosen}).options
        self.opponents = _lineup(opponents, self.game, self.players)
        self.num_envs = n
        self.metadata = {"autoreset_mode": mode, "render_modes": [*RENDER_MODES], "render_fps": 1}
        self.render_mode = _checked_render_mode(render_mode)
        self.single_observation_space = spaces.Box(-128, 127, (self.codec.D,), np.int8)
        self.single_action_space = spaces.Discrete(self.codec.A)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._mode = MODES.index(mode)
        self._make_arrays(n, compiled.available() if wants_compiled is None else wants_compiled)
        self._device = Cpu(self._text, n, whole("threads", threads, 1))
        self._sow(secrets.randbelow(SEEDS) if seed is None else _checked_seed(seed))

    def _make_arrays(self, n: int, wants_compiled: bool) -> None:
        made, settings = _made(self.game, wants_compiled), self.game.settings(self.players, self.options)
        table = BulkTable(self.game, settings, [RANDOM, *self.opponents], wants_compiled)
        self._text, D, A = made.text, self.codec.D, self.codec.A  # noqa: N806  # as the codec calls them
        self.obs, self._final = np.zeros((n, D), np.int8), np.zeros((n, D), np.int8)
        self.mask = np.zeros((n, A), np.int8)
        self._heads = heads = np.zeros(n, [*gym_kernel.HEAD])
        self.seat, self.number = heads["place"], heads["game"]
        self._reward, self._done, self._score = heads["reward"], heads["done"], heads["score"]
        self._actions = np.zeros(n, np.int64)
        states, traces, notes, minds = made.records(n)
        self._rows = gym_kernel.Learners(
            settings=tuple(settings), since=int(self.codec.observation == "table"), seated=table.seated(),
            states=states, traces=traces, notes=notes, minds=minds, heads=made.heads(heads),
            obs=made.rows(self.obs), legal=made.rows(self.mask), final=made.rows(self._final),
        )  # fmt: skip
        self.states = states  # all of it, hidden cards included: for a critic, never for a player

    def _sow(self, seed: int) -> None:
        """Let row r play the games r, r + n, r + 2n, ... of `seed`, from the next `reset` on."""
        n, heads = self.num_envs, self._heads
        heads["seed"], heads["stride"], heads["game"] = seed, n, np.arange(n) - n

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin the first games of `seed`, game r in row r; without one, the next game of each row.

        With a list, row r plays the games 0, 1, 2, ... of its own seed; None lets it go on as before. `options` is
        ignored: options of the game belong to the constructor.
        """
        if isinstance(seed, list | tuple):
            if len(seed) != self.num_envs:
                raise ValueError(f"a list of seeds has {self.num_envs}, one a row, not {len(seed)}")
            own = {row: _checked_seed(each) for row, each in enumerate(seed) if each is not None}
            for row, each in own.items():
                self._heads[["seed", "stride", "game"]][row] = each, 1, -1
        elif seed is not None:
            self._sow(_checked_seed(seed))
        self.number += self._heads["stride"]
        self._device.run("reset", self._rows)
        return self.obs.copy(), self.infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Let every learner act: `actions` has an action for each row.

        Raises:
            IllegalAction: For the first row with an illegal action. Nothing has changed.
        """
        chosen = np.asarray(actions)
        if chosen.shape != self._actions.shape or chosen.dtype.kind not in "iu":
            raise ValueError(f"step wants {self.num_envs} whole numbers, not {chosen.shape} of {chosen.dtype}")
        np.copyto(self._actions, chosen, casting="same_kind")
        if (row := self._text.illegal(self._actions, self._rows)) >= 0:
            raise IllegalAction(row, int(self.seat[row]), int(self._actions[row]))
        self._device.run("step", self._actions, self._mode, self._rows)
        infos = self.infos()
        if self._done.any():
            infos["score"], infos["_score"] = self._score.copy(), self._done.copy()
            if self._mode == gym_kernel.SAME_STEP:
                infos["final_obs"] = _objects(self._final, self._done)
                infos["_final_obs"] = self._done.copy()
        return self.obs.copy(), self._reward.copy(), self._done.copy(), np.zeros_like(self._done), infos

    def step_first(self, action: int) -> bool:
        """Let the learner of the only row act; return False, without a change, if the action is illegal."""
        if not 0 <= action < self.codec.A or not self.mask[0, action]:
            return False
        self._actions[0] = action
        self._text.step(0, 1, self._actions, self._mode, self._rows)
        return True

    def render(self) -> tuple[str, ...] | None:
        """Return each table in words, as its learner sees it."""
        if self.render_mode is None:
            return None
        return tuple(self._in_words(row) for row in range(self.num_envs))

    def _in_words(self, row: int) -> str:
        state = self.states[row]
        if not isinstance(state, self.game.rules.State):
            state = fields.unpack(self.game.rules.State, state.tobytes())
        return table_in_words(Match.at(self.game, self.options, state), int(self.seat[row]))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of the learners, as sb3-contrib's `MaskablePPO` asks for them."""
        return self.mask.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Do nothing: there is nothing open."""

    def result(self) -> tuple[float, bool, int]:
        """Return the reward of the only row, whether its game has ended, and the score then."""
        return self._reward.item(0), self._done.item(0), self._score.item(0)

    def infos(self) -> dict[str, Any]:
        """Return the masks, the seats of the learners and the numbers of the games."""
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.mask.copy(), "_action_mask": every, "seat": self.seat.copy(), "_seat": every,
            "game": self.number.copy(), "_game": every,
        }  # fmt: skip


class SoloEnv(gymnasium.Env[NDArray[np.int8], int]):
    """A Gymnasium environment of one table, as `gymnasium.make("toctoc/Toctoctoc-v0")` makes it.

    An illegal action ends the game with the reward -1.

    Args:
        game: A name in `GAMES`, or a `Game`.
        opponents: As for `solo`.
        **arguments: As for `solo`.
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012  # Gymnasium's own

    def __init__(self, game: str | Game, opponents: Opponents = USUAL, **arguments: Any) -> None:
        self._solo = solo = Solo(game, opponents, **arguments)
        self.codec, self.render_mode = solo.codec, solo.render_mode
        self._obs, self._mask = solo.obs[0], solo.mask[0]
        self.observation_space = self._solo.single_observation_space
        self.action_space = self._solo.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin the first game of `seed`; without one, the next game. `options` is ignored."""
        super().reset(seed=seed)
        self._solo.reset(seed=seed)
        return self._obs.copy(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Apply `action` of the learner."""
        if not self._solo.step_first(int(action)):
            return self._obs.copy(), ILLEGAL, True, False, self._info()
        reward, done, score = self._solo.result()
        info = self._info()
        if done:
            info["score"] = score
        return self._obs.copy(), reward, done, False, info

    def render(self) -> str | None:
        """Return the table in words, as the learner sees it."""
        words = self._solo.render()
        return words[0] if words else None

    def _info(self) -> dict[str, Any]:
        solo = self._solo
        return {"action_mask": self._mask.copy(), "seat": solo.seat.item(0), "game": solo.number.item(0)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of the learner, as sb3-contrib's `MaskablePPO` asks for them."""
        mask: NDArray[np.bool_] = self._solo.action_masks()[0]
        return mask


class _CompiledGame:
    """Hold gym_kernel.py for a game, compiled or plain, and make its arrays."""

    def __init__(self, game: Game, wants_compiled: bool) -> None:
        self.compiled = wants_compiled
        observations, coding = bot_modules.part(game, "observations"), codec_modules.coding(game)
        self.kinds = [game.rules.State, coding.Trace, observations.Notes, bot_modules.part(game, "mind").Mind]
        self.minds: int = observations.MINDS
        if wants_compiled:
            texts = [*bots.modules(game), *codec_modules.modules(game), gym_kernel]
            *_, self.text = compiled.compile_modules(game.rules, texts, bots.copy_record)
        else:
            bound = {"rules": game.rules, "coding": coding, "observations": observations}
            policy_play = bots.engine(game, False).policy_play
            self.text = load(
                Path(gym_kernel.__file__), f"{gym_kernel.__name__}_{game.name}", **bound, policy_play=policy_play
            )

    def heads(self, heads: NDArray[Any]) -> Any:
        """Return the same records as the kernel takes them."""
        return heads if self.compiled else heads.view(np.recarray)

    def records(self, n: int) -> list[Any]:
        """Return states, traces, notes and minds of `n` tables."""
        state, trace, notes, mind = self.kinds
        if self.compiled:
            shapes = ((state, (n,)), (trace, (n,)), (notes, (n, 1)), (mind, (n, self.minds)))
            return [np.zeros(shape, compiled.record(kind)) for kind, shape in shapes]
        return [
            [fields.blank(state) for _ in range(n)],
            [fields.blank(trace) for _ in range(n)],
            [[fields.blank(notes)] for _ in range(n)],
            [[fields.blank(mind) for _ in range(self.minds)] for _ in range(n)],
        ]

    def rows(self, array: NDArray[np.int8]) -> Any:
        """Return the rows of an array, each as the field `row` of something."""
        return row_records(array) if self.compiled else [SimpleNamespace(row=row) for row in array]


@cache
def _made(game: Game, wants_compiled: bool) -> _CompiledGame:
    return _CompiledGame(game, wants_compiled)


def solo(
    game: str | Game,
    opponents: Opponents = USUAL,
    players: int | None = None,
    n: int = 1,
    *,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    observation: str = "recall",
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    wants_compiled: bool | None = None,
    threads: int = 1,
    render_mode: str | None = None,
    **chosen: object,
) -> Solo:
    """Return a `gymnasium.vector.VectorEnv`: one seat learns at each table, and compiled bots play the others.

    Args:
        game: A name in `GAMES`, or a `Game`.
        opponents: The name of a bot, or a name for each other seat, from the left of the learner on. A bot with a
            search or a net is not possible, nor is a Python class.
        players: The number of players; None for the usual one.
        n: The number of tables.
        seed: The seed of the games; None for a random one.
        options: Options of the game by name; others keep their defaults.
        observation: `recall` or `table`, as for `codec`.
        autoreset_mode: `AutoresetMode.NEXT_STEP` or `AutoresetMode.SAME_STEP` of `gymnasium.vector`.
        wants_compiled: Whether to use Numba; None: if it is installed.
        threads: The number of threads. Results do not depend on it.
        render_mode: `ansi`: `render()` returns each table in words, as its learner sees it. None: nothing.
        **chosen: Options of the game as keywords.

    Raises:
        ValueError: If an argument is wrong.

    Example:
        >>> from toctoc.lab import solo
        >>> env = solo("escalier", ["random", "apprenti"], players=3, n=2, wants_compiled=False)
        >>> observations, infos = env.reset(seed=1)
        >>> observations.shape, infos["action_mask"].shape
        ((2, 75), (2, 40))
    """
    return Solo(
        game, opponents, players, n, seed, options, observation, autoreset_mode, wants_compiled, threads,
        render_mode, **chosen,
    )  # fmt: skip


def vector(game: str, num_envs: int = 1, **arguments: Any) -> Solo:
    """Return the same for `gymnasium.make_vec`, which has words of its own for it."""
    return Solo(game, n=num_envs, **arguments)


def _usual(game: str | Game) -> int:
    if isinstance(game, str):
        raise ValueError(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    return game.usual_players or game.players[0]


def _lineup(opponents: Opponents, game: Game, players: int) -> list[str]:
    """Return the names of the learner's opponents, to its left; raise a `ValueError` for an unknown one."""
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise ValueError(f"{players - 1} opponents sit with the learner, not {len(names)}")
    for name in names:
        if not plays_by_policy(name, game):
            there_are = ", ".join(known for known in bots_for(game.name) if plays_by_policy(known, game))
            raise ValueError(
                f"{name} does not play {game.title} by a compiled policy. Opponents of a learner need one: no "
                f"search, no net and no Python class, but {there_are}, or a TOML file. Use the arena for others"
            )
    return names


def _checked_seed(seed: Any) -> int:
    if not isinstance(seed, int | np.integer) or not 0 <= seed < SEEDS:
        raise ValueError(f"the seed is a number from 0 to {SEEDS - 1}, not {seed!r}")
    return int(seed)


def _checked_render_mode(mode: str | None) -> str | None:
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"a render mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def _objects(rows: NDArray[np.int8], wanted: NDArray[np.bool_]) -> NDArray[np.object_]:
    """Return copies of some rows, and None for the others, as Gymnasium has final observations."""
    found = np.full(len(rows), None, object)
    for row in np.flatnonzero(wanted):
        found[row] = rows[row].copy()
    return found
