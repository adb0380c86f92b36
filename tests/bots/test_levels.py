"""Bots are described in TOML: the five levels, and those of a host."""

import runpy
from math import inf
from pathlib import Path

import pytest

from tests.scale import each
from toctoc import GAMES
from toctoc.bots import BOTS, LEVELS, BadLevel, LevelBot, SeatInfo, bot_modules, level, make, thinks_ahead
from toctoc.bots.level import BOUNDS, SearchSettings, read
from toctoc.bots.registry import has_learned
from toctoc.core.registry import BUILT_IN
from tools import ROOT

OWN = "[reaction]\nmedian_ms = 900\nspread = 0.3\n"


def traits(game: str) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = bot_modules.part(GAMES[game], "policy").TRAITS
    return found


def whole() -> str:
    """A level that says everything itself."""
    lines = [OWN]
    for game in GAMES:
        lines.append(f"[{game}]")
        lines += [f"{key} = {least}" for key, (least, _) in traits(game).items()]
    return "\n".join(lines)


@each("name", LEVELS)
def test_each_of_the_five_is_there_for_every_game(name: str) -> None:
    found = level(name)
    assert found.name == name
    for game in GAMES:
        bounds = traits(game)
        assert len(found.traits[game]) == len(bounds)
        for number, (least, most) in zip(found.traits[game], bounds.values(), strict=True):
            assert least <= number <= most
    for game in GAMES:
        thinks = name == "comte" and (not found.search[game].net or found.search[game].trust > 0)
        assert thinks_ahead(name, game) is thinks
        assert has_learned(name, game) is found.search[game].net


def test_memories_are_those_of_ages_5_7_8_and_of_an_adult() -> None:
    assert [level(name).recall.threshold for name in LEVELS] == [-2.0, -2.35, -2.55, -2.75, -inf]
    assert {level(name).recall.noise for name in LEVELS} == {0.4}
    assert {level(name).recall.decay for name in LEVELS} == {0.5}


def test_places_followed_and_lost_at_a_swap_are_those_of_the_same_ages() -> None:
    followed = [level(name).traits["escalier"] for name in LEVELS]
    keys = list(traits("escalier"))
    assert [row[keys.index("capacity")] for row in followed] == [2, 3, 3.5, 4, 4]
    assert [row[keys.index("swap_loss")] for row in followed] == [0.25, 0.15, 0.10, 0.05, 0]


def test_only_the_count_remembers_everything_and_learned_or_thinks_ahead() -> None:
    for name in LEVELS[:-1]:
        assert level(name).recall.chance([300]) < 0.6
        assert all(search.worlds == 0 and not search.net for search in level(name).search.values())
    assert level("comte").recall.chance([1e9]) == 1.0
    assert all(search.worlds > search.plain_worlds > 0 for search in level("comte").search.values())


@each("game", BUILT_IN)
@each("name", LEVELS[:-1])
def test_neighbours_of_one_level_have_different_tempers(name: str, game: str) -> None:
    own, boldness = level(name), bot_modules.part(BUILT_IN[game], "policy").BOLDNESS
    bold, shy = (dict(zip(traits(game), own.at(seat).traits[game], strict=True)) for seat in (0, 1))
    differing = {key: bold[key] - shy[key] for key in bold if bold[key] != shy[key]}
    assert set(differing) == set(boldness)
    assert all(differing[key] * step > 0 for key, step in boldness.items())
    for key, (least, most) in traits(game).items():
        assert least <= shy[key] <= most
        assert least <= bold[key] <= most
    assert own.at(2) == own.at(0)


def test_the_count_and_a_bot_of_a_file_play_alike_at_every_seat() -> None:
    own = read("grandma", 'like = "voyante"\n')
    assert own.at(0) is own.at(1) is own
    assert level("comte").at(1) is level("comte")


def test_hands_grow_faster_from_level_to_level() -> None:
    medians = [level(name).reaction.median_ms for name in LEVELS]
    assert medians == sorted(medians, reverse=True)
    assert 400 < medians[-1] < medians[0] < 2500


def test_a_file_lists_only_its_differences() -> None:
    own = read("grandma", 'like = "voyante"\n[memory]\nthreshold = -1\n[escalier]\nshyness = 0.9\n')
    voyante = level("voyante")
    assert own.name == "grandma"
    assert own.recall.threshold == -1.0
    assert own.recall.noise == voyante.recall.noise
    assert own.reaction == voyante.reaction
    assert own.traits["toctoctoc"] == voyante.traits["toctoctoc"]
    changed = dict(zip(traits("escalier"), own.traits["escalier"], strict=True))
    assert changed == dict(zip(traits("escalier"), voyante.traits["escalier"], strict=True)) | {"shyness": 0.9}
    assert own.search == voyante.search


