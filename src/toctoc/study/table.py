"""Play the games of one arm of a study, compiled where all seats play by their policy, and add them up."""

from functools import cache
from pathlib import Path
from typing import Any

from toctoc.bots import bot_modules, engine
from toctoc.bots.bulk_play import BulkTable
from toctoc.core.compile import compiled
from toctoc.core.compile.runtime import load
from toctoc.core.game import Game
from toctoc.core.registry import find
from toctoc.study import cells, kernel, study_modules
from toctoc.study.cells import CHAIRS, SUMS
from toctoc.study.matches import MatchTable
from toctoc.study.plan import MOST_DECISIONS, Arm, Sums, is_slow


class StudyTable(BulkTable):
    """Let bots play the games of an arm; the first one of its line-up is odd, and all others are alike."""

    has_temper = False

    def __init__(self, arm: Arm, wants_compiled: bool) -> None:
        self.arm = arm
        game = find(arm.game)
        super().__init__(game, game.settings(arm.players, dict(arm.options)), arm.lineup, wants_compiled)
        policy = bot_modules.part(game, "policy")
        for turn in range(self.players):
            odd = (self.players - turn) % self.players
            for name, value in arm.traits:
                for row in self.traits[turn][odd]:
                    row[list(policy.TRAITS).index(name)] = value
            for column, number in enumerate(arm.recall):
                self.recalls[turn][odd][column] = number

    def add_up(self, seed: int, first: int, count: int) -> Sums:
        """Play the games `first` to `first` + `count` - 1 of those of `seed`; return the sums of every cell."""
        questions = study_modules.part(self.game, "questions")
        width = study_modules.width(self.game)
        [state] = self._blank(self.game.rules.State, 1)
        table = kernel.ArmTable(
            notes=self._notes(), traits=self.traits, recalls=self.recalls, luck=self._ints(1), dice=self._ints(1),
            lot=self._ints(1), rule=self.arm.rule, fork=self.arm.fork,
        )  # fmt: skip
        counts = kernel.ArmCounts(
            memo=self._ints(questions.MEMO), marks=self._ints(questions.MARKS), x=self._ints(width),
            y=self._ints(width), leaders=self._ints(MOST_DECISIONS), behind=self._ints(CHAIRS),
            sums=self._rows(width, SUMS),
        )  # fmt: skip
        games = _kernel(self.game, self.runtime.compiled).games
        games(state, self.settings, table, counts, seed, (first, first + count))
        return [[int(number) for number in row] for row in counts.sums]


@cache
def _kernel(game: Game, wants_compiled: bool) -> Any:
    """Load the kernel that plays and counts, for one game and runtime."""
    questions = study_modules.part(game, "questions")
    if wants_compiled:
        texts = [*engine.modules(game), cells, questions, kernel]
        return compiled.compile_modules(game.rules, texts, engine.copy_record)[-1]
    plain = engine.engine(game, False)
    bound = {"policy_play": plain.policy_play, "observations": plain.observations, "questions": questions}
    return load(Path(str(kernel.__file__)), f"{kernel.__name__}_{game.name}", rules=game.rules, **bound)


@cache
def table(arm: Arm) -> StudyTable | MatchTable:
    """Return the table of an arm; a process makes it once."""
    return MatchTable(arm) if is_slow(arm) else StudyTable(arm, compiled.available())
