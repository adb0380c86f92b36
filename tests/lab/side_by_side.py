"""Compare tables with matches that play the same games: the knowledge of each seat is computed twice."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np

from tests.scale import spread
from toctoc import Match
from toctoc.bots import SeatInfo, make
from toctoc.core import fields
from toctoc.core.compile.playout import roll, seed_rng
from toctoc.core.game import Knowledge
from toctoc.core.game_package import package
from toctoc.core.registry import BUILT_IN
from toctoc.lab import Tables
from toctoc.lab.devices import compiled_kernel, row_records

CODED = [name for name, game in BUILT_IN.items() if package(game, "codec")]
COMPILED = spread(sorted(CODED, key=lambda name: name != "escalier"), 1)  # each takes half a minute to compile
TABLES = [(name, players) for name in CODED for players in BUILT_IN[name].players]
OBSERVATIONS = ("recall", "table")
Choose = Callable[["Beside"], int]


def generator(seed: int, game: int) -> list[int]:
    """The generator that chance has in a game of a simulation."""
    rng = [0]
    seed_rng(rng, seed, game)
    return rng


class Beside:
    """One row of tables, and the match that plays its game; every seat of the match has its `Knowledge`."""

    def __init__(self, tables: Tables, row: int, level: str = "") -> None:
        self.tables, self.row, self.level = tables, row, level
        self.dice = Random(row)  # for whoever chooses
        self.begin()

    def begin(self) -> None:
        tables = self.tables
        self.number = int(tables.game[self.row])
        self.match = Match(tables.codec.game, tables.players, tables.options)
        self.known: list[Knowledge] = []
        for seat in range(tables.players):
            known = tables.codec.knowledge(seat, tables.options)
            self.known.append(known)
            self.match.listen(seat, known.observe)
        self.bots = []
        for seat in range(tables.players) if self.level else ():
            seat_info = SeatInfo(self.match.game, tables.players, self.match.options, seat, seed=self.number)
            self.bots.append(make(self.level, seat_info))
            self.match.listen(seat, self.bots[-1].observe)
        self.match.draw_from(partial(roll, generator(tables.seed, self.number)))

    @property
    def asked(self) -> int:
        assert self.match.asked is not None
        return self.match.asked

    def shown(self, seat: int, world: Any = None) -> tuple[bytes, bytes]:
        """What the compiled code shows a seat of this row, asked or not; in another `world`, if there is one."""
        tables: Any = self.tables
        obs, mask = np.ones((1, tables.codec.D), np.int8), np.ones((1, tables.codec.A), np.int8)
        here = slice(self.row, self.row + 1)
        s, t, seats = tables.states[here], tables.traces[here], np.array([seat], np.int8)
        if world is not None:
            s = np.frombuffer(fields.pack(world), tables.states.dtype).copy()
        shown = {"obs": row_records(obs), "legal": row_records(mask), "mask": row_records(mask)[:0]}
        compiled_kernel(tables.codec.game).show(
            0, 1, tables._batch._replace(states=s, traces=t, seat=seats, **shown)
        )
        return obs.tobytes(), mask.tobytes()

    def compare(self, dice: Random) -> int:
        """Compare what every seat may know and do, in this world and in another one that it may take for it."""
        tables = self.tables
        assert tables.seat[self.row] == self.asked
        assert tables.game[self.row] == self.number
        for seat, known in enumerate(self.known):
            expected = tables.codec.observe(known), tables.codec.mask(known)
            obs, mask = self.shown(seat)
            assert named(tables, np.frombuffer(obs, np.int8)) == named(tables, expected[0])
            assert mask == expected[1].tobytes()
            assert self.shown(seat, known.determinize(dice)) == (obs, mask)
            if seat == self.asked:
                assert tables.obs[self.row].tobytes() == obs
                assert tables.mask[self.row].tobytes() == mask
                assert expected[1].any()
        return tables.players * (tables.codec.D + tables.codec.A)

    def play(self, action: int) -> None:
        """Play in the match what was played in the row."""
        seat, match = self.asked, self.match
        match.play(seat, match.game.action(match.state, self.tables.codec.to_rules(seat, action)))

    def follow(self) -> None:
        """Compare the end of a game, if it is over, and begin the next one."""
        tables, match = self.tables, self.match
        assert tables.terminations[self.row] == match.over
        if not match.over:
            assert not tables.rewards[self.row].any()
            return
        assert tuple(tables.scores[self.row]) == match.scores
        share = [1 / len(match.winners) if seat in match.winners else 0 for seat in range(match.players)]
        assert np.allclose(tables.rewards[self.row], np.array(share) - 1 / match.players)
        assert tables.game[self.row] == self.number + tables.num_envs
        self.begin()


def named(tables: Tables, numbers: np.ndarray[Any, Any]) -> dict[str, list[int]]:
    """An observation field by field: easier to read when it is wrong."""
    return {f.name: numbers[f.offset : f.offset + f.length].tolist() for f in tables.codec.fields}


def as_a_bot(row: Beside) -> int:
    """Choose what the bot of the asked seat would."""
    seat, match = row.asked, row.match
    action = row.bots[seat].act(match.view(seat), match.legal(seat))
    return row.tables.codec.from_rules(seat, match.game.action_code(action))


def play_beside(tables: Tables, steps: int, choose: Choose | None = None, level: str = "") -> int:
    """Play so many steps of all rows side by side; return how many numbers were compared."""
    rows = [Beside(tables, row, level) for row in range(tables.num_envs)]
    dice, compared = Random(tables.seed), 0
    for _ in range(steps):
        compared += sum(row.compare(dice) for row in rows)
        actions = tables.sample() if choose is None else np.array([choose(row) for row in rows])
        for row, action in zip(rows, actions, strict=True):
            row.play(int(action))
        tables.step(actions)
        for row in rows:
            row.follow()
    return compared
