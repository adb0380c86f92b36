"""Test the measure of exploitability: the share above parity of a search that knows the bots' policy."""

from collections.abc import Sequence

import pytest

from toctoc.arena.bot_play import Block, Played
from toctoc.arena.plan import Tournament
from toctoc.arena.results import Report, as_data, report
from toctoc.arena.tournament import play_on

MIXED = Tournament("toctoctoc", 4, ("b", "a", "random"), 1, 1, {})


def block(contest: Tournament, victories: int) -> Block:
    """The first of the line-up wins so many games; the seat after it wins the others."""
    games = []
    for number in range(contest.players):
        seats = contest.seats(0, number)
        winner = (seats.index(contest.lineup(0)[0]) + (number >= victories)) % contest.players
        games.append(Played(seats, (0,) * contest.players, (winner,)))
    return tuple(games)


def reported(victories: Sequence[int | None]) -> Report:
    """`None` for a contest that is not played."""
    contests = MIXED.programme()
    played = [[] if n is None else [block(c, n)] for c, n in zip(contests, victories, strict=True)]
    return report(contests, played)


def test_the_bot_that_is_hardest_to_exploit_comes_first() -> None:
    found = reported([1, 2, 3, 4, 0])
    assert [(step.against, found.gap(step)) for step in found.nemeses] == [("a", -0.25), ("b", 0.75)]
    assert [step.share.value for step in found.ladder] == [0.5, 0.75]


def test_the_data_have_the_gap() -> None:
    data = as_data(reported([1, None, None, 2, 3]))
    assert data["ladder"] == []
    nemeses = data["nemesis"]
    assert isinstance(nemeses, list)
    assert [list(nemesis) for nemesis in nemeses] == [["bot", "games", "share", "gap"]] * 2
    assert [(nemesis["bot"], nemesis["games"], nemesis["gap"]) for nemesis in nemeses] == [
        ("b", 4, 0.25),
        ("a", 4, 0.5),
    ]
    assert nemeses[0]["share"]["low"] < 0.5 < nemeses[0]["share"]["high"]


def test_a_contest_without_games_is_not_reported() -> None:
    assert as_data(reported([1, 2, 3, None, None]))["nemesis"] == []


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize(("nemeses", "prepared"), [(True, ["escalier"]), (False, [])])
def test_search_is_compiled_first_if_only_a_nemesis_searches(
    nemeses: bool, prepared: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    monkeypatch.setattr("toctoc.arena.tournament.thinks_ahead", lambda name, _: name.startswith("nemesis:"))
    monkeypatch.setattr("toctoc.arena.tournament.warm_up", lambda game: found.append(game.name))
    contests = Tournament.of("escalier", 2, ["first", "any"], 2, 1, {}).programme(nemeses=nemeses)
    played: list[list[Block]] = [[] for _ in contests]
    play_on(contests, played, lambda *_: None, 1)
    assert found == prepared
    assert [len(blocks) for blocks in played] == [contest.blocks for contest in contests]


@pytest.mark.compiled
def test_the_nemesis_of_the_apprentice_plays_the_same_games_every_time() -> None:
    contests = Tournament.of("escalier", 2, ["apprenti", "random"], 2, 5, {}).programme(ladder=False)
    reports = []
    for _ in range(2):
        played: list[list[Block]] = [[] for _ in contests]
        play_on(contests, played, lambda *_: None, 1)
        reports.append(as_data(report(contests, played)))
        [block] = played[-1]
        assert [game.seats for game in block] == [
            ("nemesis:apprenti", "apprenti"),
            ("apprenti", "nemesis:apprenti"),
        ]
    assert reports[0] == reports[1]
