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
    Ablation("never-looks", "never looks by a 10"),
    Ablation("never-mixes", "never mixes by an 11"),
    Ablation("never-exchanges", "never exchanges by a 12"),
    Ablation("never-gives", "never gives by a 13"),
)
MEMORIES = (
    MemoryVariant("nothing", "remembers no card", recall=(1e9, 1.0, 0.5)),
    MemoryVariant("everything", "remembers every card", recall=(-inf, 1.0, 0.5)),
)
FORKS = (
    Fork("knock", "One knock, made or not: what is it worth?", ("knocks", "draws")),
    Fork("throw", "One throw, made or not: what is it worth?", ("throws", "passes")),
)
CURVES = (
    (FigureColumn("rounds", NUMBERS), questions.ROUND_COUNT, False),
    (FigureColumn("turns a round", NUMBERS), questions.ROUND_TURNS, False),
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
        "rounds", "How long is a round?", "Rounds of a game, turns of a round, and what who knocks has.",
        "", (FigureColumn("mean", NUMBERS),),
        tuple(
            Row(label, (answers.mean(cell),))
            for label, cell in (
                ("rounds a game", questions.ROUND_COUNT),
                ("turns a round", questions.ROUND_TURNS),
                ("points of who knocks", questions.KNOCKED_WITH),
            )
        ),
    )  # fmt: skip
    yield Section(
        "ends", "How do rounds and games end?",
        "Ends of rounds; knocks alone with the fewest points; throws that were right; games won by exactly "
        "50, and those of them that somebody else would have won.",
        "", (FigureColumn("share", SHARES),),
        (
            *(
                Row(f"rounds ended {end}", (answers.mean(questions.ROUND_ENDS + n),))
                for n, end in enumerate(END_LABELS)
            ),
            Row("knocks that were lowest", (answers.mean(questions.LOWEST),)),
            Row("throws that were right", (answers.mean(questions.THROWS),)),
            Row("games won by exactly 50", (answers.mean(questions.FIFTY),)),
            Row("won only by that", (answers.mean(questions.STOLEN),)),
        ),
        Plot("bars"),
    )  # fmt: skip
    yield Section(
        "cards", "Which cards win rounds?",
        "Rounds won, with the fewest points, by those who were dealt a card, and who threw one of that value.",
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
