"""Lay out the report of a study: the sections that every game has, and those of the game itself."""

from collections.abc import Iterator
from dataclasses import dataclass

from toctoc.core.registry import find
from toctoc.study import study_modules
from toctoc.study.answers import Answers, Estimate
from toctoc.study.cells import (
    ALL,
    BEHIND,
    BEST,
    BINS,
    CHOSEN,
    LEADS,
    LENGTH,
    LENGTHS,
    MARGIN,
    ODD,
    ODD_SCORE,
    POINTS,
    SCORES,
    TIES,
    WINS,
)
from toctoc.study.plan import levels, option_key, players_key
from toctoc.study.sections import NUMBERS, SHARES, FigureColumn, Plot, Row, Section, within_bounds
from toctoc.study.sections import POINTS as APART

WON = FigureColumn("victories", SHARES)
BEYOND = FigureColumn("beyond an equal share, in points", APART)
SCORE = FigureColumn("score", NUMBERS)


def sections(answers: Answers) -> list[Section]:
    """Return the sections of a report: those of every game first, then those of this game."""
    words = study_modules.part(find(answers.study.game), "report_text")
    general, own = (_general(answers), words.sections(answers)) if answers.has() else ((), ())
    found = (*general, *_odd_ones(answers), *own, *_forks(answers), *_varied(answers))
    return [within_bounds(section) for section in found]


def _general(answers: Answers) -> Iterator[Section]:
    seats = range(answers.study.main)
    yield Section(
        "seats", "Does the seat matter?",
        "Victories and scores by seat, the same bot at every seat. Seat 1 begins, unless the starter is drawn.",
        "seat", (WON, BEYOND, SCORE),
        tuple(
            Row(str(p + 1), (answers.share(WINS + p), answers.beyond(WINS + p), answers.mean(SCORES + p)))
            for p in seats
        ),
        Plot("dots", 0, answers.parity),
    )  # fmt: skip
    yield Section(
        "players", "What changes with the number of players?",
        "Tables of other sizes. Where several players share the lead at half-time, each counts as a leader.",
        "players", _columns(),
        tuple(
            Row(str(count), _row(answers, players_key(count)))
            for count in answers.study.players
            if answers.has(players_key(count))
        ),
    )  # fmt: skip
    questions = study_modules.part(find(answers.study.game), "questions")
    first, step = questions.LENGTH_FROM, questions.LENGTH_STEP
    text = "Decisions of all players together."
    yield _distribution(
        answers, _Distribution("length", "How long is a game?", text, "decisions", LENGTHS, first, step)
    )
    text, step = "Final scores of all seats.", questions.SCORE_STEP
    yield _distribution(
        answers, _Distribution("scores", "How are the scores spread?", text, "score", POINTS, 0, step)
    )
    behind = ["never", *(f"{10 * tenth}–{10 * tenth + 10} % of the game" for tenth in range(10))]
    yield Section(
        "behind", "When was the winner last behind?",
        "All winners, by the tenth of the game in which another player last had a better score. Decisions "
        "are counted, not time.",
        "last behind", (FigureColumn("winners", SHARES),),
        tuple(Row(name, (answers.mean(BEHIND + number),)) for number, name in enumerate(behind)),
        Plot("bars"),
    )  # fmt: skip
    yield Section(
        "leaders", "Does the leader win?",
        "Victories of the leaders after a quarter, a half and three quarters of all decisions.",
        "leads after", (WON,),
        tuple(
            Row(name, (answers.share(LEADS + number),))
            for number, name in enumerate(("a quarter", "a half", "three quarters"))
        ),
        Plot("dots", 0, answers.parity),
    )  # fmt: skip


def _columns() -> tuple[FigureColumn, ...]:
    shares = ("seat 1 wins", "half-time leader wins", "shared victories")
    numbers = ("decisions", "winner’s score", "margin")
    return (
        *(FigureColumn(title, SHARES) for title in shares),
        *(FigureColumn(title, NUMBERS) for title in numbers),
    )


