"""Define the ablations, memory variants and forks of a study of Toc Toc Toc!, and its report's sections."""

from collections.abc import Iterator
from math import inf

from toctoc.games.toctoctoc.rules import KINDS
from toctoc.games.toctoctoc.words import CARDS
from toctoc.study.answers import Answers
from toctoc.study.cells import FORKED
from toctoc.study.plan import Ablation, Fork, MemoryVariant
from toctoc.study.sections import SHARES, FigureColumn, Plot, Row, Section

from . import questions

ABLATIONS = (
    Ablation("never-opens", "never opens the door"),
    Ablation("always-opens", "always opens the door"),
    Ablation("tosses", "tosses a coin at the door"),
    Ablation("any-card", "offers any card of the hand"),
    Ablation("anybody", "offers to anybody"),
    Ablation("left", "always offers to the left"),
    Ablation("leader", "always offers to the leader"),
    Ablation("any-guest", "takes any guest, chases any creature"),
)
MEMORIES = (
    MemoryVariant("nothing", "remembers no card that was drawn", recall=(1e9, 1.0, 0.5)),
    MemoryVariant("everything", "remembers every card that was drawn", recall=(-inf, 1.0, 0.5)),
)
FORKS = (Fork("door", "What is one open door worth?", ("opens", "refuses")),)
CURVES = ((FigureColumn("doors opened", SHARES), questions.OPENED, False),)
LEAD_LABELS = (
    "6 or more behind", "3 to 5 behind", "1 or 2 behind", "level with the best", "1 or 2 ahead", "3 to 5 ahead",
    "6 or more ahead",
)  # fmt: skip
OFTEN = FigureColumn("doors opened", SHARES)


def sections(answers: Answers) -> Iterator[Section]:
    """Yield the sections about doors and cards."""
    yield Section(
        "opening", "Which doors are opened?",
        "The share of doors opened: by the card outside, by the lead of the player inside, and by seat.",
        "", (OFTEN,),
        (
            Row("all doors", (answers.mean(questions.OPENED),)),
            *_rows(answers, CARDS, questions.BY_CARD),
            *_rows(answers, LEAD_LABELS, questions.BY_LEAD),
            *_rows(answers, [f"seat {seat + 1}" for seat in range(answers.study.main)], questions.BY_SEAT),
        ),
        Plot("dots"),
    )  # fmt: skip
    yield Section(
        "cards", "Which cards win?",
        "Victories of players with the card in their first hand, and after they offered or revealed it at least "
        "once. Only the first hand is pure luck: offering or revealing a card may go with other differences.",
        "card",
        (FigureColumn("held at first", SHARES), FigureColumn("offered", SHARES), FigureColumn("revealed", SHARES)),
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


def fork_rows(fork: int) -> list[tuple[str, int]]:  # noqa: ARG001  # there is one fork
    """Return the labels and cells of the fork: by the card offered, and by the target's lead."""
    cards = [(f"outside: {card}", FORKED + questions.FORK_CARD + kind) for kind, card in enumerate(CARDS[:KINDS])]
    return cards + [(f"inside: {lead}", FORKED + questions.FORK_LEAD + n) for n, lead in enumerate(LEAD_LABELS)]
