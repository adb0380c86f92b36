"""Define the ablations, memory variants, forks and report sections of a study of Toc Chocottes."""

from collections.abc import Iterator
from math import inf

from toctoc.games.chocottes.rules.state import DREAM, KINDS, NO_CARD, UNKNOWN, VALUES
from toctoc.study.answers import Answers
from toctoc.study.cells import FORKED
from toctoc.study.plan import Ablation, Fork, MemoryVariant
from toctoc.study.sections import NUMBERS, SHARES, FigureColumn, Plot, Row, Section

from . import questions

ABLATIONS = (
    Ablation("never-knocks", "never knocks"),
    Ablation("never-throws", "never throws a card in a window"),
    Ablation("never-replaces", "discards every card drawn"),
    Ablation("no-effects", "declines every effect"),
    Ablation("never-looks", "never looks with a 10"),
    Ablation("never-mixes", "never mixes with an 11"),
    Ablation("never-exchanges", "never exchanges with a 12"),
    Ablation("never-gives", "never gives with a 13"),
)
MEMORIES = (
    MemoryVariant("nothing", "remembers no card", recall=(1e9, 1.0, 0.5)),
    MemoryVariant("everything", "remembers every card", recall=(-inf, 1.0, 0.5)),
)
FORKS = (
    Fork("knock", "What is one knock worth?", ("knocks", "draws")),
    Fork("throw", "What is one throw worth?", ("throws", "passes")),
)
CURVES = (
    (FigureColumn("rounds", NUMBERS), questions.ROUND_COUNT, False),
    (FigureColumn("turns per round", NUMBERS), questions.ROUND_TURNS, False),
    (FigureColumn("rounds ended by a knock", SHARES), questions.ROUND_ENDS, False),
    (FigureColumn("by an empty row", SHARES), questions.ROUND_ENDS + 1, False),
    (FigureColumn("knocks that were lowest", SHARES), questions.LOWEST, False),
    (FigureColumn("games decided by exactly 50", SHARES), questions.FIFTY, False),
)
END_LABELS = ("by a knock", "by an empty row", "by an empty pile")
POINT_LABELS = ("0 to 2 points", "3 to 5", "6 to 8", "9 to 11", "12 to 14", "15 or more")
ROW_LABELS = ("one card", "two cards", "three cards", "four cards", "five or more")


def sections(answers: Answers) -> Iterator[Section]:
    """Yield the sections about rounds, their ends, and cards."""
    yield Section(
        "rounds", "How long is a round?", "Rounds per game, turns per round, and the points of the knocker.",
        "", (FigureColumn("mean", NUMBERS),),
        tuple(
            Row(label, (answers.mean(cell),))
            for label, cell in (
                ("rounds per game", questions.ROUND_COUNT),
                ("turns per round", questions.ROUND_TURNS),
                ("points of the knocker", questions.KNOCKED_WITH),
            )
        ),
    )  # fmt: skip
    yield Section(
        "ends", "How do rounds and games end?",
        "The ends of rounds, the knocks with the fewest points of all, the correct throws, and the games won with "
        "exactly 50 points. The last row counts only those that another player would have won without that rule.",
        "", (FigureColumn("share", SHARES),),
        (
            *(
                Row(f"rounds ended {end}", (answers.mean(questions.ROUND_ENDS + n),))
                for n, end in enumerate(END_LABELS)
            ),
            Row("knocks that were lowest", (answers.mean(questions.LOWEST),)),
            Row("correct throws", (answers.mean(questions.THROWS),)),
            Row("games won by exactly 50", (answers.mean(questions.FIFTY),)),
            Row("won only by exactly 50", (answers.mean(questions.STOLEN),)),
        ),
        Plot("bars"),
    )  # fmt: skip
    yield Section(
        "cards", "Which cards win rounds?",
        "Rounds won, with the fewest points, by players with that card in the deal, or a throw of that value.",
        "card", (FigureColumn("dealt", SHARES), FigureColumn("thrown", SHARES)),
        tuple(
            Row(
                str(kind) if kind <= VALUES else f"dream {kind - DREAM}",
                (
                    answers.share(questions.DEALT_CARD + kind),
                    answers.share(questions.THROWN + kind) if kind <= VALUES else None,
                ),
            )
            for kind in range(KINDS)
            if kind not in (NO_CARD, UNKNOWN)
        ),
        Plot("dots", 0, answers.parity),
    )  # fmt: skip


def fork_rows(fork: int) -> list[tuple[str, int]]:  # noqa: ARG001  # the same for both forks
    """Return the cells of a fork: by the points of the row, then by its length."""
    points = [(f"row of {label}", FORKED + questions.FORK_POINTS + n) for n, label in enumerate(POINT_LABELS)]
    return points + [(f"row of {label}", FORKED + questions.FORK_ROWS + n) for n, label in enumerate(ROW_LABELS)]
