"""Play one table by the compiled rules and codec, or without Numba by the same code in plain Python."""

from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from toctoc.codec import codec_modules
from toctoc.codec.coder import Codec, codec
from toctoc.core import fields
from toctoc.core.compile import compiled
from toctoc.core.compile.runtime import load
from toctoc.core.game import Game, seats_in
from toctoc.core.match import Match
from toctoc.core.options import Options

from . import devices, single_kernel

LONG = 400  # numbers of an observation, from which on a list is made faster of those that are not 0


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
        self._loaded = _loaded(codec.game, _compiles(codec.game, wants_compiled))
        self._kernel = self._loaded.kernel
        self._hold(self._loaded.new_row())
        self.asked: int = self._kernel.begin(
            self._rows, int(codec.observation == "table"), tuple(codec.game.settings(codec.players, options))
        )

    def _hold(self, row: Any) -> None:
        """Take a row: compiled as an array of bytes, which is faster to copy and to slice than a record."""
        self._row = row
        self._rows = np.frombuffer(row, self._loaded.record) if self._loaded.is_compiled else [row]

    def copy(self) -> Self:
        """Return a table in the same state."""
        twin = object.__new__(type(self))
        twin.codec, twin.options, twin.asked = self.codec, self.options, self.asked
        twin._loaded, twin._kernel = self._loaded, self._kernel
        twin._hold(self._row.copy() if self._loaded.is_compiled else _copy_of(self._row))
        return twin

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> Any:
        coded = self.codec.game, self.codec.players, self.codec.observation
        return _begun, (*coded, self.options, self._loaded.is_compiled), (self._row, self.asked)

    def __setstate__(self, state: tuple[Any, int]) -> None:
        row, self.asked = state
        self._hold(row)

    @property
    def state(self) -> Any:
        """Return the rules' state, hidden cards included; a copy."""
        if not self._loaded.is_compiled:
            return fields.clone(self._row.s)
        return fields.unpack(self.codec.game.rules.State, self._part("s").tobytes())

    def put(self, state: Any) -> None:
        """Replace the rules' state, and keep the data of the codec."""
        if self._loaded.is_compiled:
            self._part("s")[:] = np.frombuffer(fields.pack(state), np.int8)
        else:
            self._row.s = fields.clone(state)
        self.asked = int(self.codec.game.rules.asked(state))

    def numbers(self) -> NDArray[np.int16]:
        """Return all numbers of the rules' state."""
        return np.array(fields.numbers(self.state), np.int16)

    def _part(self, name: str) -> Any:
        """Return a part of the row, as numbers of 8 bits."""
        return self._row[self._loaded.parts[name]] if self._loaded.is_compiled else getattr(self._row, name)

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
        if asked == single_kernel.NOT_APPLIED:
            return False
        self.asked = asked
        return True

    def actors(self) -> tuple[int, ...]:
        """Return the seats that may act."""
        return seats_in(self._kernel.actors(self._rows))

    def outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of chance with their probabilities."""
        total = self._kernel.weigh(self._rows)
        weights = self._part("weights")
        weights = weights.view(np.int16).tolist() if self._loaded.is_compiled else weights
        return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]

    def observe(self, seat: int) -> NDArray[np.int8]:
        """Return the observation of `seat`."""
        self._show(self._kernel.show, seat)
        return np.array(self._part("obs"), np.int8)

    def write_observation(self, seat: int, out: Any) -> None:
        """Write the observation of `seat` to the array `out`."""
        self._show(self._kernel.show, seat)
        out[:] = self._part("obs")

    def observation_list(self, seat: int) -> list[float]:
        """Return the observation of `seat` as a list of floats."""
        observed = self.observe(seat)
        if len(observed) < LONG:
            return observed.astype(np.float32).tolist()  # type: ignore[no-any-return]  # NumPy: floats
        found, places = [0.0] * len(observed), observed.nonzero()[0]  # NumPy would make an object of every 0
        for place, number in zip(places.tolist(), observed[places].astype(np.float32).tolist(), strict=True):
            found[place] = number
        return found

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the legal actions of `seat`: 1 for each."""
        self._show(self._kernel.show_mask, seat)
        return np.array(self._part("mask"), np.int8)

    def legal(self, seat: int) -> list[int]:
        """List the legal actions of `seat`."""
        return self.mask(seat).nonzero()[0].tolist()

    def _show(self, kernel: Any, seat: int) -> None:
        if not 0 <= seat < self.codec.players:
            raise ValueError(f"seats go from 0 to {self.codec.players - 1}, there is no seat {seat}")
        kernel(self._rows, seat)


class _Loaded:
    """Hold single_kernel.py for a game, compiled or plain, and make the row of a table."""

    def __init__(self, game: Game, wants_compiled: bool) -> None:
        self.is_compiled, self.game, self.coding = wants_compiled, game, codec_modules.coding(game)
        self.sizes = {
            "obs": sum(length for _, length in self.coding.FIELDS), "mask": self.coding.ACTIONS,
            "weights": game.rules.OUTCOMES,
        }  # fmt: skip
        if wants_compiled:
            self.kernel: Any = devices.compiled_modules(game)[-1]
            state, trace = devices.record_types(game)
            kinds = {"obs": np.int8, "mask": np.int8, "weights": np.int16}
            arrays = [(name, kinds[name], (size,)) for name, size in self.sizes.items()]
            self.record = np.dtype([("luck", np.int64, (1,)), ("s", state), ("t", trace), *arrays])
            places: Any = self.record.fields
            self.parts = {name: slice(at, at + kind.itemsize) for name, (kind, at) in places.items()}
        else:
            name = f"{single_kernel.__name__}_{id(game.rules)}"
            self.kernel = load(Path(single_kernel.__file__), name, rules=game.rules, coding=self.coding)

    def new_row(self) -> Any:
        """Return a row with every number 0."""
        if self.is_compiled:
            return np.zeros(self.record.itemsize, np.int8)
        arrays = {name: [0] * size for name, size in self.sizes.items()}
        state, trace = fields.blank(self.game.rules.State), fields.blank(self.coding.Trace)
        return SimpleNamespace(luck=[0], s=state, t=trace, **arrays)


@cache
def _loaded(game: Game, wants_compiled: bool) -> _Loaded:
    return _Loaded(game, wants_compiled)


def _begun(game: Game, players: int, observation: str, options: Options, is_compiled: bool) -> SingleTable:
    """Return a new table, which then takes the state of one that was pickled."""
    return SingleTable(codec(game, players, observation), options, is_compiled)


def _compiles(game: Game, wanted: bool | None) -> bool:
    """Tell whether to compile: rules that are no module of their own, as a miniature's, cannot be compiled."""
    return isinstance(game.rules, ModuleType) and (compiled.available() if wanted is None else wanted)


def _copy_of(row: Any) -> Any:
    parts = {name: value[:] for name, value in vars(row).items() if isinstance(value, list)}
    return SimpleNamespace(**parts, s=fields.clone(row.s), t=fields.clone(row.t))
