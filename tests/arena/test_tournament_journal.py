"""The arena's journal continues where it stopped, drops an incomplete line, and belongs to one tournament."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.bots.own_bots import written
from tests.scale import each
from toctoc.arena.bot_play import Block
from toctoc.arena.journal import TournamentJournal
from toctoc.arena.plan import Tournament
from toctoc.arena.tournament import play_on
from toctoc.journal import AnotherWork, ChangedBots, DamagedLine, seed_in

pytestmark = pytest.mark.usefixtures("fakes")


def tournament(games: int = 9, seed: int = 5, **chosen: object) -> Tournament:
    return Tournament.of("escalier", 3, ["first", "any"], games, seed, chosen)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a journal with three blocks of the field and three of the ladder, without nemeses."""
    played(tmp_path / "arena.jsonl", tournament())
    return tmp_path / "arena.jsonl"


def played(path: Path, wanted: Tournament, ladder: bool = True, nemeses: bool = False) -> None:
    journal = TournamentJournal(path, wanted)
    play_on(wanted.programme(ladder, nemeses), journal.blocks, journal.write, 1)
    journal.close()


def opened(path: Path, wanted: Tournament | None = None) -> list[int]:
    """Return the number of blocks of each contest."""
    journal = TournamentJournal(path, wanted or tournament())
    journal.close()
    return [len(blocks) for blocks in journal.blocks]


def test_a_journal_has_its_blocks_again(path: Path) -> None:
    journal = TournamentJournal(path, tournament())
    fresh: list[list[Block]] = [[], [], [], []]
    play_on([tournament(), *tournament().ladder()], fresh, lambda *_: None, 1)
    journal.close()
    assert journal.blocks == fresh
    assert seed_in(path) == 5


def test_an_incomplete_line_is_dropped_and_played_again(path: Path) -> None:
    whole = path.read_bytes()
    for size in (len(whole) - 1, len(whole) - 100):
        path.write_bytes(whole[:size])
        assert opened(path) == [3, 2, 0, 0]
        assert path.read_bytes() == whole[: whole[:-1].rindex(b"\n") + 1]
        played(path, tournament())
        assert path.read_bytes() == whole


def test_an_incomplete_header_is_written_again(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:30])
    played(path, tournament())
    assert path.read_bytes() == whole


def test_more_games_are_added_to_the_file(path: Path) -> None:
    before = path.read_bytes()
    played(path, tournament(12))
    assert path.read_bytes().startswith(before)
    assert opened(path) == [4, 4, 0, 0]


def test_nemeses_are_added_to_a_file_without_any(path: Path) -> None:
    before = path.read_bytes()
    played(path, tournament(), nemeses=True)
    assert path.read_bytes().startswith(before)
    assert opened(path) == [3, 3, 3, 3]


def test_contests_that_are_left_out_keep_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    played(path, tournament(), ladder=False, nemeses=True)
    assert opened(path) == [3, 0, 3, 3]
    played(path, tournament(), ladder=True)
    assert opened(path) == [3, 3, 3, 3]


def test_a_file_of_another_tournament_is_not_changed(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(AnotherWork, match="options, seed") as caught:
        TournamentJournal(path, tournament(seed=6, risk=True))
    assert caught.value.differing == ["options", "seed"]
    assert path.read_bytes() == before


@each("text", ["precious", "precious\n", "[1]\n", "\n", "\xff\n"])
def test_a_file_that_is_no_journal_is_not_changed(text: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(AnotherWork) as caught:
        TournamentJournal(file, tournament())
    assert caught.value.differing == []
    assert file.read_text(encoding="latin-1") == text
    assert seed_in(file) is None


def test_a_device_is_no_journal() -> None:
    with pytest.raises(AnotherWork):
        TournamentJournal(Path("/dev/full"), tournament())


DAMAGE: dict[str, Callable[[dict[str, Any]], object]] = {
    "not-the-next-block": lambda line: line | {"block": 7},
    "no-such-contest": lambda line: line | {"contest": 4},
    "another-contest": lambda line: line | {"contest": 2, "block": 0},
    "a-game-lost": lambda line: line | {"games": line["games"][1:]},
    "other-seats": lambda line: line | {"games": line["games"][::-1]},
    "scores-lost": lambda line: line | {"games": [game | {"scores": [1]} for game in line["games"]]},
    "nobody-won": lambda line: line | {"games": [game | {"winners": []} for game in line["games"]]},
    "a-stranger-won": lambda line: line | {"games": [game | {"winners": [3]} for game in line["games"]]},
    "no-games": lambda line: line | {"games": 5},
    "empty": lambda _: {},
    "no-mapping": lambda _: [],
}


@each("damage", DAMAGE)
def test_a_damaged_line_is_named_and_nothing_changed(damage: str, path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[2] = json.dumps(DAMAGE[damage](json.loads(lines[2]))) + "\n"
    file = path.with_suffix(f".{damage}")
    file.write_text("".join(lines), encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(DamagedLine, match="line 3") as caught:
        TournamentJournal(file, tournament())
    assert caught.value.line == 3
    assert file.read_bytes() == before


# --- bots in files ------------------------------------------------------------------------------------------


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of a bot in a TOML file and of a class; the arena makes neither."""
    monkeypatch.setattr("toctoc.arena.plan.make", lambda *_: None)
    (tmp_path / "mine.toml").write_text('like = "voyante"\n', encoding="utf-8")
    return [str(tmp_path / "mine.toml"), f"{written(tmp_path)}:Fine"]


def of_files(bots: list[str]) -> Tournament:
    return Tournament.of("escalier", 2, bots, 2, 5, {})


def test_the_header_has_the_hashes_of_bots_in_files(tmp_path: Path, bots: list[str]) -> None:
    opened(tmp_path / "file", of_files(bots))
    hashes = json.loads((tmp_path / "file").read_text(encoding="utf-8"))["files"]
    assert hashes == {bot: sha256(Path(bot.removesuffix(":Fine")).read_bytes()).hexdigest() for bot in bots}
    assert opened(tmp_path / "file", of_files(bots))


@pytest.mark.parametrize("changed", [0, 1])
def test_a_changed_bot_in_a_file_is_refused(changed: int, tmp_path: Path, bots: list[str]) -> None:
    opened(tmp_path / "file", of_files(bots))
    before = (tmp_path / "file").read_bytes()
    with Path(bots[changed].removesuffix(":Fine")).open("a", encoding="utf-8") as file:
        file.write("\n# better\n")
    with pytest.raises(ChangedBots, match="another version of ") as caught:
        TournamentJournal(tmp_path / "file", of_files(bots))
    assert caught.value.bots == [bots[changed]]
    assert (tmp_path / "file").read_bytes() == before


@each("files", [None, 5, {}])
def test_a_journal_without_hashes_is_refused(files: object, tmp_path: Path, bots: list[str]) -> None:
    (tmp_path / "file").unlink(missing_ok=True)
    opened(tmp_path / "file", of_files(bots))
    heading = json.loads((tmp_path / "file").read_text(encoding="utf-8"))
    heading |= {"files": files}
    if files is None:
        del heading["files"]
    (tmp_path / "file").write_text(json.dumps(heading) + "\n", encoding="utf-8")
    with pytest.raises(ChangedBots):
        opened(tmp_path / "file", of_files(bots))