def test_thinking_ahead_is_set_game_by_game() -> None:
    own = read("sharp", 'like = "voyante"\n[search.escalier]\nworlds = 30\nplain_worlds = 5\nturns = 4\n')
    assert own.search["escalier"] == SearchSettings(worlds=30, plain_worlds=5, turns=4)
    assert own.search["toctoctoc"] == SearchSettings()


def test_a_file_may_say_everything_itself() -> None:
    own = read("own", whole())
    assert own.reaction.median_ms == 900.0
    assert own.recall.threshold == level("voyante").recall.threshold  # an adult's, unless it is said


@each(
    "text, complaint",
    [
        ("temperature == 3", "own: this is no TOML: "),
        ('like = "ghost"', "own: `like` names one of petit-fantome, apprenti, .*, comte, not 'ghost'"),
        ("like = 3", "own: `like` names one of .*, not 3"),
        ("[fridge]", r"no section \[fridge\]; there are: memory, reaction, search.toctoctoc, .*, escalier"),
        ("temperature = 3", r"no section \[temperature\]; there are: memory,"),
        ("memory = 3", r"no section \[memory\]; there are: memory,"),
        ("search = 3", r"no section \[search\]; there are: .*search.escalier"),
        ("[search]\nworlds = 3", r"no section \[search.worlds\]; there are: .*search.escalier"),
        ("[search.poker]\nworlds = 3", r"no section \[search.poker\]; there are: .*search.escalier"),
        ("[memory]\nage = 5", r"no age in \[memory\]; there are: threshold, noise, decay"),
        ("[search.escalier]\ndepth = 5", r"no depth in \[search.escalier\]; there are: worlds, playouts, "),
        (
            'like = "voyante"\n[escalier]\nnerve = 5',
            r"no nerve in \[escalier\]; there are: temperature, capacity, swap_loss, ",
        ),
        ('[memory]\nthreshold = "low"', r"threshold in \[memory\] is a number from -inf to 5, not 'low'"),
        ("[memory]\nnoise = 0", r"noise in \[memory\] is a number from 0.01 to 5, not 0"),
        ("[memory]\nnoise = nan", r"noise in \[memory\] is a number from 0.01 to 5, not nan"),
        ("[memory]\nthreshold = inf", r"threshold in \[memory\] is a number from -inf to 5, not inf"),
        ("[reaction]\nmedian_ms = 99", r"median_ms in \[reaction\] is a number from 100 to 60000, not 99"),
        (
            "[search.escalier]\nworlds = -1",
            r"worlds in .* is a whole number from 0 to 2000, not -1",
        ),
        (
            "[search.escalier]\nturns = 2.5",
            r"turns in .* is a whole number from 1 to 60, not 2.5",
        ),
        ("[search.toctoctoc]\nnet = 1", r"net in \[search.toctoctoc\] is true or false, not 1"),
        ('like = "voyante"\n[escalier]\ncare = true', r"care in \[escalier\] is a number from 0 to 10, not True"),
        ('like = "voyante"\n[escalier]\ncare = [1]', r"care in \[escalier\] is a number from 0 to 10, not \[1\]"),
        (
            'like = "voyante"\n[escalier]\ncapacity = 4.5',
            r"capacity in \[escalier\] is a number from 0 to 4, not 4.5",
        ),
        ("[reaction]\nspread = 0.3", r"\[reaction\] lacks median_ms; or say what it is `like`"),
        ("", r"\[reaction\] lacks median_ms, spread; or say what it is `like`"),
        (OWN, r"\[toctoctoc\] lacks temperature, depth, envy, patience, edge; or say what it is `like`"),
    ],
)
def test_the_error_of_a_wrong_file_names_the_right_values(text: str, complaint: str) -> None:
    with pytest.raises(BadLevel, match=complaint):
        read("own", text)


def test_a_bot_plays_the_games_that_it_describes() -> None:
    lines = [f"{key} = {least}" for key, (least, _) in traits("escalier").items()]
    own = read("own", "\n".join([OWN, "[escalier]", *lines]))
    assert [game for game in GAMES if own.plays(game)] == ["escalier"]
    seat_info = SeatInfo(GAMES["chocottes"], 2, {}, 0, 1)
    with pytest.raises(BadLevel, match="own does not play Toc Chocottes"):
        LevelBot(seat_info, own)