def _row(answers: Answers, key: str) -> tuple[Estimate | None, ...]:
    return (
        answers.share(WINS, key), answers.share(LEADS + 1, key),
        *(answers.mean(cell, key) for cell in (TIES, LENGTH, BEST, MARGIN)),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Distribution:
    """Describe a section that shows a distribution: the cells from `cell` on are its bins."""

    name: str
    title: str
    text: str
    label: str
    cell: int
    first: int  # value of the first bin
    step: int


def _distribution(answers: Answers, shown: _Distribution) -> Section:
    bins = range(shown.first, shown.first + BINS * shown.step, shown.step)
    names = [f"{start}–{start + bins.step - 1}" if bins.step > 1 else str(start) for start in bins]
    names[0] = names[0] if bins.start == 0 else f"{bins.start + bins.step - 1} or less"
    names[-1] = f"{bins[-1]} or more"
    rows = [Row(words, (answers.mean(shown.cell + number),)) for number, words in enumerate(names)]
    while len(rows) > 1 and _nothing(rows[-1]):
        rows.pop()
    while len(rows) > 1 and _nothing(rows[0]):
        rows.pop(0)
    columns = (FigureColumn("share", SHARES),)
    return Section(shown.name, shown.title, shown.text, shown.label, columns, tuple(rows), Plot("bars"))


def _nothing(row: Row) -> bool:
    return all(figure is None or figure.value == 0 for figure in row.figures)


def _odd_ones(answers: Answers) -> Iterator[Section]:
    """Yield the sections about one seat that plays differently: by level, ablation, and memory."""
    study, words = answers.study, study_modules.part(find(answers.study.game), "report_text")
    here = f"One seat at a table of {study.bot}, a different one in each game,"
    known = [
        ("levels", "What is another level worth?", f"{here} has another bot.",
         [(f"level={name}", name) for name in levels(study)]),
        ("ablations", "What is each decision worth?", f"{here} follows one fixed rule.",
         [(f"ablation={each.name}", each.what) for each in study_modules.ablations(find(study.game))]),
        ("memory", "What is memory worth?", f"{here} remembers more or less than the others.",
         [(f"memory={memory.name}", memory.what) for memory in words.MEMORIES]),
    ]  # fmt: skip
    for name, title, text, arms in known:
        rows = tuple(
            Row(label, (answers.share(ODD, key), answers.beyond(ODD, key), answers.mean(ODD_SCORE, key)))
            for key, label in arms
            if answers.has(key)
        )
        if rows:
            yield Section(name, title, text, "variant", (WON, BEYOND, SCORE), rows, Plot("dots", 1, 0.0))


def _forks(answers: Answers) -> Iterator[Section]:
    """Yield the sections about single decisions, each made both ways with the same luck."""
    words = study_modules.part(find(answers.study.game), "report_text")
    for number, fork in enumerate(words.FORKS):
        key = f"fork={fork.name}"
        if not answers.has(key):
            continue
        first, second = fork.choices
        own = words.fork_rows(number)
        rows = [("all", ALL), (f"the policy {first}", CHOSEN), (f"the policy {second}", CHOSEN + 1), *own]
        yield Section(
            f"fork-{fork.name}", fork.what,
            "One decision of this kind is drawn in each game. The game is played twice with the same luck: with "
            "the choice of the policy, and with the other one. A figure is the share of victories where the "
            f"player {first}, minus that where the player {second}, in points.",
            "decision", (FigureColumn(f"{first} rather than {second}", APART),),
            tuple(Row(label, (answers.share(cell, key),)) for label, cell in rows),
            Plot("dots", 0, 0.0),
        )  # fmt: skip


def _varied(answers: Answers) -> Iterator[Section]:
    """Yield the sections about options that are varied."""
    words = study_modules.part(find(answers.study.game), "report_text")
    own = words.CURVES
    for name, values in answers.study.varied:
        rows = []
        for key in (option_key(name, value) for value in values):
            if not answers.has(key):
                continue
            more = tuple(
                answers.share(cell, key) if shared else answers.mean(cell, key) for _, cell, shared in own
            )
            rows.append(Row(key.partition("=")[2], (*_row(answers, key), *more)))
        columns = (*_columns(), *(column for column, _, _ in own))
        text = f"Tables of {answers.study.main} players with other values of the option {name}."
        title = f"What does the option {name} change?"
        if rows:
            yield Section(f"vary-{name}", title, text, name, columns, tuple(rows), Plot("dots", 1))
