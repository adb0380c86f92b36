"""Play the games of an arm through matches, for bots without a compiled policy: search, nets, Python classes.

`kernel.py` plays and counts, in plain Python. It calls `policy_play` and `observations`; here bots that sit at a
match take their place.
"""

from pathlib import Path
from typing import Any

from toctoc.arena.bot_play import GuardedBot
from toctoc.bots import SeatInfo, policy_play
from toctoc.core import fields
from toctoc.core.compile.playout import LOW, roll
from toctoc.core.compile.runtime import load
from toctoc.core.match import Match
from toctoc.core.registry import find
from toctoc.study import kernel, study_modules
from toctoc.study.cells import CHAIRS, SUMS
from toctoc.study.plan import MOST_DECISIONS, Arm, Sums


class MatchTable:
    """Let bots play the games of an arm; the first one of its line-up is odd."""

    DICE = policy_play.DICE

    def __init__(self, arm: Arm) -> None:
        self.arm, self.game = arm, find(arm.game)
        self.questions = study_modules.part(self.game, "questions")
        bound = {"rules": self.game.rules, "questions": self.questions, "policy_play": self, "observations": self}
        self.kernel: Any = load(Path(kernel.__file__), f"{kernel.__name__}_{self.game.name}_matches", **bound)
        self.where = 0, 0, 0

    def add_up(self, seed: int, first: int, count: int) -> Sums:
        """Play the games `first` to `first` + `count` - 1 of those of `seed`; return the sums of every cell."""
        arm, questions, players = self.arm, self.questions, self.arm.players
        cells = study_modules.width(self.game)
        state = fields.blank(self.game.rules.State)
        settings = self.game.settings(players, dict(arm.options))
        lineups = [[arm.lineup[(seat + turn) % players] for seat in range(players)] for turn in range(players)]
        table = kernel.ArmTable(None, lineups, lineups, [0], [0], [0], rule=arm.rule, fork=arm.fork)
        counts = kernel.ArmCounts(
            memo=[0] * questions.MEMO, marks=[0] * questions.MARKS, x=[0] * cells, y=[0] * cells,
            leaders=[0] * MOST_DECISIONS, behind=[0] * CHAIRS, sums=[[0] * SUMS for _ in range(cells)],
        )  # fmt: skip
        for game in range(first, first + count):
            self.where = seed, 0, game
            self.kernel.games(state, settings, table, counts, seed, (game, game + 1))
        sums: Sums = counts.sums
        return sums

    # --- in place of policy_play and observations ---------------------------------------------------------------

    def begin(self, s: Any, notes: Any, lineup: list[str], rng: list[int]) -> None:  # noqa: ARG002  # as `observations` has it
        """Seat the bots at a new match."""
        self.match = match = Match(self.game, self.arm.players, dict(self.arm.options))
        self.seats = [GuardedBot(name, seat, *self.where) for seat, name in enumerate(lineup)]
        for player in self.seats:
            own = (roll(rng, LOW) << 31) + roll(rng, LOW)
            player.sit_down(match, SeatInfo(match.game, match.players, match.options, player.seat, own))

    def choose(self, s: Any, notes: Any, lineup: list[str], name: str, seat: int, rng: list[int]) -> int:  # noqa: ARG002
        """Return the choice of the bot at `seat`."""
        return self.game.action_code(self.seats[seat].choose(self.match))

    def act(self, s: Any, notes: Any, lineup: list[str], seat: int, code: int, rng: list[int]) -> None:  # noqa: ARG002
        """Apply `code`, which may differ from the bot's choice; the bots observe it."""
        self.match.play(seat, self.game.action(self.match.state, code))
        self.game.rules.act(s, seat, code)

    def take_chance(self, s: Any, notes: Any, lineup: list[str], code: int, rng: list[int]) -> None:  # noqa: ARG002
        """Apply an outcome of chance; the bots observe it."""
        self.match.take_chance(self.game.outcome(self.match.state, code))
        self.game.rules.take_chance(s, code)
