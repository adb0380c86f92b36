"""Play many tables at once by a policy in Python: a function on arrays, or the trained net of a game."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from toctoc.bots import bot_modules
from toctoc.bots.net import NumpyNet
from toctoc.bots.net import net as load_net
from toctoc.codec.coder import Codec
from toctoc.core.game import Game
from toctoc.core.registry import find

Act = Callable[
    [NDArray[np.int8], NDArray[np.bool_]], Any
]  # observations and masks to actions, a row for each table


class WithNetInputs(Protocol):
    """Tables at which a net can play: `Tables`, or an environment of `solo`, where it is the learner."""

    codec: Codec

    def net_inputs(self) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Return the inputs of the net for each row, and the actions that make sense."""


class NetPolicy:
    """Play by the trained net of a game, at many tables at once; `net` returns it.

    Args:
        game: The game.
        seed: The seed of the actions that it draws; `solo` draws them by the seed of its games instead.
        is_greedy: Whether to choose the likeliest action; else it draws one, as `comte` does.
    """

    def __init__(self, game: Game, seed: int = 0, is_greedy: bool = False) -> None:
        if not bot_modules.has_net(game):
            raise ValueError(f"{game.title} has no net")
        found = load_net(game)
        assert isinstance(found, NumpyNet)  # the lab needs NumPy
        self.game, self.net, self.is_greedy = game, found, is_greedy
        self._rng = np.random.default_rng(seed)

    def __call__(self, tables: WithNetInputs) -> NDArray[np.int64]:
        """Return an action for each row of `tables`.

        Raises:
            ValueError: If the tables are of another game, or as for their `net_inputs()`.
        """
        self.check(tables.codec.game)
        inputs, mask = tables.net_inputs()
        return self.choose(inputs, mask, self._rng.random(len(inputs)))

    def check(self, game: Game) -> None:
        """Raise a `ValueError` if the net is of another game than `game`."""
        if game.name != self.game.name:
            raise ValueError(f"the net of {self.game.title} does not play {game.title}")

    def choose(
        self, inputs: NDArray[np.int8], mask: NDArray[np.bool_], numbers: NDArray[np.float64]
    ) -> NDArray[np.int64]:
        """Return an action of `mask` for each row of `inputs`, drawn by `numbers` from 0 to 1."""
        chances = np.where(mask, self.net.all_logits(inputs), -np.inf)
        if not self.is_greedy:
            sums = np.exp(chances - chances.max(1, keepdims=True)).cumsum(1, np.float64)
            chances = sums > (numbers * sums[:, -1])[:, None]  # the first of them is drawn
        actions: NDArray[np.int64] = chances.argmax(1)
        return actions


def net(game: str | Game, seed: int = 0, greedy: bool = False) -> NetPolicy:
    """Return the trained net of a game as a policy: `net(game)(tables)` has an action for each row of `Tables`.

    It plays as an opponent of `solo`, too, or as the learner: `net(game)(env)`. `comte` plays by this net. In Toc
    Chocottes `comte` also searches, and is stronger.

    Args:
        game: A name in `GAMES`, or a `Game`.
        seed: The seed of the actions that it draws.
        greedy: Whether to choose the likeliest action instead of drawing one.

    Raises:
        ValueError: If the game has no net.

    Example:
        >>> from toctoc import lab
        >>> tables = lab.Tables("toctoctoc", 4, n=8, seed=7)
        >>> policy = lab.net("toctoctoc")
        >>> actions = policy(tables)
        >>> bool(tables.mask[range(8), actions].all())
        True
        >>> tables.step(actions)
    """
    return NetPolicy(find(game) if isinstance(game, str) else game, seed, greedy)
