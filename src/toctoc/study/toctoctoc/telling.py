"""Say what a study of Toc Toc Toc! asks, and what its numbers tell."""

from collections.abc import Iterator
from math import inf

from toctoc.games.toctoctoc.rules import KINDS
from toctoc.games.toctoctoc.words import CARDS
from toctoc.study.answers import Answers
from toctoc.study.cells import FORKED
from toctoc.study.plan import Fork, Lesion, Memory
from toctoc.study.sections import SHARES, Column, Plot, Row, Section

from . import questions

LESIONS = (
    Lesion("never-opens", "never opens the door"),
    Lesion("always-opens", "always opens the door"),
    Lesion("tosses", "tosses a coin at the door"),
    Lesion("any-card", "offers any card of the hand"),
    Lesion("anybody", "offers to anybody"),
    Lesion("left", "always offers to the left"),
    Lesion("leader", "always offers to who leads"),
    Lesion("any-guest", "takes any guest, chases any creature"),
)
MEMORIES = (
    Memory("nothing", "remembers no card that was drawn", recall=(1e9, 1.0, 0.5)),
    Memory("everything", "remembers every card that was drawn", recall=(-inf, 1.0, 0.5)),
)
FORKS = (Fork("door", "One door, opened or not: what is it worth?", ("opens", "refuses")),)
CURVES = ((Column("doors opened", SHARES), questions.OPENED, False),)
LEADS = (
    "6 or more behind", "3 to 5 behind", "1 or 2 behind", "level with the best", "1 or 2 ahead", "3 to 5 ahead",
    "6 or more ahead",
)  # fmt: skip
OFTEN = Column("doors opened", SHARES)


def sections(answers: Answers) -> Iterator[Section]:
    """Tell when doors are opened, and which cards win."""
    yield Section(
        "opening", "Who opens to whom?",
        "Doors opened of all knocked at: by the card outside, by how the one inside stands, and by seat.",
        "", (OFTEN,),
        (
            Row("all doors", (answers.mean(questions.OPENED),)),
            *_rows(answers, CARDS, questions.BY_CARD),
            *_rows(answers, LEADS, questions.BY_LEAD),
            *_rows(answers, [f"seat {seat + 1}" for seat in range(answers.study.main)], questions.BY_SEAT),
        ),
        Plot("dots"),
    )  # fmt: skip
    yield Section(
        "cards", "Which cards win?",
        "Victories of those who had a card in their first hand, who offered one, and who revealed one, ever. "
        "Who offers or reveals a card may differ in other ways, too: only the first hand is luck alone.",
        "card",
        (Column("held at first", SHARES), Column("offered", SHARES), Column("revealed", SHARES)),
        tuple(
            Row(
                card,
                tuple(
                    answers.share(cell + kind) for cell in (questions.HELD, questions.PLAYED, questions.RECEIVED)
                ),
            )
            for kind, card in enumerate(CARDS)
        ),
        Plot("dots", 0, answers.parity),
    )  # fmt: skip


def _rows(answers: Answers, labels: tuple[str, ...] | list[str], cell: int) -> Iterator[Row]:
    for number, label in enumerate(labels):
        yield Row(label, (answers.mean(cell + number),))


def fork_rows(fork: int) -> list[tuple[str, int]]:  # noqa: ARG001  # there is one
    """Return the cells of the fork: by card and by how the one inside stands."""
    cards = [(f"outside: {card}", FORKED + questions.FORK_CARD + kind) for kind, card in enumerate(CARDS[:KINDS])]
    return cards + [(f"inside: {lead}", FORKED + questions.FORK_LEAD + n) for n, lead in enumerate(LEADS)]
