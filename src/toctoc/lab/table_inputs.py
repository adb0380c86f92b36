"""Hold the inputs of a game's net for many tables, and compute them by net_kernel.py."""

from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toctoc.bots import bot_modules, engine
from toctoc.bots.perfect import features as no_features
from toctoc.codec import codec_modules
from toctoc.core import fields
from toctoc.core.compile import compiled
from toctoc.core.game import Game

from . import net_kernel
from .batch_kernel import BatchArrays
from .devices import Cpu


class NetRows:
    """Hold a row for each of `n` tables: `inputs` and `mask` for policies, and `in_kernels` for kernels.

    Args:
        game: The game.
        n: The number of tables.
        by_net: Whether to compute the inputs of the game's net; else there is room for an observation.
        is_compiled: Whether the kernels are compiled.
    """

    def __init__(self, game: Game, n: int, by_net: bool, is_compiled: bool) -> None:
        coding, features = codec_modules.coding(game), features_of(game, by_net)
        size = codec_modules.offsets(coding.FIELDS)[-1]
        self.known = size if features.OBSERVED else 0  # numbers of the observation that the net sees
        self.width = self.known + features.FEATURES
        widths = {"inputs": max(self.width, size), "mask": coding.ACTIONS}
        kinds = {"story": features.Story, "mind": bot_modules.part(game, "mind").Mind}
        if is_compiled:
            records = [(name, compiled.record(kind)) for name, kind in kinds.items()]
            rows = np.zeros(n, [*records, *((name, np.int8, (width,)) for name, width in widths.items())])
            self.in_kernels: Any = rows
            self.inputs: NDArray[np.int8] = rows["inputs"]
            self.mask: NDArray[np.int8] = rows["mask"]
        else:
            self.inputs, self.mask = (np.zeros((n, width), np.int8) for width in widths.values())
            self.in_kernels = [
                SimpleNamespace(
                    inputs=self.inputs[row],
                    mask=self.mask[row],
                    **{name: fields.blank(kind) for name, kind in kinds.items()},
                )
                for row in range(n)
            ]


class TableInputs:
    """Compute the inputs of the game's net at the tables of `Tables`, which have not moved yet."""

    def __init__(self, game: Game, device: Cpu, batch: BatchArrays) -> None:
        self.rows = NetRows(game, device.n, by_net=True, is_compiled=True)
        self._device, self._batch = device, batch
        self._kernels = Cpu(_compiled_kernel(game), device.n)
        self.restart()

    def restart(self) -> None:
        """Begin the first games."""
        self.recall(np.ones(self._device.n, np.bool_))

    def watch(self, actions: Any) -> None:
        """Record `actions` before they are applied; nothing, if one of them is illegal."""
        batch = self._batch
        if self._device.illegal(actions, batch) < 0:
            self._kernels.run("watch", actions, batch.states, batch.seat, self.rows.in_kernels)

    def recall(self, begins: NDArray[np.bool_]) -> None:
        """Take in the next decisions; where `begins`, the first ones of a game."""
        self._kernels.run("recall", begins, self._batch.states, self._batch.traces, self.rows.in_kernels)

    def read(self) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Return the inputs of the seat to act in each row, and the actions that make sense."""
        batch, rows = self._batch, self.rows
        self._kernels.run("write_all", rows.known, batch.states, batch.traces, batch.seat, rows.in_kernels)
        return rows.inputs[:, : rows.width], rows.mask.astype(np.bool_)


def features_of(game: Game, by_net: bool) -> Any:
    """Return the module that computes the features of the game's net; one without features if none plays."""
    return bot_modules.part(game, "features") if by_net else no_features


def modules(game: Game, by_net: bool) -> list[ModuleType]:
    """List the modules to compile, `net_kernel` last; kernels can follow."""
    return [*engine.modules(game), *codec_modules.modules(game), features_of(game, by_net), net_kernel]


@cache
def _compiled_kernel(game: Game) -> Any:
    return compiled.compile_modules(game.rules, modules(game, by_net=True), engine.copy_record)[-1]
