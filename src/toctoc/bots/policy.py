"""Load a bot of a game as a policy: bots for its seats, and its net for NumPy and PyTorch."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from toctoc import extras
from toctoc.bots.bot import Bot, SeatInfo
from toctoc.bots.level import BadLevel
from toctoc.bots.net import Net, NumpyNet, net
from toctoc.bots.registry import has_learned, make, plays
from toctoc.bots.seat_inputs import SeatInputs
from toctoc.codec.coder import codec
from toctoc.core.game import Event, Game
from toctoc.core.options import Options
from toctoc.core.registry import find


class ObservableMatch(Protocol):
    """The part of a `Match` that a bot may use: all but its state."""

    @property
    def game(self) -> Game:
        """Return the game."""

    @property
    def players(self) -> int:
        """Return the number of players."""

    @property
    def options(self) -> Options:
        """Return all options."""

    def follow(self, seat: int | None, listener: Callable[[Event], None]) -> None:
        """Call `listener` with every past and future event, as `seat` sees it."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Play any seat of a game by one bot, or evaluate its net alone; `load` returns it.

    Args:
        name: The name of the bot, as `make` takes it.
        game: The `Game`.
        net: Its net, with `logits(row, actions)` and `victory(rows)`; None if it plays without one.

    Example:
        >>> from random import Random
        >>> from toctoc import Match
        >>> from toctoc.bots import Policy, load
        >>> policy = load("comte", "toctoctoc")
        >>> match = Match("toctoctoc", 3, chance=Random(7).randrange)
        >>> players = [policy.follow(match, seat, seed=1) for seat in range(3)]
        >>> while (seat := match.asked) is not None:
        ...     _ = match.play(seat, players[seat].act(match.view(seat), match.legal(seat)))
        >>> isinstance(policy, Policy), match.winners != ()
        (True, True)
    """

    name: str
    game: Game
    net: Net | None

    def bot(self, seat_info: SeatInfo) -> Bot:
        """Return a new bot for the seat of `seat_info`."""
        return make(self.name, seat_info)

    def follow(self, match: ObservableMatch, seat: int, seed: int = 0) -> Bot:
        """Return a new bot for `seat` that observes `match`, with its own `seed`."""
        bot = self.bot(SeatInfo(match.game, match.players, match.options, seat, seed))
        match.follow(seat, bot.observe)
        return bot

    def inputs(self, match: ObservableMatch, seat: int) -> SeatInputs:
        """Return the inputs of the net for `seat`, which observe `match`.

        `read()` returns a row, and `mask()` 1 for each action that the net may choose.
        """
        self._with_net()
        inputs = SeatInputs(codec(match.game, match.players), seat, match.options)
        match.follow(seat, inputs.observe)
        return inputs

    def torch(self) -> Any:
        """Return the net as a `torch.nn.Module`: `module(inputs, mask)` gives logits of actions and of victories.

        `inputs` has a row for each decision, `mask` is True for the actions to choose from. Logits of victories
        begin with the seat that decides and go to the left; win probabilities are calibrated after dividing them
        by `net.temperatures[players - 1]`.

        Raises:
            BadLevel: If the bot has no net.
            ImportError: If PyTorch or NumPy is not installed.
        """
        found = self._with_net()
        try:
            from toctoc.bots.torch_net import TorchNet
        except ImportError as error:
            raise ImportError(
                f"policy.torch() needs PyTorch: {extras.pip('torch', 'numpy')}", name=error.name
            ) from None
        if not isinstance(found, NumpyNet):
            raise ImportError(f"policy.torch() needs NumPy: {extras.pip('numpy')}", name="numpy")
        return TorchNet(found)

    def _with_net(self) -> Net:
        if self.net is None:
            raise BadLevel(f"{self.name} plays {self.game.title} without a net")
        return self.net


def load(name: str, game: str | Game) -> Policy:
    """Return a bot as a policy for any seat of a game.

    Args:
        name: A name as `make` takes it: a level, `random`, a TOML file or a Python class.
        game: A name in `GAMES`, or a `Game`.

    Raises:
        BadLevel: If there is no such bot, or if it does not play the game.

    Example:
        >>> from random import Random
        >>> from toctoc import Match
        >>> from toctoc.bots import load
        >>> policy = load("comte", "toctoctoc")
        >>> match = Match("toctoctoc", 4, chance=Random(7).randrange)
        >>> inputs = policy.inputs(match, seat=match.asked)
        >>> allowed = [action for action, is_sensible in enumerate(inputs.mask()) if is_sensible]
        >>> len(inputs.read()) == policy.net.inputs, len(policy.net.logits(inputs.read(), allowed)) == len(allowed)
        (True, True)
    """
    found = find(game) if isinstance(game, str) else game
    if not plays(name, found.name):
        raise BadLevel(f"{name} does not play {found.title}")
    return Policy(name, found, net(found) if has_learned(name, found.name) else None)
