"""Define the ablations, memory variants, forks and report sections of a study of L'Escalier hanté."""

from collections.abc import Iterator

from toctoc.study.answers import Answers
from toctoc.study.cells import FORKED
from toctoc.study.plan import Ablation, Fork, MemoryVariant
from toctoc.study.sections import NUMBERS, SHARES, FigureColumn, Plot, Row, Section

from . import questions

ABLATIONS = (
    Ablation("seeks-any", "turns any ghost over"),
    Ablation("moves-any", "moves any ghost"),
    Ablation("swaps-any", "swaps any two ghosts"),
    Ablation("never-solves", "never tries a riddle"),
    Ablation("always-solves", "always tries a riddle"),
)
PERFECT = (("capacity", 4.0), ("swap_loss", 0.0), ("turn_loss", 0.0), ("missed", 0.0))
MEMORIES = (
    MemoryVariant("nothing", "follows no ghost", traits=(("capacity", 0.0), ("turn_loss", 1.0), ("missed", 1.0))),
    MemoryVariant("one", "follows one ghost", traits=(("capacity", 1.0),)),
    MemoryVariant("two", "follows two ghosts", traits=(("capacity", 2.0),)),
    MemoryVariant("three", "follows three ghosts", traits=(("capacity", 3.0),)),
    MemoryVariant("everything", "loses no ghost, ever", traits=PERFECT),
)
FORKS = (Fork("riddle", "What is one riddle worth?", ("tries", "declines")),)
CURVES = (
    (FigureColumn("found at the first try", SHARES), questions.FOUND_AT_TRY, False),
    (FigureColumn("cards in a pile won", NUMBERS), questions.PILE, False),
    (FigureColumn("riddles solved of those tried", SHARES), questions.SOLVED, False),
)
TRY_LABELS = ("first", "second", "third", "fourth")
PILE_LABELS = ("1 or 2 cards", "3 to 5", "6 to 8", "9 or more")


def sections(answers: Answers) -> Iterator[Section]:
    """Yield the sections about searches and riddles."""
    own = [(f"found at the {name} try", questions.FOUND_AT_TRY + n) for n, name in enumerate(TRY_LABELS)]
    own += [
        ("searches won by the active player", questions.SEARCHES),
        ("riddles tried", questions.DARED),
        ("riddles solved, of those tried", questions.SOLVED),
        ("another player asked, in the risk variant", questions.RISK_ASKED),
        ("the player asked knows, in the risk variant", questions.KNEW),
    ]
    yield Section(
        "searching", "How well are the ghosts followed?",
        "Tries that find the child, by their number in the search; and riddles.",
        "", (FigureColumn("share", SHARES),),
        tuple(Row(label, (answers.mean(cell),)) for label, cell in own),
        Plot("bars"),
    )  # fmt: skip
    yield Section(
        "piles", "How large is a pile when it is won?", "Cards won at once.",
        "", (FigureColumn("mean", NUMBERS),), (Row("cards", (answers.mean(questions.PILE),)),),
    )  # fmt: skip


def fork_rows(fork: int) -> list[tuple[str, int]]:  # noqa: ARG001  # there is only one fork
    """Return the label and the cell of each row of the fork, by the size of the pile."""
    return [(f"a pile of {label}", FORKED + n) for n, label in enumerate(PILE_LABELS)]
