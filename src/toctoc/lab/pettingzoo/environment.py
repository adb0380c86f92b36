"""Play a game as a PettingZoo environment, in which agents act one after the other (AEC)."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.env_logger import EnvLogger

from toctoc.codec.coder import codec
from toctoc.core.game import Game
from toctoc.core.match import Match
from toctoc.core.position import Position
from toctoc.lab.in_words import table_in_words
from toctoc.lab.single_table import SingleTable

ORDERS = ("seat", "drawn")  # how seats that may act at the same time are asked: from the left, or drawn each time
RENDER_MODES = ("ansi", "human")
ILLEGAL_REWARD = -1.0  # of an illegal action, where `env` ends the game with it
SEEDS = 1 << 61  # what `Tables` take, too

Observation = dict[str, Any]


class RawEnvironment(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A PettingZoo environment of one table. Agents are `player_0`, `player_1`, ... in the order of the seats.

    After `reset(seed)` its games are those of `Tables(game, players, n=1, seed=seed)`: the first, and with each
    further `reset()` the next. An illegal action raises `ValueError`.

    Args:
        game: The `Game`.
        name: The name of the environment.
        players: The number of players; None for the usual one.
        render_mode: `ansi`, `human` or None.
        observation: `recall` or `table`, as for `codec`.
        order: The agent that acts if several may: `seat` for the next to the left, `drawn` for a random one.
        wants_compiled: Whether to use Numba; None: if it is installed.
        options: Options of the game by name; others keep their defaults.
        **chosen: Options as keywords.

    Raises:
        ValueError: If an argument is wrong.
    """

    def __init__(
        self,
        game: Game,
        name: str,
        players: int | None = None,
        render_mode: str | None = None,
        observation: str = "recall",
        order: str = "seat",
        wants_compiled: bool | None = None,
        options: Mapping[str, object] | None = None,
        **chosen: object,
    ) -> None:
        EzPickle.__init__(
            self, game, name, players, render_mode, observation, order, wants_compiled, options, **chosen
        )
        AECEnv.__init__(self)
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"a render mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        if order not in ORDERS:
            raise ValueError(f"order is one of {', '.join(ORDERS)}, not {order!r}")
        self.metadata = {
            "name": name, "render_modes": [*RENDER_MODES], "render_fps": 1, "is_parallelizable": False,
        }  # fmt: skip
        self.game, self.render_mode, self.order = game, render_mode, order
        self.codec = codec(game, players or game.usual_players or game.players[0], observation)
        self.chosen = Position(game, self.codec.players, {**(options or {}), **chosen}).options
        self._start = SingleTable(self.codec, self.chosen, wants_compiled)
        self.possible_agents = [f"player_{seat}" for seat in range(self.codec.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.codec.A) for agent in self.possible_agents}
        least, most = np.iinfo(np.int16).min, np.iinfo(np.int16).max
        self.state_space = spaces.Box(least, most, self._start.numbers().shape, np.int16)
        self._seed, self._number = secrets.randbelow(SEEDS), -1
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions: the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # PettingZoo's own
        """Begin the first game of a seed, or without one the next game; `options` are those of the constructor."""
        if seed is not None:
            if not 0 <= seed < SEEDS:
                raise ValueError(f"the seed is a number from 0 to {SEEDS - 1}, not {seed}")
            self._seed, self._number = int(seed), -1
        self._number += 1
        self._lots = Random(f"{self._seed} {self._number}")  # who is asked first, apart from the luck of the game
        self._table = self._start.copy()
        self._table.seed(self._seed, self._number)
        self._table.draw()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()
        self._show()

    def step(self, action: int | None) -> None:
        """Let the agent to move act; raise a `ValueError` and change nothing if that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.try_step(action):
            raise ValueError(f"the action {action} is not legal for {agent}")

    def try_step(self, action: Any) -> bool:
        """Let the agent to move, which is not dead, act; return False, without a change, if that is not legal."""
        agent = self.agent_selection
        if not self._table.play(self._seats[agent], action):
            return False
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._table.asked < 0:
            self._end()
        self._ask()
        self._accumulate_rewards()
        self._show()
        return True

    def end_by_illegal_action(self) -> None:
        """End the game for all agents, with the reward -1 for the agent to move."""
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[self.agent_selection] = ILLEGAL_REWARD
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent, and its mask: all 0 if it is not its turn."""
        seat, table = self._seats[agent], self._table
        is_asked = agent == self.agent_selection and table.asked >= 0
        mask = table.mask(seat) if is_asked else np.zeros(self.codec.A, np.int8)
        return {"observation": table.observe(seat), "action_mask": mask}

    @property
    def match(self) -> Match:
        """Return a match that continues from here: a copy, without the steps so far."""
        return self._table.match()

    def state(self) -> Any:
        """Return all of it, hidden cards included: for a critic that sees all hands, never for a player."""
        return self._table.numbers()

    def render(self) -> str | None:
        """Return the table in words (`ansi`) or print it (`human`), as the agent to move sees it."""
        if self.render_mode is None:
            return None
        words = table_in_words(self.match, None if self._table.asked < 0 else self._seat())
        if self.render_mode == "ansi":
            return words
        print(words, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _observation_space(self) -> spaces.Space[Any]:
        return spaces.Dict(
            {
                "observation": spaces.Box(-128, 127, (self.codec.D,), np.int8),
                "action_mask": spaces.Box(0, 1, (self.codec.A,), np.int8),
            }
        )

    def _seat(self) -> int:
        return self._seats[self.agent_selection]

    def _ask(self) -> None:
        """Select the agent to move; at the end, the first agent comes first."""
        seat = max(self._table.asked, 0)
        if self.order == "drawn" and len(actors := self._table.actors()) > 1:
            seat = self._lots.choice(actors)
        self.agent_selection = self.possible_agents[seat]

    def _end(self) -> None:
        """Give each seat its share of the victory, less an equal share."""
        match = self.match
        for seat, agent in enumerate(self.agents):
            share = 1 / len(match.winners) if seat in match.winners else 0.0
            self.rewards[agent] = share - 1 / match.players
            self.infos[agent] = {"score": match.scores[seat]}
            self.terminations[agent] = True

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class Environment(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]  # PettingZoo has no types
    """Check what PettingZoo's `TerminateIllegalWrapper` and its two others check, in one wrapper.

    With three of them, every attribute is looked up three times: a step would take three times as long.
    """

    env: RawEnvironment

    @property
    def agents(self) -> list[str]:
        """Return the agents that are in the game. They are read at every step: `__getattr__` would take longer."""
        if not self._has_reset:
            raise AttributeError
        return self.env.agents

    @property
    def agent_selection(self) -> str:
        """Return the agent to move."""
        if not self._has_reset:
            raise AttributeError
        return self.env.agent_selection

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last step, end, truncation and info of the agent to move."""
        if not self._has_reset:
            return super().last(observe)  # type: ignore[no-any-return]  # raises an error
        return self.env.last(observe)  # type: ignore[no-any-return]

    def step(self, action: int | None) -> None:
        """Let the agent to move act; an illegal action ends the game with the reward -1 for it."""
        raw = self.env
        if not self._has_reset or not raw.agents:
            super().step(action)  # raises an error, or warns
            return
        self._has_updated = True
        agent = raw.agent_selection
        if raw.terminations[agent] or raw.truncations[agent]:
            raw.step(action)
            return
        is_inside = (type(action) is int and 0 <= action < raw.codec.A) or raw.action_spaces[agent].contains(
            action
        )
        assert is_inside, "action is not in action space"
        if not raw.try_step(action):
            EnvLogger.warn_on_illegal_move()
            raw.end_by_illegal_action()


@dataclass(frozen=True)
class Environments:
    """Make the PettingZoo environments of one game; `toctoc.lab.pettingzoo.toctoctoc_v0` is such an object.

    Args:
        game: The `Game`.
        name: The name of the environments.
    """

    game: Game
    name: str

    def raw_env(
        self,
        players: int | None = None,
        render_mode: str | None = None,
        observation: str = "recall",
        order: str = "seat",
        wants_compiled: bool | None = None,
        options: Mapping[str, object] | None = None,
        **chosen: object,
    ) -> RawEnvironment:
        """Return a `RawEnvironment`.

        `players`, `render_mode`, `observation`, `order`, `wants_compiled`, `options` and `chosen` are those of
        `RawEnvironment`.
        """
        return RawEnvironment(
            self.game, self.name, players, render_mode, observation, order, wants_compiled, options, **chosen
        )

    def env(
        self,
        players: int | None = None,
        render_mode: str | None = None,
        observation: str = "recall",
        order: str = "seat",
        wants_compiled: bool | None = None,
        options: Mapping[str, object] | None = None,
        **chosen: object,
    ) -> Environment:
        """Return `raw_env(...)` with the checks of PettingZoo: an illegal action ends the game with -1.

        `players`, `render_mode`, `observation`, `order`, `wants_compiled`, `options` and `chosen` are those of
        `RawEnvironment`.
        """
        return Environment(
            self.raw_env(players, render_mode, observation, order, wants_compiled, options, **chosen)
        )

    def parallel_env(
        self,
        players: int | None = None,
        render_mode: str | None = None,
        observation: str = "recall",
        order: str = "seat",
        wants_compiled: bool | None = None,
        options: Mapping[str, object] | None = None,
        **chosen: object,
    ) -> "ParallelEnv[str, Observation, int | None]":
        """Return `env(...)` as a parallel environment: of all actions of a step, that of the agent to move counts.

        From the first step on, `info["active_agent"]` names that agent; its mask alone has legal actions.
        `players`, `render_mode`, `observation`, `order`, `wants_compiled`, `options` and `chosen` are those of
        `RawEnvironment`.
        """
        turns = self.env(players, render_mode, observation, order, wants_compiled, options, **chosen)
        return turn_based_aec_to_parallel_wrapper(turns)
