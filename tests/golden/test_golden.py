"""The stories are told as they were; every game and every option has one."""

import pytest

from tests.golden.story import GAMES, STORIES, Story, tell
from toctoc.core.registry import BUILT_IN


@pytest.mark.parametrize("story", STORIES, ids=str)
def test_the_story_is_told_as_it_was(story: Story) -> None:
    assert tell(story) == story.file.read_text(encoding="utf-8"), (
        "if this is meant: make golden, and read the diff"
    )


def test_there_is_a_story_for_every_number_of_players_and_every_option() -> None:
    for name, game in BUILT_IN.items():
        stories = [story for story in STORIES if story.game == name]
        assert {story.players for story in stories} == set(game.players)
        assert {option for story in stories for option in story.chosen} == {option.name for option in game.options}


def test_no_story_is_left_over() -> None:
    assert {story.file for story in STORIES} == set(GAMES.glob("*/golden/*.txt"))


def test_every_kind_of_refusal_is_in_a_story() -> None:
    text = "".join(story.file.read_text(encoding="utf-8") for story in STORIES)
    for code in (
        "words/unknown-verb",
        "words/wrong-form",
        "turn/not-yours",
        "offer/not-in-hand",
        "snap/no-window",
    ):
        assert f"[{code}, " in text
