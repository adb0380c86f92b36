"""Make OpenSpiel games, states and observers of ours; chance is explicit, actions are the codec's."""

from collections.abc import Mapping
from copy import deepcopy
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NoReturn

import numpy as np
import pyspiel

from toctoc.codec import codec_modules
from toctoc.codec.coder import Codec, codec
from toctoc.core import options
from toctoc.core.game import Game
from toctoc.core.game_package import package
from toctoc.core.registry import GAMES
from toctoc.lab.in_words import table_in_words
from toctoc.lab.single_table import SingleTable
from toctoc.lab.tracked_match import TrackedMatch

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
    """Hold a game at one moment: its numbers, and when they are asked for the events that led to it.

    Both are made when they are first asked for, since every copy begins as a new state.
    """

    sampled_for: int | None = None  # the only seat whose events are known

    @cached_property
    def numbers(self) -> SingleTable:
        """Return the rules' state and the codec's data."""
        game = self.get_game()
        return SingleTable(game.codec, game.options)

    @cached_property
    def _events(self) -> "Events":
        game = self.get_game()
        return Events(game.codec, TrackedMatch(game.ours, game.codec.players, game.options))

    @property
    def table(self) -> TrackedMatch:
        """Return the match with the events of all seats."""
        return self._events.after(self.history())

    def current_player(self) -> Any:
        """Return the seat to act, or OpenSpiel's number for chance or the end."""
        table = self.numbers
        if table.asked >= 0:
            return table.asked
        return (
            pyspiel.PlayerId.CHANCE if table.asked == table.codec.game.rules.CHANCE else pyspiel.PlayerId.TERMINAL
        )

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        table = self.numbers
        return table.asked < 0 and table.asked != table.codec.game.rules.CHANCE

    def is_chance_node(self) -> bool:
        """Tell whether chance acts."""
        table = self.numbers
        return table.asked < 0 and table.asked == table.codec.game.rules.CHANCE

    def returns(self) -> list[float]:
        """Return each seat's share of the victory less an equal share; 0 before the end."""
        table = self.numbers
        players, rules = table.codec.players, table.codec.game.rules
        if not self.is_terminal():
            return [0.0] * players
        state = table.state
        won = [p for p in range(players) if rules.won(state, p)]
        return [(1 / len(won) if p in won else 0.0) - 1 / players for p in range(players)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return self.numbers.outcomes()

    def resample_from_infostate(self, player: int, sampler: Any) -> "OpenSpielState":
        """Return a state that `player` cannot tell from this one; its history begins there."""
        other = self.get_game().new_initial_state()
        sampled = self.table.resampled(player, Random(int(sampler() * SCALE)))
        other.begin_at(sampled, self.numbers.copy(), player)
        return other  # type: ignore[no-any-return]  # OpenSpiel has no types

    def begin_at(self, sampled: TrackedMatch, numbers: SingleTable, player: int) -> None:
        """Begin the history at `sampled`, from the events of `player`; `numbers` has the codec's data."""
        self._events, self.numbers, self.sampled_for = Events(numbers.codec, sampled), numbers, player
        numbers.put(sampled.match.state)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions; from Python, without the way through C++ that takes longer than the rest."""
        asked = self.numbers.asked
        if asked >= 0 and (player is None or player == asked):
            return self.numbers.legal(asked)
        return super().legal_actions(*() if player is None else (player,))  # type: ignore[no-any-return]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return the codec's observation; likewise without C++."""
        seat = self.numbers.asked if player is None else player
        if not 0 <= seat < self.numbers.codec.players or self.sampled_for not in (None, seat):
            return super().observation_tensor(seat)  # type: ignore[no-any-return]  # raises an error
        return self.numbers.observation_list(seat)

    def information_state_tensor(self, _player: int = -1) -> NoReturn:
        """Raise `NoInformationStateTensor`, where OpenSpiel would return an empty list."""
        raise NoInformationStateTensor

    def __str__(self) -> str:
        return repr(self.numbers.state)

    def _legal_actions(self, player: int) -> list[int]:
        return self.numbers.legal(player)

    def _apply_action(self, action: int) -> None:
        table = self.numbers
        went = table.take_chance(action) if table.asked < 0 else table.act(table.asked, action)
        if not went:
            Events.apply(deepcopy(self.table), table.codec, action)  # raises the error of the rules
            raise ValueError(f"the action {action} is not offered")

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.numbers
        game = table.codec.game
        if player < 0:
            return str(game.outcome(table.state, action))
        return str(game.action(table.state, table.codec.to_rules(player, action)))


class Events:
    """Replay the actions of a state, when its events are asked for, from the last one that was asked for.

    Copies share the match until one of them goes on.
    """

    def __init__(self, codec: Codec, match: TrackedMatch, replayed: int = 0) -> None:
        self.codec, self._match, self._replayed = codec, match, replayed
        self._is_shared = False

    def __reduce__(self) -> Any:
        coded = self.codec.game, self.codec.players, self.codec.observation
        return _restored, (coded, self._match, self._replayed)

    def __deepcopy__(self, _memo: object) -> "Events":
        twin = Events(self.codec, self._match, self._replayed)
        self._is_shared = twin._is_shared = True
        return twin

    def after(self, history: list[int]) -> TrackedMatch:
        """Return the match after the actions of `history`."""
        if self._replayed < len(history):
            if self._is_shared:
                self._match, self._is_shared = deepcopy(self._match), False
            for action in history[self._replayed :]:
                self.apply(self._match, self.codec, action)
            self._replayed = len(history)
        return self._match

    @staticmethod
    def apply(table: TrackedMatch, codec: Codec, action: int) -> None:
        """Apply an action or an outcome of chance."""
        seat = table.match.asked
        if seat is None:
            table.take_chance(action)
        else:
            table.act(seat, codec.to_rules(seat, action))


def _restored(coded: tuple[Game, int, str], match: TrackedMatch, replayed: int) -> Events:
    """Return events that were pickled."""
    return Events(codec(*coded), match, replayed)


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
        if state.sampled_for not in (None, player):
            state.table.heard(player)  # raises an error
        state.numbers.write_observation(player, self.tensor)

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
