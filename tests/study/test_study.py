"""A small study agrees with plain counting, and gives the same result after a pause and on other executors."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import sqrt
from pathlib import Path
from pickle import dumps, loads
from typing import Any

import pytest

from tests.scale import each
from tests.study.plain_games import Game, plain_games
from toctoc.core.registry import GAMES
from toctoc.games.toctoctoc.study.questions import OPENED
from toctoc.games.toctoctoc.words import CARDS
from toctoc.journal import AnotherWork
from toctoc.study import page, running, study_modules
from toctoc.study.answers import Answers, ratio
from toctoc.study.cells import ALL, CHOSEN, FORKED, SHARE
from toctoc.study.journal import FILE, StudyJournal
from toctoc.study.plan import BadStudy, Study, TableChoice
from toctoc.study.table import StudyTable

SOME, SEED, BOT = 4, 5, "voyante"
STUDIED = [name for name, game in GAMES.items() if study_modules.has(game)]


def small(**changed: Any) -> Study:
    varied = TableChoice(varied=changed.pop("varied", ()))
    usual = {"game": "toctoctoc", "players": (3,), "bot": BOT, "games": SOME, "seed": SEED, "choice": varied}
    return Study.of(**{**usual, **changed})


def only(study: Study, *keys: str) -> Study:
    """The same study with some of its tables."""
    return Study(**{**vars(study), "arms": tuple(arm for arm in study.arms if arm.key in keys)})


def figures(answers: Answers, name: str) -> dict[str, list[dict[str, float] | None]]:
    """The rows of a section, as the JSON has them."""
    [found] = [section for section in page.as_data(answers)["sections"] if section["name"] == name]
    return {row["label"]: row["figures"] for row in found["rows"]}


def value(answers: Answers, name: str, label: str, column: int = 0) -> float:
    found = figures(answers, name)[label][column]
    assert found is not None
    return found["value"]


@cache
def found(name: str) -> tuple[Answers, list[Game]]:
    """Return a small study of a game, played once and without Numba, and the same games as matches."""
    players = GAMES[name].players[0]
    study = only(small(game=name, players=(players,)), f"players={players}")
    answers = running.run(study, workers=1)
    return answers, plain_games(name, players, BOT, SEED, SOME)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("name", STUDIED)
def test_the_common_questions_agree_with_counting_by_hand(name: str) -> None:
    answers, games = found(name)
    players = GAMES[name].players[0]
    standing = study_modules.part(GAMES[name], "questions").standing
    for seat in range(players):
        mine = [game.shares[seat] for game in games]
        mean = sum(mine) / SOME
        margin = 1.959964 * sqrt(sum((each - mean) ** 2 for each in mine) / (SOME - 1) / SOME)
        told = figures(answers, "seats")[str(seat + 1)][0]
        assert told == pytest.approx(
            {"value": mean, "low": max(mean - margin, 0), "high": min(mean + margin, 1), "cases": SOME}
        )
        score = sum(game.match.scores[seat] for game in games) / SOME
        assert value(answers, "seats", str(seat + 1), 2) == pytest.approx(score)
    assert value(answers, "players", str(players), 3) == pytest.approx(
        sum(len(game.moves) for game in games) / SOME
    )
    lengths = [figure["value"] for [figure] in figures(answers, "length").values() if figure]
    assert sum(lengths) == pytest.approx(1)
    assert max(lengths) < 1  # the bins tell games apart
    leaders, winning, last = 0, 0.0, []
    for game in games:
        stood = [[standing(state, p) for p in range(players)] for state, _, _ in game.moves]
        half = stood[len(stood) // 2]
        for p in range(players):
            if half[p] == max(half):
                leaders, winning = leaders + 1, winning + game.shares[p]
        for p in game.match.winners:
            behind = [n for n, row in enumerate(stood) if row[p] < max(row)]
            last.append(10 * behind[-1] // len(stood) if behind else None)
    assert value(answers, "leaders", "a half") == pytest.approx(winning / leaders)
    assert value(answers, "behind", "never") == pytest.approx(last.count(None) / len(last))
    for tenth in range(10):
        label = f"{10 * tenth}–{10 * tenth + 10} % of the game"
        assert value(answers, "behind", label) == pytest.approx(last.count(tenth) / len(last))


@pytest.mark.usefixtures("plain")
def test_doors_and_cards_agree_with_counting_by_hand() -> None:
    answers, games = found("toctoctoc")
    doors: list[tuple[str, bool]] = []
    held: dict[str, list[float]] = {}
    for game in games:
        for (_, _, offer), (_, _, answer) in zip(game.moves, game.moves[1:], strict=False):
            if str(answer) in ("open", "refuse"):
                doors.append((str(offer).split()[1], str(answer) == "open"))
        first = game.moves[0][0]
        for p in range(3):
            for kind, card in enumerate(CARDS):
                if first.hand[p][kind]:
                    held.setdefault(card, []).append(game.shares[p])
    assert value(answers, "opening", "all doors") == pytest.approx(sum(was for _, was in doors) / len(doors))
    for card in {card for card, _ in doors}:
        mine = [was for offered, was in doors if offered == card]
        assert value(answers, "opening", card) == pytest.approx(sum(mine) / len(mine))
    for card, shares in held.items():
        assert value(answers, "cards", card) == pytest.approx(sum(shares) / len(shares))


@pytest.mark.usefixtures("plain")
def test_an_ablated_seat_obeys_its_rule_and_no_other_does() -> None:
    study = small(games=4)
    opened = {}
    for arm in study.arms:
        if arm.key in ("players=3", "ablation=never-opens", "ablation=always-opens"):
            sums = StudyTable(arm, False).add_up(SEED, 0, 4)
            opened[arm.key] = [sums[OPENED][0], sums[OPENED][1]]
    doors = opened["players=3"][1]
    never, usual, always = (
        opened[key][0] for key in ("ablation=never-opens", "players=3", "ablation=always-opens")
    )
    assert opened["ablation=never-opens"][1] == opened["ablation=always-opens"][1] == doors == 4 * 46
    assert 0 < never < usual < always < doors  # one of three; the other two go on as they did


@pytest.mark.nightly
@pytest.mark.compiled
@each("players", [3, 4, 5])
def test_never_to_open_costs_eight_points_at_a_table_of_voyantes(players: int) -> None:
    study = Study.of("toctoctoc", (players,), "voyante", 2000, SEED, TableChoice(only=["ablation=never-opens"]))
    share = value(running.run(study, workers=1), "ablations", "never opens the door")
    assert share < 1 / players - 0.08


@pytest.mark.usefixtures("plain")
def test_a_fork_changes_one_decision_and_leaves_luck_alone() -> None:
    study = only(small(games=4), "fork=door")
    sums = StudyTable(study.arms[0], False).add_up(SEED, 0, 4)
    assert sums[ALL][1] == 4  # one decision of every game
    assert sums[CHOSEN][1] + sums[CHOSEN + 1][1] == 4
    assert sums[CHOSEN][0] + sums[CHOSEN + 1][0] == sums[ALL][0]
    assert abs(sums[ALL][0]) <= 4 * SHARE
    cards = [sums[FORKED + kind][1] for kind in range(len(CARDS))]
    assert sum(cards) == 4


def test_the_interval_of_a_ratio_is_by_how_games_differ() -> None:
    games = [(1, 2), (0, 1), (3, 3), (1, 4)]
    sums = [sum(x for x, _ in games), sum(y for _, y in games), sum(x * x for x, _ in games),
            sum(x * y for x, y in games), sum(y * y for _, y in games)]  # fmt: skip
    found = ratio(sums, len(games))
    assert found is not None
    rest = sum((x - found.value * y) ** 2 for x, y in games) * 4 / 3
    assert (found.value, found.cases) == (0.5, 10)
    assert found.high - found.value == pytest.approx(1.959964 * sqrt(rest) / 10)
    assert ratio([0, 0, 0, 0, 0], 4) is None


@pytest.mark.usefixtures("plain")
def test_an_interrupted_study_continues_with_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toctoc.study.plan.BATCH", 1)
    study = small(games=2)
    study = only(study, *[arm.key for arm in study.arms][:6])
    whole = page.as_json(running.run(study, workers=1))
    journal = StudyJournal(tmp_path / "kept", study)
    played = []

    def stop(count: int) -> None:
        played.append(count)
        if len(played) == 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        running.run(study, journal, stop, workers=1)
    journal.close()
    file = tmp_path / "kept" / FILE
    file.write_bytes(file.read_bytes()[:-7])  # it was stopped in the middle of a line
    again = StudyJournal(tmp_path / "kept", study)
    known = len(again.batches)
    told: list[int] = []
    assert page.as_json(running.run(study, again, told.append, workers=1)) == whole
    again.close()
    assert known == 7
    assert told[0] == known
    assert sum(told) == study.games * len(study.arms)
    last = StudyJournal(tmp_path / "kept", study)
    assert page.html(running.run(study, last, workers=1)) == page.html(running.run(study, last, workers=1))
    last.close()


@pytest.mark.usefixtures("plain")
def test_another_executor_gives_the_same_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.study.plan.BATCH", 1)
    study = only(small(games=3), "players=3", "ablation=never-opens")
    alone = running.run(study, workers=1).sums
    with ThreadPoolExecutor(2) as executor:
        assert running.run(study, workers=executor).sums == alone
    for arm, *_ in study.pieces():
        assert loads(dumps(arm)) == arm  # it travels


@pytest.mark.usefixtures("plain")
def test_a_folder_of_another_study_is_not_changed(tmp_path: Path) -> None:
    StudyJournal(tmp_path, small()).close()
    before = (tmp_path / FILE).read_bytes()
    for changed, differing in (
        ({"seed": 6}, ["seed"]),
        ({"bot": "apprenti"}, ["bots"]),
        ({"players": (4,)}, ["players"]),
    ):
        with pytest.raises(AnotherWork) as error:
            StudyJournal(tmp_path, small(**changed))
        assert error.value.differing == differing
    (tmp_path / FILE).write_text("shopping\n")
    with pytest.raises(AnotherWork):
        StudyJournal(tmp_path, small())
    assert (tmp_path / FILE).read_text() == "shopping\n"
    assert b'"seed":5' in before


@each(
    "changed, words",
    [
        ({"games": 0}, "at least one game"),
        ({"players": ()}, "a number of players"),
        ({"varied": [("spoons", [1])]}, "no option 'spoons'"),
        ({"varied": [("start", [])]}, "needs values"),
        ({"varied": [("start", ["nobody"])]}, "takes creator or random"),
    ],
)
def test_wrong_arguments_are_refused(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(BadStudy, match=words):
        small(**changed)


@pytest.mark.nightly
@pytest.mark.compiled
@pytest.mark.parametrize("name", STUDIED)
def test_compiled_and_plain_studies_have_the_same_sums(name: str) -> None:
    study = small(game=name, players=(GAMES[name].players[0],), games=3)
    for arm in study.arms:
        assert StudyTable(arm, True).add_up(SEED, 0, 3) == StudyTable(arm, False).add_up(SEED, 0, 3), arm.key