@each(
    "title, found",
    [
        ('title = "Mamie"', {"": "Mamie"}),
        ('[title]\nfr = "Mamie"\nen = "Grandma"', {"fr": "Mamie", "en": "Grandma"}),
        ("", {}),
    ],
)
def test_a_bot_may_have_a_title_in_one_or_several_languages(title: str, found: dict[str, str]) -> None:
    assert read("own", f'like = "voyante"\n{title}\n').title == found


@each("title", ["3", '""', '" "', '"a\\nb"', f'"{"x" * 41}"', "{ fr = 3 }", "[]"])
def test_a_title_is_a_short_text(title: str) -> None:
    with pytest.raises(BadLevel, match="own: a title is a text of at most 40 characters, or one for each"):
        read("own", f'like = "voyante"\ntitle = {title}\n')


def test_a_face_is_a_name() -> None:
    assert read("own", 'like = "voyante"\nface = "owl"\n').face == "owl"
    with pytest.raises(BadLevel, match="own: a face is the name of a picture, not 3"):
        read("own", 'like = "voyante"\nface = 3\n')


@each("name", LEVELS)
def test_whole_numbers_and_fractions_are_both_numbers(name: str) -> None:
    own = read("own", f'like = "{name}"\n[escalier]\ncare = 2\n[reaction]\nmedian_ms = 800.5\n')
    assert isinstance(own.traits["escalier"][list(traits("escalier")).index("care")], float)
    assert own.reaction.median_ms == 800.5


class TestFiles:
    def test_a_bot_may_be_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "grandma.toml"
        file.write_text('like = "voyante"\n[escalier]\nshyness = 0.9\n', encoding="utf-8")
        assert level(str(file)).name == "grandma"
        bot = make(
            str(file), SeatInfo(GAMES["escalier"], 2, {"start": "creator", "creator": 0, "risk": False}, 0, 1)
        )
        assert isinstance(bot, LevelBot)
        assert bot.level == level(str(file))

    def test_a_file_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(BadLevel, match=r"nobody.toml cannot be read: .*No such file"):
            level(str(tmp_path / "nobody.toml"))

    def test_a_folder_or_bytes_that_are_no_text_are_no_level(self, tmp_path: Path) -> None:
        (tmp_path / "folder.toml").mkdir()
        with pytest.raises(BadLevel, match=r"folder.toml cannot be read: "):
            level(str(tmp_path / "folder.toml"))
        (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
        with pytest.raises(BadLevel, match=r"bytes.toml cannot be read: "):
            level(str(tmp_path / "bytes.toml"))

    def test_complaints_about_a_file_name_it(self, tmp_path: Path) -> None:
        file = tmp_path / "grandma.toml"
        file.write_text("[fridge]", encoding="utf-8")
        with pytest.raises(BadLevel, match=r"^grandma: there is no section \[fridge\]"):
            level(str(file))

    @each("name", ["grandma", "Comte", "levels/comte", "comte.txt", ""])
    def test_a_name_that_is_none_of_ours_is_answered_with_all_there_are(self, name: str) -> None:
        with pytest.raises(
            BadLevel, match=f"no bot {name!r}; there are: {', '.join(BOTS)}, or one of your own: a file"
        ):
            level(name)


def test_everything_that_can_be_set_is_documented() -> None:
    page = (ROOT / "docs/reference/bot-traits.md").read_text(encoding="utf-8")
    tables = runpy.run_path(str(ROOT / "docs/_ext/generated_bots.py"))["TABLES"]
    for section, bounds in BOUNDS.items():
        assert f"{{generated}} bot-settings-{section}\n" in page
        assert [key for key in bounds if f"`{key}`" not in tables[f"bot-settings-{section}"]()] == []
    for game in GAMES:
        assert f"{{generated}} bot-traits-{game}\n" in page
        assert [key for key in traits(game) if f"| `{key}` |" not in tables[f"bot-traits-{game}"]()] == []
    assert [name for name in LEVELS if f"`{name}`" not in page] == []


def test_the_tables_of_the_reference_have_the_values_of_the_levels() -> None:
    tables = runpy.run_path(str(ROOT / "docs/_ext/generated_bots.py"))["TABLES"]
    assert "| `depth` | 0 | 1 | 2 | 2 | 2 |" in tables["bot-traits-toctoctoc"]()
    assert (
        "| `threshold` | -inf to 5 | -2.75 | -2 | -2.35 | -2.55 | -2.75 | -inf | "
        in tables["bot-settings-memory"]()
    )
    assert "| `net` | true | true | true |" in tables["bot-search-comte"]()
