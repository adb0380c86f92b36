"""Say what a study of L'Escalier hanté asks, and what its numbers tell."""

from collections.abc import Iterator

from toctoc.study.answers import Answers
from toctoc.study.cells import FORKED
from toctoc.study.plan import Fork, Lesion, Memory
from toctoc.study.sections import NUMBERS, SHARES, Column, Plot, Row, Section

from . import questions

LESIONS = (
    Lesion("seeks-any", "turns any ghost over"),
    Lesion("moves-any", "moves any ghost"),
    Lesion("swaps-any", "swaps any two ghosts"),
    Lesion("never-solves", "never tries a riddle"),
    Lesion("always-solves", "always tries a riddle"),
)
PERFECT = (("capacity", 4.0), ("swap_loss", 0.0), ("turn_loss", 0.0), ("missed", 0.0))
MEMORIES = (
    Memory("nothing", "follows no ghost", traits=(("capacity", 0.0), ("turn_loss", 1.0), ("missed", 1.0))),
    Memory("one", "follows one ghost", traits=(("capacity", 1.0),)),
    Memory("two", "follows two ghosts", traits=(("capacity", 2.0),)),
    Memory("three", "follows three ghosts", traits=(("capacity", 3.0),)),
    Memory("everything", "loses no ghost, ever", traits=PERFECT),
)
FORKS = (Fork("riddle", "One riddle, tried or not: what is it worth?", ("tries", "declines")),)
CURVES = (
    (Column("found at the first try", SHARES), questions.FOUND, False),
    (Column("cards in a pile won", NUMBERS), questions.PILE, False),
    (Column("riddles solved of those tried", SHARES), questions.SOLVED, False),
)
TRIES = ("first", "second", "third", "fourth")
PILES = ("1 or 2 cards", "3 to 5", "6 to 8", "9 or more")


def sections(answers: Answers) -> Iterator[Section]:
    """Tell how well children are followed, and what becomes of riddles."""
    own = [(f"found at the {name} try", questions.FOUND + n) for n, name in enumerate(TRIES)]
    own += [
        ("searches won by who turned the card", questions.SEARCHES),
        ("riddles tried", questions.DARED),
        ("riddles solved, of those tried", questions.SOLVED),
        ("somebody asked, in the risk variant", questions.ASKED),
        ("who is asked knows, in the risk variant", questions.KNEW),
    ]
    yield Section(
        "searching", "How well are the ghosts followed?",
        "Tries that find the child, by which try of its search it is; and riddles.",
        "", (Column("share", SHARES),),
        tuple(Row(label, (answers.mean(cell),)) for label, cell in own),
        Plot("bars"),
    )  # fmt: skip
    yield Section(
        "piles", "How large is a pile when it is won?", "Cards that are won at once.",
        "", (Column("mean", NUMBERS),), (Row("cards", (answers.mean(questions.PILE),)),),
    )  # fmt: skip


def fork_rows(fork: int) -> list[tuple[str, int]]:  # noqa: ARG001  # there is one
    """Return the cells of the fork: by the size of the pile."""
    return [(f"a pile of {label}", FORKED + n) for n, label in enumerate(PILES)]
