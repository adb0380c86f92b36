"""Provide Gymnasium environments: one learning seat, all others play by compiled policies, nets or functions."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from toctoc.bots import Policy, bot_modules
from toctoc.bots import engine as bots
from toctoc.bots.bulk_play import BulkTable, plays_by_net_alone, plays_by_policy
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

from . import gym_kernel, net_kernel, table_inputs
from .devices import Cpu, row_records
from .in_words import table_in_words
from .policies import Act, NetPolicy
from .tables import IllegalAction, whole

MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)  # in the order of gym_kernel.py
SEEDS = 1 << 61
RENDER_MODES = ("ansi",)
ILLEGAL_REWARD = -1.0  # of an illegal action in the environment for one
USUAL = LEVELS[-2]

Opponent = str | Policy | NetPolicy | Act
Opponents = Opponent | Sequence[Opponent]


class Solo(VectorEnv[NDArray[np.int8], ArrayLike, Any]):
    """A Gymnasium vector environment: one seat learns at each of `n` tables.

    In game g the learner has seat -g modulo the players.

    Args:
        game: A name in `GAMES`, or a `Game`.
        opponents: An opponent for all other seats, or a list of one for each, as for `solo`.
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
        by_net: Whether `net_inputs()` is possible, so that a net of `lab.net` can play as the learner.
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
        by_net: bool = False,
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
        self._policies = _python_policies(self.opponents)
        self.num_envs = n
        self.metadata = {"autoreset_mode": mode, "render_modes": [*RENDER_MODES], "render_fps": 1}
        self.render_mode = _checked_render_mode(render_mode)
        self.single_observation_space = spaces.Box(-128, 127, (self.codec.D,), np.int8)
        self.single_action_space = spaces.Discrete(self.codec.A)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._mode = MODES.index(mode)
        self._by_net = by_net or any(isinstance(opponent, NetPolicy) for opponent in self.opponents)
        if self._by_net and (self.codec.observation != "recall" or not bot_modules.has_net(self.game)):
            raise ValueError("a net plays games that have one, with observation='recall'")
        self._make_arrays(n, compiled.available() if wants_compiled is None else wants_compiled)
        self._device = Cpu(self._text, n, whole("threads", threads, 1))
        self._sow(secrets.randbelow(SEEDS) if seed is None else _checked_seed(seed))

    def _make_arrays(self, n: int, wants_compiled: bool) -> None:
        made = _made(self.game, wants_compiled, self._by_net)
        settings = self.game.settings(self.players, self.options)
        names = [opponent if isinstance(opponent, str) else RANDOM for opponent in self.opponents]
        table = BulkTable(self.game, settings, [RANDOM, *names], wants_compiled)
        self._text, D, A = made.text, self.codec.D, self.codec.A  # noqa: N806  # as the codec calls them
        self.obs, self._final = np.zeros((n, D), np.int8), np.zeros((n, D), np.int8)
        self.mask = np.zeros((n, A), np.int8)
        self._heads = heads = np.zeros(n, [*gym_kernel.HEAD])
        self.seat, self.number = heads["place"], heads["game"]
        self._reward, self._done, self._score = heads["reward"], heads["done"], heads["score"]
        self._actions = np.zeros(n, np.int64)
        self._asked = asked = table_inputs.NetRows(self.game, n, self._by_net, wants_compiled)
        states, traces, notes, minds = made.records(n)
        self._rows = gym_kernel.Learners(
            settings=tuple(settings), since=int(self.codec.observation == "table"), seated=table.seated(),
            states=states, traces=traces, notes=notes, minds=minds, heads=made.heads(heads),
            obs=made.rows(self.obs), legal=made.rows(self.mask), final=made.rows(self._final),
            asked=asked.in_kernels, outside=1 | _bits(self.opponents, lambda each: not isinstance(each, str)),
            nets=_bits(self.opponents, lambda each: isinstance(each, NetPolicy)), known=asked.known,
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
        self._ask_opponents()
        return self.obs.copy(), self.infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Let every learner act: `actions` has an action for each row.

        Raises:
            IllegalAction: For the first row with an illegal action. Nothing has changed, unless an opponent in
                Python has chosen it.
            ValueError: If `actions` has the wrong shape or type, or if those of an opponent in Python have.
            RuntimeError: If an opponent in Python failed in the last step, and `reset` was not called.
        """
        self._check_opponents()
        chosen = np.asarray(actions)
        if chosen.shape != self._actions.shape or chosen.dtype.kind not in "iu":
            raise ValueError(f"step wants {self.num_envs} whole numbers, not {chosen.shape} of {chosen.dtype}")
        np.copyto(self._actions, chosen, casting="same_kind")
        if (row := self._text.illegal(self._actions, self._rows)) >= 0:
            raise IllegalAction(row, int(self.seat[row]), int(self._actions[row]))
        self._device.run("step", self._actions, self._mode, self._rows)
        self._ask_opponents()
        infos = self.infos()
        if self._done.any():
            infos["score"], infos["_score"] = self._score.copy(), self._done.copy()
            if self._mode == gym_kernel.SAME_STEP:
                infos["final_obs"] = _objects(self._final, self._done)
                infos["_final_obs"] = self._done.copy()
        return self.obs.copy(), self._reward.copy(), self._done.copy(), np.zeros_like(self._done), infos

    def net_inputs(self) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Return the inputs of the game's net for the learner of each row, and the actions that make sense.

        Raises:
            ValueError: If no net plays here and the environment was made without `by_net=True`.
        """
        if not self._by_net:
            raise ValueError("for a net as the learner, make the environment with by_net=True")
        self._device.run("write_inputs", self._rows)
        return self._asked.inputs[:, : self._asked.width], self._asked.mask.astype(np.bool_)

    def step_first(self, action: int) -> bool:
        """Let the learner of the only row act; return False, without a change, if the action is illegal."""
        if not 0 <= action < self.codec.A or not self.mask[0, action]:
            return False
        self._check_opponents()
        self._actions[0] = action
        self._text.step(0, 1, self._actions, self._mode, self._rows)
        self._ask_opponents()
        return True

    def _waiting(self) -> NDArray[np.int64]:
        """Return the rows in which an opponent in Python has a decision."""
        seats = self._heads["seat"]
        return np.flatnonzero((seats != self.seat) & (seats != self.game.rules.NONE))

    def _check_opponents(self) -> None:
        if self._policies and len(self._waiting()):
            raise RuntimeError("an opponent failed in the last step: call reset()")

    def _ask_opponents(self) -> None:
        """Let opponents in Python act, up to the next decision of every learner."""
        if not self._policies:
            return
        while len(rows := self._waiting()):
            players = (self._heads["seat"][rows] + self.number[rows]) % self.players  # the learner is player 0
            for policy, its_players in self._policies:
                if len(asked := rows[its_players[players]]):
                    self._actions[asked] = self._answers(policy, asked)
            self._device.run("answer", self._actions, self._mode, self._rows)
        self._device.run("show", self._rows)

    def _answers(self, policy: NetPolicy | Act, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the actions of an opponent in Python in some rows."""
        inputs, mask = self._asked.inputs[rows], self._asked.mask[rows].astype(np.bool_)
        if isinstance(policy, NetPolicy):
            numbers = (self._heads["number"][rows] + 0.5) / (1 << 31)
            return policy.choose(inputs[:, : self._asked.width], mask, numbers)
        actions = np.asarray(policy(inputs[:, : self.codec.D], mask.copy()))
        if actions.shape != rows.shape or actions.dtype.kind not in "iu":
            found = f"{actions.shape} of {actions.dtype}"
            raise ValueError(f"an opponent has to return {len(rows)} whole numbers, not {found}")
        for row, action, its_mask in zip(rows, actions, mask, strict=True):
            if not 0 <= action < self.codec.A or not its_mask[action]:
                raise IllegalAction(int(row), int(self._heads["seat"][row]), int(action))
        return actions

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
            return self._obs.copy(), ILLEGAL_REWARD, True, False, self._info()
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
    """Hold gym_kernel.py for a game, compiled or plain, and make its arrays; with features if a net plays."""

    def __init__(self, game: Game, wants_compiled: bool, by_net: bool) -> None:
        self.compiled = wants_compiled
        observations, coding = bot_modules.part(game, "observations"), codec_modules.coding(game)
        self.kinds = [game.rules.State, coding.Trace, observations.Notes, bot_modules.part(game, "mind").Mind]
        self.minds: int = observations.MINDS
        if wants_compiled:
            texts = [*table_inputs.modules(game, by_net), gym_kernel]
            *_, self.text = compiled.compile_modules(game.rules, texts, bots.copy_record)
        else:
            features, suffix = table_inputs.features_of(game, by_net), f"{game.name}{'_net' * by_net}"
            bound = {"rules": game.rules, "coding": coding, "observations": observations, "features": features}
            bound["policy_play"] = bots.engine(game, False).policy_play
            for module in (net_kernel, gym_kernel):
                name = module.__name__
                self.text = load(Path(str(module.__file__)), f"{name}_{suffix}", **bound)
                bound[name.rpartition(".")[2]] = self.text

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
def _made(game: Game, wants_compiled: bool, by_net: bool) -> _CompiledGame:
    return _CompiledGame(game, wants_compiled, by_net)


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
    by_net: bool = False,
    **chosen: object,
) -> Solo:
    """Return a `gymnasium.vector.VectorEnv`: one seat learns at each table, and bots play the others.

    Args:
        game: A name in `GAMES`, or a `Game`.
        opponents: An opponent for all other seats, or a list of one for each, from the left of the learner on: the
            name of a bot, or the bot from `bots.load`; a net of `lab.net`; or a function that takes observations
            and masks, as a learner gets them, and returns the actions. A bot that searches is not possible, nor is
            a Python class of bots.
        players: The number of players; None for the usual one.
        n: The number of tables.
        seed: The seed of the games; None for a random one.
        options: Options of the game by name; others keep their defaults.
        observation: `recall` or `table`, as for `codec`.
        autoreset_mode: `AutoresetMode.NEXT_STEP` or `AutoresetMode.SAME_STEP` of `gymnasium.vector`.
        wants_compiled: Whether to use Numba; None: if it is installed.
        threads: The number of threads. Results do not depend on it.
        render_mode: `ansi`: `render()` returns each table in words, as its learner sees it. None: nothing.
        by_net: Whether `net_inputs()` is possible, so that a net of `lab.net` can play as the learner.
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
        render_mode, by_net, **chosen,
    )  # fmt: skip


def vector(game: str, num_envs: int = 1, **arguments: Any) -> Solo:
    """Return the same for `gymnasium.make_vec`, which has words of its own for it."""
    return Solo(game, n=num_envs, **arguments)


def _usual(game: str | Game) -> int:
    if isinstance(game, str):
        raise ValueError(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    return game.usual_players or game.players[0]


def _lineup(opponents: Opponents, game: Game, players: int) -> list[str | NetPolicy | Act]:
    """Return the learner's opponents, to its left: names of compiled bots, or policies in Python.

    Raise a `ValueError` for an unknown one.
    """
    is_list = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    each = (
        list(cast("Sequence[Opponent]", opponents)) if is_list else [cast("Opponent", opponents)] * (players - 1)
    )
    if len(each) != players - 1:
        raise ValueError(f"{players - 1} opponents sit with the learner, not {len(each)}")
    found = {id(opponent): _opponent(opponent, game) for opponent in each}  # one net, if it has several seats
    return [found[id(opponent)] for opponent in each]


def _opponent(opponent: Opponent, game: Game) -> str | NetPolicy | Act:
    if isinstance(opponent, NetPolicy):
        opponent.check(game)
        return opponent
    if callable(opponent) and not isinstance(opponent, type) and bot_modules.has(game, "observations"):
        return opponent
    name = opponent.name if isinstance(opponent, Policy) else str(opponent)
    if plays_by_policy(name, game):
        return name
    if plays_by_net_alone(name, game):
        return NetPolicy(game)
    there_are = ", ".join(known for known in bots_for(game.name) if plays_by_policy(known, game))
    raise ValueError(
        f"{name} does not play {game.title} by a compiled policy or a net alone. Opponents of a learner do: no "
        f"search and no Python class, but {there_are}, a TOML file, lab.net({game.name!r}), or a function on "
        f"arrays. Use the arena for others"
    )


def _python_policies(
    opponents: Sequence[str | NetPolicy | Act],
) -> list[tuple[NetPolicy | Act, NDArray[np.bool_]]]:
    """Return each policy in Python once, with the players that it plays; the learner is player 0."""
    distinct = {id(each): each for each in opponents if not isinstance(each, str)}.values()
    return [(policy, np.array([False, *(each is policy for each in opponents)])) for policy in distinct]


def _bits(opponents: Sequence[Any], counts: Callable[[Any], bool]) -> int:
    """Return a number with a bit for each opponent that counts, from bit 1 on."""
    return sum(1 << n for n, opponent in enumerate(opponents, 1) if counts(opponent))


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
