"""The files of an arena: what it notes to go on from, and the records of its games."""

import json
from pathlib import Path

import pytest

from tests.arena.fakes import fakes
from tests.bots.own_bots import written
from tests.cli.invoke import process, run
from tests.scale import every, scaled
from toctoc import GAMES

__all__ = ["fakes"]
FAKES = ("arena", "toctoctoc", "-p", "3", "-g", "9", "--cores", "1", "--field", "first,any, last")


@pytest.mark.usefixtures("fakes")
class TestKeeping:
    def test_going_on_gives_the_same_file_and_the_same_result(self, tmp_path: Path) -> None:
        whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
        everything = (*FAKES, "-g", "6", "--seed", "7", "--ladder", "--nemesis", "--json", "--save")
        wanted = run(*everything, whole).stdout
        lines = whole.read_bytes().splitlines(keepends=True)
        for kept in range(0, len(lines) + 1, every(4)):
            parts.write_bytes(b"".join(lines[:kept]) + b'{"contest":'[: 5 * (1 < kept < 5)])
            result = run(*everything, parts)
            assert result.stdout == wanted
            assert parts.read_bytes() == whole.read_bytes()

    def test_the_same_command_finds_its_seed_in_the_file(self, tmp_path: Path) -> None:
        file = tmp_path / "arena.jsonl"
        first = run(*FAKES, "--json", "--save", file).stdout
        assert run(*FAKES, "--json", "--save", file).stdout == first

    def test_flags_in_any_order_come_to_the_same(self, tmp_path: Path) -> None:
        file, fakes = tmp_path / "arena.jsonl", (*FAKES, "-g", str(scaled(3, most=9)))
        wanted = run(*fakes, "--seed", "7", "--ladder", "--nemesis", "--json").stdout
        for flags in (["--nemesis"], ["--ladder"], []):
            run(*fakes, "--seed", "7", *flags, "--json", "--save", file)
        before = file.read_bytes()
        assert run(*fakes, "--ladder", "--nemesis", "--json", "--save", file).stdout == wanted
        assert file.read_bytes() == before

    def test_the_ladder_and_more_games_can_be_added_and_left_out_again(self, tmp_path: Path) -> None:
        file = tmp_path / "arena.jsonl"
        short = run(*FAKES, "--json", "--save", file).stdout
        assert json.loads(run(*FAKES, "-g", "12", "--ladder", "--json", "--save", file).stdout)["games"] == 12
        assert run(*FAKES, "--json", "--save", file).stdout == short

    def test_a_file_of_another_tournament_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "arena.jsonl"
        run(*FAKES, "--seed", "7", "--save", file)
        result = run(*FAKES, "--seed", "8", "--save", file)
        assert result.exit_code == 2
        assert result.stderr == f"toctoc: {file} belongs to another tournament, which differs in: seed.\n"

    def test_a_file_of_another_version_of_a_bot_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.undo()  # with the bots that there are
        own, file = tmp_path / "own.py", tmp_path / "arena.jsonl"
        wanted = (
            "arena",
            "escalier",
            "-p",
            "2",
            "-g",
            "2",
            "--cores",
            "1",
            "-f",
            f"random,{own}:Fine",
            "--save",
            file,
        )
        assert run(*wanted[:-2], "--seed", "1").exit_code == 2
        written(tmp_path)
        assert run(*wanted).exit_code == 0
        assert run(*wanted, "-g", "4").exit_code == 0
        written(tmp_path, more="# better")
        result = run(*wanted, "-g", "6")
        assert result.exit_code == 2
        assert f"{file} was played with another version of {own}:Fine: begin a new file" in result.stderr

    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("missing/file", "cannot be written: there is no such folder"),
            ("", "cannot be written: that is a folder"),
            ("precious", "is not a journal of the arena"),
        ],
    )
    def test_an_unusable_file_is_reported_before_any_game(
        self, name: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("toctoc.cli.commands.arena.run.play_on", lambda *_: pytest.fail("played"))
        (tmp_path / "precious").write_text("precious")
        result = run(*FAKES, "--save", tmp_path / name)
        assert result.exit_code == 2
        assert result.stderr == f"toctoc: {tmp_path / name} {reason}.\n"

    def test_a_damaged_line_is_reported(self, tmp_path: Path) -> None:
        file = tmp_path / "arena.jsonl"
        run(*FAKES, "--save", file)
        with file.open("a") as more:
            more.write("{}\n")
        assert "line 5: this is not the next block" in run(*FAKES, "--save", file).stderr

    def test_a_dead_process_is_reported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from concurrent.futures.process import BrokenProcessPool

        def die(*_: object, **__: object) -> None:
            raise BrokenProcessPool

        monkeypatch.setattr("toctoc.cli.commands.arena.run.play_on", die)
        result = run(*FAKES)
        assert result.exit_code == 1
        assert "has died" in result.stderr
        assert "Nothing was saved" in result.stderr


@pytest.mark.usefixtures("fakes")
class TestRecording:
    def verified(self, file: Path) -> str:
        result = run("verify", file)
        assert result.exit_code == 0, result.stdout
        return result.stdout

    @pytest.mark.parametrize("game", GAMES)
    def test_every_game_is_recorded_with_its_bots_and_verifies(self, game: str, tmp_path: Path) -> None:
        file, notes = tmp_path / "games.jsonl", tmp_path / "arena.jsonl"
        wanted = ("arena", game, "-f", "first,last,any", "-p", "3", "-g", "6", "--ladder", "--cores", "1")
        result = run(*wanted, "--record", file, "--save", notes)
        assert f"Recorded in {file}." in result.stdout
        assert self.verified(file) == f"{file}: 18 records, all good.\n"
        recorded = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        noted = [json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines()][1:]
        games = [game for block in noted for game in block["games"]]
        for found, kept in zip(recorded, games, strict=True):
            assert [seat["bot"] for seat in found["seats"]] == kept["seats"]
            assert found["result"]["scores"] == kept["scores"]
            assert found["result"]["winners"] == kept["winners"]

    def test_results_are_the_same_with_records_and_on_several_cores(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.undo()  # with the bots that there are
        one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
        wanted = ("arena", "escalier", "-f", "random,apprenti", "-p", "2", "-g", "6", "--seed", "7", "--json")
        plain = run(*wanted, "--cores", "1").stdout
        assert plain
        assert run(*wanted, "--record", one, "--cores", "1").stdout == plain
        assert process(*wanted, "--record", two, "--cores", "2")[1] == plain
        assert one.read_bytes() == two.read_bytes()

    def test_a_run_that_goes_on_records_each_game_once(self, tmp_path: Path) -> None:
        whole, parts, notes = tmp_path / "whole", tmp_path / "parts", tmp_path / "notes"
        run(*FAKES, "-g", "12", "--seed", "7", "--record", whole)
        run(*FAKES, "-g", "6", "--seed", "7", "--record", parts, "--save", notes)
        run(*FAKES, "-g", "12", "--record", parts, "--save", notes)
        assert parts.read_bytes() == whole.read_bytes()

    @pytest.mark.parametrize("lost", [1, 40, 20_000])
    def test_a_run_that_was_killed_anywhere_goes_on(self, lost: int, tmp_path: Path) -> None:
        """The last block is recorded in part, and not noted."""
        whole, parts, notes = tmp_path / "whole", tmp_path / "parts", tmp_path / "notes"
        run(*FAKES, "-g", "12", "--seed", "7", "--record", whole)
        run(*FAKES, "-g", "6", "--seed", "7", "--record", parts, "--save", notes)
        *before, _ = notes.read_bytes().splitlines(keepends=True)
        notes.write_bytes(b"".join(before))
        text = parts.read_bytes()
        last_block = text.splitlines(keepends=True)[-3:]
        parts.write_bytes(text[: max(len(text) - lost, len(text) - sum(map(len, last_block)))])
        run(*FAKES, "-g", "12", "--record", parts, "--save", notes)
        assert parts.read_bytes() == whole.read_bytes()

    def test_a_file_that_is_there_is_kept_unless_forced(self, tmp_path: Path) -> None:
        file, notes = tmp_path / "precious", tmp_path / "notes"
        file.write_text("precious\n")
        for more in ((), ("--save", notes), ("--save", notes)):
            result = run(*FAKES, "--record", file, *more)
            assert result.exit_code == 2
            assert result.stderr == f"toctoc: {file} exists already; --force overwrites it.\n"
        assert file.read_text() == "precious\n"
        run(*FAKES, "--record", file, "--force")
        self.verified(file)

    def test_a_bot_of_a_file_is_recorded_by_the_name_of_the_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.undo()  # with the bots that there are
        folder = tmp_path / ("deep" * 30)
        folder.mkdir()
        bot, file = folder / "mine\u00a0own.toml", tmp_path / "games.jsonl"
        bot.write_text('like = "apprenti"\n')
        command = ("arena", "escalier", "-f", f"{bot},random", "-p", "2", "-g", "2", "--record", file)
        result = run(*command, "--cores", "1")
        assert (result.exit_code, result.stderr) == (0, "")
        self.verified(file)
        assert '"bot":"mine?own"' in file.read_text(encoding="utf-8")

    def test_notes_and_records_need_a_file_each(self, tmp_path: Path) -> None:
        result = run(*FAKES, "--record", tmp_path / "one", "--save", tmp_path / "one")
        assert result.exit_code == 2
        assert "--save and --record need a file each." in result.stderr
