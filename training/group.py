"""Play some tables with a crew: their arrays, and what is compiled for a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from toctoc.bots import bot_modules, engine
from toctoc.bots.bulk_play import seat_recall, seat_traits
from toctoc.codec import codec_modules
from toctoc.codec.coder import codec
from toctoc.core.compile import compiled
from toctoc.core.compile.playout import seed_rng
from toctoc.core.position import Position
from toctoc.core.registry import find
from toctoc.lab import devices
from toctoc.study import cells, study_modules
from training import crew
from training.league import FREE, LEAGUES, PAST, RIVALS

NO_RULE = 1000  # a number that no stubborn rule has: who follows it does as it likes
LIKE_NETS = "comte"  # what levels take nets for, and how nets remember: they forget nothing
SHOWN = ("inputs", "secrets", "mask", "seat", "whose", "done", "rewards", "actions", "before")  # as tensors
Room = Callable[[tuple[int, ...], Any], Any]  # makes an array of a shape and a type, all 0


@dataclass(frozen=True)
class Made:
    """Hold what is compiled for a game, and what its records look like."""

    texts: tuple[ModuleType, ...]  # the modules that are compiled, `crew` at last
    inputs: int  # numbers that a player sees: those of the observation, then the features
    known: int  # of the observation
    secrets: int  # numbers that the critic sees besides
    actions: int
    parts: Any  # the parts of each action, see `nets.Player`; None where each is its own
    records: Mapping[str, Any]  # by the array of `crew.Rows`
    shapes: Mapping[str, tuple[int, ...]]
    traits: Any  # by rival, and then of nets
    recalls: Any
    laws: tuple[str, ...]  # names of the stubborn rules 1, 2, ...


@cache
def made(name: str) -> Made:
    """Compile what training needs for a game."""
    game = find(name)
    secrets = import_module(f"training.{name}.secrets")
    features, observations, mind = (bot_modules.part(game, part) for part in ("features", "observations", "mind"))
    questions = study_modules.part(game, "questions")
    texts = (*engine.modules(game), *codec_modules.modules(game), features, cells, questions, secrets, crew)
    coding = codec_modules.coding(game)
    known = codec_modules.offsets(coding.FIELDS)[-1] if features.OBSERVED else 0
    parts = bot_modules.part(game, "action_parts").PARTS if bot_modules.has(game, "action_parts") else None
    crowd = (*RIVALS, LIKE_NETS)
    traits = np.array([seat_traits(rival, game) for rival in crowd], np.float64)
    recalls = np.array([seat_recall(rival) for rival in crowd], np.float64)
    seats = game.rules.SEATS
    chair = np.dtype([
        ("traits", np.float64, (seats, seats, traits.shape[1])), ("recalls", np.float64, (seats, recalls.shape[1]))
    ])  # fmt: skip
    kinds = {
        "states": game.rules.State, "traces": coding.Trace, "stories": features.Story, "notes": observations.Notes,
        "minds": mind.Mind, "recalled": mind.Mind,
    }  # fmt: skip
    return Made(
        texts, known + features.FEATURES, known, secrets.SECRETS, coding.ACTIONS, parts,
        {**{part: compiled.record(kind) for part, kind in kinds.items()}, "chairs": chair},
        {"notes": (1,), "minds": (observations.MINDS,)}, traits, recalls,
        tuple(ablation.name for ablation in study_modules.ablations(game)),
    )  # fmt: skip


@cache
def kernels(name: str, device: str) -> Any:
    """Compile the kernels of a game for a device."""
    texts = list(made(name).texts)
    if device == compiled.CPU:
        return compiled.compile_modules(find(name).rules, texts, engine.copy_record)[-1]
    from training import cuda_crew

    devices.check_gpu()
    return compiled.compile_modules(find(name).rules, [*texts, cuda_crew], engine.copy_record, compiled.CUDA)[-1]


class Group:
    """Play `n` tables of a game; the arrays show every row's next decision.

    With `against`, one learns at every table, and all others are of that level, or the past; with a `law` besides,
    one is, and follows that stubborn rule, none if it is `FREE`, and all others learn. With `skipping` decisions
    are shown that nets have, and that have a choice, the first one of a game, and a few of all others.
    With the `device` cuda the tables are played on the GPU, and `shown` has its tensors.
    """

    def __init__(
        self, game: str, players: int, n: int, seed: int, against: str | None = None, law: str | None = None,
        options: Mapping[str, object] | None = None, room: Room = np.zeros, skipping: bool = True,
        device: str = compiled.CPU,
    ) -> None:  # fmt: skip
        self.made = found = made(game)
        self.players, self.n, self.skipping = players, n, skipping
        self.on = on = (devices.Cuda if device == compiled.CUDA else devices.Cpu)(kernels(game, device), n)
        self.codec = codec(game, players)
        self.options = Position(self.codec.game, players, options or {}).options
        self.rows = self._rows(on.zeros if device == compiled.CUDA else room)
        dice = np.zeros((n, 1), np.int64)
        for row in range(n):
            seed_rng(dice[row], seed, row)
        self.rows.dice[:] = on.asarray(dice)
        fixed = crew.LEARNER
        if against is not None:
            fixed = crew.OLDER if against == PAST else RIVALS.index(against)
        numbers = [1 + found.laws.index(each) for each in LEAGUES[game].stubborn]
        tables = (found.traits, found.recalls, np.array(numbers, np.int64))
        self.chosen = crew.Chosen(
            self.codec.game.settings(players, self.options), seed,
            *(on.in_kernels(on.asarray(table)) for table in tables), fixed, self._number(law), found.known,
        )  # fmt: skip
        self._compiled = crew.Rows(**{
            name: array if name in found.records
            else on.in_kernels(array.view(np.int8), rows=True) if name in ("inputs", "secrets", "mask")
            else on.in_kernels(array)
            for name, array in self.rows._asdict().items()
        })  # fmt: skip
        self.rows.seat[:] = self.codec.game.rules.NONE
        self.rows.game[:] = on.asarray(np.arange(n) - n)
        self.step(on.asarray(np.zeros(n, np.int64)))
        self.rows.done[:] = False

    @cached_property
    def shown(self) -> Mapping[str, Any]:
        """Return the arrays of `SHOWN` as tensors of PyTorch, without a copy."""
        import torch  # the tests of the tables do without it

        tensor = torch.from_dlpack if isinstance(self.on, devices.Cuda) else torch.from_numpy
        return {name: tensor(getattr(self.rows, name)) for name in SHOWN}

    def _number(self, law: str | None) -> int:
        if law is None:
            return 0
        return NO_RULE if law == FREE else 1 + self.made.laws.index(law)

    def _rows(self, room: Room) -> crew.Rows:
        n, found = self.n, self.made
        zeros = self.on.zeros
        arrays = {
            part: self.on.records((n, *found.shapes.get(part, ())), record)
            for part, record in found.records.items()
        }
        arrays |= {name: zeros((n, 1), np.int64) for name in ("luck", "dice")}
        arrays |= {name: zeros((n,), np.int64) for name in ("game", "actions", "codes")}
        arrays |= {name: zeros((n, crew.SEATS), np.int16) for name in ("seated", "stubborn", "before")}
        return crew.Rows(
            **arrays, seat=room((n,), np.int8), done=room((n,), np.bool_),
            rewards=room((n, crew.SEATS), np.float32), whose=room((n,), np.int16),
            inputs=room((n, found.inputs), np.int8), secrets=room((n, found.secrets), np.int8),
            mask=room((n, found.actions), np.bool_),
        )  # fmt: skip

    def step(self, actions: Any) -> None:
        """Let every seat act: by `actions` where a net has to, else by the policy of a level."""
        self.on.run("step", self._compiled, self.chosen, self.on.in_kernels(actions), int(self.skipping))

    def sample(self) -> Any:
        """Draw for every row one of the actions that make sense, all alike."""
        drawn = self.on.zeros((self.n,), np.int64)
        self.on.run("sample", self._compiled, self.on.in_kernels(drawn))
        return drawn
