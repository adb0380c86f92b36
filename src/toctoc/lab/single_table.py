"""Play one table by the compiled rules and codec, or without Numba by the same code in plain Python."""

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from toctoc.codec import codec_modules
from toctoc.codec.coder import Codec
from toctoc.core import fields
from toctoc.core.compile import compiled
from toctoc.core.compile.runtime import load
from toctoc.core.game import Game, seats_in
from toctoc.core.match import Match
from toctoc.core.options import Options

from . import devices, single_kernel


class SingleTable:
    """Hold one game at one moment: the rules' state, and the codec's data beside it.

    It is quickly copied. Chance acts when it is told to: `draw`, `play` and `take_chance`.

    Args:
        codec: The codec.
        options: All options of the game, by name.
        wants_compiled: Whether to use Numba; None: if it is installed and can compile the rules.
    """

    def __init__(self, codec: Codec, options: Options, wants_compiled: bool | None = None) -> None:
        self.codec, self.options = codec, options
        self._kernel, self._rows = _kernel(codec.game, _compiles(codec.game, wants_compiled)).new()
        self._take_views()
        self.asked: int = self._kernel.begin(
            self._rows, int(codec.observation == "table"), tuple(codec.game.settings(codec.players, options))
        )

    def _take_views(self) -> None:
        """Keep the arrays that Python reads after every step: finding them in a record takes longer."""
        row = self._rows[0]
        if isinstance(self._rows, list):
            self._obs, self._mask, self._weights = row.obs, row.mask, row.weights
        else:
            self._obs, self._mask, self._weights = row["obs"], row["mask"], row["weights"]

    def copy(self) -> Self:
        """Return a table in the same state."""
        twin = object.__new__(type(self))
        twin.codec, twin.options, twin._kernel, twin.asked = self.codec, self.options, self._kernel, self.asked
        twin._rows = [_copy_of(self._rows[0])] if isinstance(self._rows, list) else self._rows.copy()
        twin._take_views()
        return twin

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    @property
    def state(self) -> Any:
        """Return the rules' state, hidden cards included; a copy."""
        if isinstance(self._rows, list):
            return fields.clone(self._rows[0].s)
        return fields.unpack(self.codec.game.rules.State, self._rows["s"].tobytes())

    def put(self, state: Any) -> None:
        """Replace the rules' state, and keep the data of the codec."""
        if isinstance(self._rows, list):
            self._rows[0].s = fields.clone(state)
        else:
            self._rows["s"] = np.frombuffer(fields.pack(state), self._rows["s"].dtype)
        self.asked = int(self.codec.game.rules.asked(state))

    def numbers(self) -> NDArray[np.int16]:
        """Return all numbers of the rules' state."""
        if isinstance(self._rows, list):
            return np.array(fields.numbers(self._rows[0].s), np.int16)
        return np.frombuffer(self._rows["s"].tobytes(), np.int16).copy()

    def match(self) -> Match:
        """Return a match that continues from here. It has no history, and its steps change nothing here."""
        return Match.at(self.codec.game, self.options, self.state)

    def seed(self, value: int, game: int) -> None:
        """Seed the generator of chance for a game of `Tables`."""
        self._kernel.seed(self._rows, value, game)

    def draw(self) -> None:
        """Let chance act up to the next decision."""
        self.asked = self._kernel.draw(self._rows)

    def play(self, seat: int, action: int) -> bool:
        """Apply an action of `seat`, then let chance act; return False, without a change, if it is illegal."""
        return self._went(self._kernel.play(self._rows, seat, int(action)))

    def act(self, seat: int, action: int) -> bool:
        """Apply an action of `seat`; return False, without a change, if it is illegal."""
        return self._went(self._kernel.act(self._rows, seat, action))

    def take_chance(self, outcome: int) -> bool:
        """Apply an outcome of chance; return False, without a change, if it is impossible."""
        return self._went(self._kernel.take_chance(self._rows, outcome))

    def _went(self, asked: int) -> bool:
        if asked == single_kernel.ILLEGAL:
            return False
        self.asked = asked
        return True

    def actors(self) -> tuple[int, ...]:
        """Return the seats that may act."""
        return seats_in(self._kernel.actors(self._rows))

    def outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of chance with their probabilities."""
        total = self._kernel.weigh(self._rows)
        weights = self._weights if isinstance(self._rows, list) else self._weights.tolist()
        return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]

    def observe(self, seat: int) -> NDArray[np.int8]:
        """Return the observation of `seat`."""
        self._kernel.show(self._rows, seat)
        return np.array(self._obs, np.int8)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the legal actions of `seat`: 1 for each."""
        self._kernel.show_mask(self._rows, seat)
        return np.array(self._mask, np.int8)


class _Kernel:
    """Hold single_kernel.py for a game, compiled or plain, and make the row of a table."""

    def __init__(self, game: Game, wants_compiled: bool) -> None:
        self.compiled, self.game, self.coding = wants_compiled, game, codec_modules.coding(game)
        self.sizes = {
            "obs": sum(length for _, length in self.coding.FIELDS), "mask": self.coding.ACTIONS,
            "weights": game.rules.OUTCOMES,
        }  # fmt: skip
        if wants_compiled:
            self.module: Any = devices.compiled_modules(game)[-1]
            state, trace = devices.record_types(game)
            numbers = [("obs", np.int8), ("mask", np.int8), ("weights", np.int64)]
            arrays = [(name, kind, (self.sizes[name],)) for name, kind in numbers]
            self.record = np.dtype([("luck", np.int64, (1,)), ("s", state), ("t", trace), *arrays])
        else:
            name = f"{single_kernel.__name__}_{id(game.rules)}"
            self.module = load(Path(single_kernel.__file__), name, rules=game.rules, coding=self.coding)

    def new(self) -> tuple[Any, Any]:
        """Return the kernel, and a row with every number 0."""
        if self.compiled:
            return self.module, np.zeros(1, self.record)
        arrays = {name: [0] * size for name, size in self.sizes.items()}
        state, trace = fields.blank(self.game.rules.State), fields.blank(self.coding.Trace)
        return self.module, [SimpleNamespace(luck=[0], s=state, t=trace, **arrays)]


@cache
def _kernel(game: Game, wants_compiled: bool) -> _Kernel:
    return _Kernel(game, wants_compiled)


def _compiles(game: Game, wanted: bool | None) -> bool:
    """Tell whether to compile: rules that are no module of their own, as a miniature's, cannot be compiled."""
    return hasattr(game.rules, "__file__") and (compiled.available() if wanted is None else wanted)


def _copy_of(row: Any) -> Any:
    parts = {name: value[:] for name, value in vars(row).items() if isinstance(value, list)}
    return SimpleNamespace(**parts, s=fields.clone(row.s), t=fields.clone(row.t))
