"""Make OpenSpiel games, states and observers of ours; chance is explicit, actions are the codec's."""

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NoReturn

import numpy as np
import pyspiel

from toctoc.codec import codec_modules
from toctoc.codec.coder import NOT_OFFERED, Codec, codec
from toctoc.core import options
from toctoc.core.game import Game
from toctoc.core.game_package import package
from toctoc.core.registry import GAMES
from toctoc.lab.in_words import table_in_words
from toctoc.lab.tracked_match import TrackedMatch, outcomes

LONGEST = 100_000  # moves: OpenSpiel wants a bound, and the rules of some games have none
SCALE = 1 << 53


class NoInformationStateTensor(TypeError):
    """Raised when a program asks for an information state as a tensor: there is none of these games."""

    def __init__(self) -> None:
        super().__init__(
            "these games have no information_state_tensor(): no tensor here tells every two information states "
            "apart. Use observation_tensor(), or information_state_string(), which has perfect recall."
        )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """Hold one of our games for so many players, with the options of its parameters."""

    ours: ClassVar[Game]  # of the class: OpenSpiel pickles the attributes of objects
    kind: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        players = given.pop("players", _usual(self.ours))
        self._coded = players, given.pop("observation", "recall")
        self.options = options.complete(self.ours.options, given)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.codec.A,
            max_chance_outcomes=self.ours.rules.OUTCOMES,
            num_players=players,
            min_utility=-1 / players,
            max_utility=1 - 1 / players,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, dict(params or {}))

    @property
    def codec(self) -> Codec:
        """Return the codec."""
        return codec(self.ours, *self._coded)

    def new_initial_state(self) -> "OpenSpielState":
        """Return a state before the first outcome of chance."""
        return OpenSpielState(self)

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> "Observer":
        """Return the observer, of observations or with perfect recall of all events of a seat."""
        if params:
            raise ValueError(f"there are no parameters of observations, such as {params}")
        return Observer(self.codec, kind is not None and kind.perfect_recall)

    def information_state_tensor_shape(self) -> NoReturn:
        """Raise `NoInformationStateTensor`, where OpenSpiel would return an empty shape."""
        raise NoInformationStateTensor

    information_state_tensor_size = information_state_tensor_layout = information_state_tensor_shape


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """Hold a game at one moment."""

    @cached_property
    def table(self) -> TrackedMatch:
        """Return the match; made when it is first asked for, since every copy begins as a new state."""
        game = self.get_game()
        return TrackedMatch(game.ours, game.codec.players, game.options)

    def current_player(self) -> Any:
        """Return the seat to act, or OpenSpiel's number for chance or the end."""
        match = self.table.match
        if match.asked is not None:
            return match.asked
        return pyspiel.PlayerId.CHANCE if match.chance_awaited else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.table.match.over

    def returns(self) -> list[float]:
        """Return each seat's share of the victory less an equal share; 0 before the end."""
        match = self.table.match
        if not match.over:
            return [0.0] * match.players
        won = match.winners
        return [(1 / len(won) if p in won else 0.0) - 1 / match.players for p in range(match.players)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return outcomes(self.table.match.game, self.table.match.state)

    def resample_from_infostate(self, player: int, sampler: Any) -> "OpenSpielState":
        """Return a state that `player` cannot tell from this one; its history begins there."""
        other = self.get_game().new_initial_state()
        other.table = self.table.resampled(player, Random(int(sampler() * SCALE)))
        return other  # type: ignore[no-any-return]  # OpenSpiel has no types

    def information_state_tensor(self, _player: int = -1) -> NoReturn:
        """Raise `NoInformationStateTensor`, where OpenSpiel would return an empty list."""
        raise NoInformationStateTensor

    def __str__(self) -> str:
        return repr(self.table.match.state)

    def _legal_actions(self, player: int) -> list[int]:
        match = self.table.match
        rules, from_rules = match.game.rules, self.get_game().codec.coding.from_rules
        codes = (rules.legal_nth(match.state, player, n) for n in range(rules.legal_count(match.state, player)))
        actions = {from_rules(match.players, player, code) for code in codes}
        return sorted(actions - {NOT_OFFERED})

    def _apply_action(self, action: int) -> None:
        seat = self.table.match.asked
        if seat is None:
            self.table.take_chance(action)
        else:
            self.table.act(seat, self.get_game().codec.to_rules(seat, action))

    def _action_to_string(self, player: int, action: int) -> str:
        match = self.table.match
        if player < 0:
            return str(match.game.outcome(match.state, action))
        return str(match.game.action(match.state, self.get_game().codec.to_rules(player, action)))


class Observer:
    """Write the observation of a seat, as OpenSpiel's observers do; with perfect recall only as text."""

    def __init__(self, codec: Codec, perfect_recall: bool) -> None:
        self.codec, self.perfect_recall = codec, perfect_recall
        self.tensor = None if perfect_recall else np.zeros(codec.D, np.float32)
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            self.dict = {
                field.name: self.tensor[field.offset : field.offset + field.length] for field in codec.fields
            }

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the codec's observation; raise `NoInformationStateTensor` with perfect recall."""
        if self.tensor is None:
            raise NoInformationStateTensor
        known = self.codec.knowledge(player, state.table.match.options)
        for event in state.table.heard(player):
            known.observe(event)
        self.tensor[:] = self.codec.observe(known)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the view of a seat, or with perfect recall all its events."""
        return (
            state.table.information[player] if self.perfect_recall else table_in_words(state.table.match, player)
        )


def register() -> None:
    """Tell OpenSpiel of every game that has a codec, by the name `python_<game>`, and of their miniatures."""
    there = set(pyspiel.registered_names())
    for game in GAMES.values():
        if package(game, "codec"):
            small = codec_modules.miniature(game)
            named = {f"python_{game.name}": game} | ({f"python_{game.name}_miniature": small} if small else {})
            for name in named.keys() - there:
                pyspiel.register_game(*describe(named[name], name))


def describe(game: Game, name: str) -> tuple[Any, Any]:
    """Return OpenSpiel's description of a game, and its factory."""
    plain = {option.name: option.default for option in game.options if isinstance(option.default, str | int)}
    kind = pyspiel.GameType(
        short_name=name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": _usual(game), "observation": "recall", **plain},
    )

    return kind, type(f"OpenSpiel_{name}", (OpenSpielGame,), {"ours": game, "kind": kind})


def _usual(game: Game) -> int:
    return game.usual_players or game.players[0]
