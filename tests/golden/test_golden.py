"""The stories are as written; every game has a whole one, and every option one that shows it."""

from tests.golden.story import GAMES, STORIES, Story, tell
from tests.scale import each
from toctoc.core.registry import BUILT_IN


@each("story", STORIES)
def test_a_story_is_as_written(story: Story) -> None:
    assert tell(story) == story.file.read_text(encoding="utf-8"), (
        "if this is meant: make golden, and read the diff"
    )


def test_every_game_has_a_whole_story_and_one_for_each_option_and_number_of_players() -> None:
    for name, game in BUILT_IN.items():
        stories = [story for story in STORIES if story.game == name]
        assert {story.players for story in stories} == set(game.players)
        assert {option for story in stories for option in story.chosen} == {option.name for option in game.options}
        assert [story.event for story in stories].count(None) == 1


def test_no_story_is_left_over() -> None:
    assert {story.file for story in STORIES} == set(GAMES.glob("*/golden/*.txt"))


def test_every_kind_of_refusal_is_in_a_story() -> None:
    text = "".join(story.file.read_text(encoding="utf-8") for story in STORIES)
    for code in ("words/unknown-verb", "words/wrong-form", "turn/not-yours", "snap/already-passed"):
        assert f"[{code}, " in text
