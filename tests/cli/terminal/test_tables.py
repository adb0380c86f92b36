"""Test the drawings of tables in the terminal."""

import io
from dataclasses import replace

from rich.console import Console

from tests.cli.fakes import NAMES
from toctoc import Match, lang
from toctoc.cli.terminal.paint import FULL_SIGNS, PLAIN_SIGNS, Signs, signs
from toctoc.cli.terminal.speech import Speaker
from toctoc.cli.terminal.tables import Look
from toctoc.cli.terminal.tables.choose import drawing
from toctoc.core.game import View
from toctoc.games.chocottes.events import YouExchanged, YouLookedAt
from toctoc.games.chocottes.view import Waiting, Window
from toctoc.games.escalier.events import Turned
from toctoc.games.escalier.view import Question
from toctoc.games.toctoctoc.view import Door


def drawn(
    game: str, view: View, width: int = 80, look_with: Signs = FULL_SIGNS, language: str = "en", **look: object
) -> str:
    console = Console(width=width, color_system=None)
    names = NAMES[: len(view.scores)]
    how = Look(Speaker(lang.load(language), game, names, 0), look_with, width, **look)  # type: ignore[arg-type]  # its fields
    with console.capture() as captured:
        console.print(drawing(game).draw(view, how))
    return "\n".join(line.rstrip() for line in captured.get().split("\n"))


def party_night() -> Match:
    """Toc Toc Toc! for three, with parties worth looking at."""
    match = Match("toctoctoc", 3, chance=lambda _: 0)
    match.state.party[0] = [3, 0, 1, 1, 0, 0, 0, 0, 1, 2]
    match.state.party[1] = [0] * 10
    return match


def test_T23_a_party_is_a_line_and_a_creature_a_column() -> None:
    text = drawn("toctoctoc", party_night().view(0))
    lines = text.split("\n")
    assert lines[1].startswith("│ Pile: 31 cards · on top: monster brute")
    assert lines[2].split() == ["│", "Monsters", "Ghosts", "Vampires", "Scarecrows", "Points", "Hand", "│"]
    assert lines[3].split() == ["│", "▶", "0", "You", "●●●■", "·", "●♪", "2", "14", "▮▮▮▮▮", "│"]
    assert lines[4].split() == ["│", "1", "Berta", "·", "·", "·", "·", "0", "▮▮▮▮▮", "│"]
    assert "● plain   ■ brute   ♪ musician" in lines[6]
    assert "Your hand: " in text


def test_signs_are_letters_where_the_terminal_has_no_others() -> None:
    lines = drawn("toctoctoc", party_night().view(0), look_with=PLAIN_SIGNS).split("\n")
    assert lines[3].split()[1:7] == [">", "0", "You", "oooB", "-", "oM"]
    for encoding, expected in (("ascii", PLAIN_SIGNS), ("utf-8", FULL_SIGNS)):
        with io.TextIOWrapper(io.BytesIO(), encoding) as file:
            assert signs(Console(file=file)) is expected


def test_a_player_at_a_door_is_shown_there() -> None:
    view = replace(party_night().view(0), phase="answer", active=1, door=Door(1, 2))  # type: ignore[call-arg]  # of this game
    text = drawn("toctoctoc", view)
    assert "▶  1 Berta" in text
    assert "◆  2 Carl" in text
    assert "1 Berta is at 2 Carl’s door." in text


def test_the_aid_lists_cards_seen_drawn() -> None:
    text = drawn("toctoctoc", party_night().view(0), aid={1: ("taxi", "taxi"), 2: ()})
    assert "1 Berta was seen drawing: 2 hearse-taxis" in text
    assert "2 Carl was seen drawing" not in text


def test_a_spectator_sees_no_hand() -> None:
    assert "Your hand" not in drawn("toctoctoc", party_night().view(None))


def test_narrow_headings_are_short() -> None:
    text = drawn("toctoctoc", party_night().view(0), width=60, language="fr")
    assert "Mons   Fant   Vamp   Épou" in text
    assert max(map(len, text.split("\n"))) <= 60


def test_C27_rows_lie_face_down_with_the_numbers_of_their_places() -> None:
    text = drawn("chocottes", Match("chocottes", 2, chance=lambda _: 0).view(0))
    assert "│ ▶ 0 You    [1] [2] [3] [4] 0 points" in text
    assert "│   1 Berta  [1] [2] [3] [4] 0 points" in text
    assert "│░░░│ │░░░│ │░░░│ │░░░│\n╰─1─╯ ╰─2─╯ ╰─3─╯ ╰─4─╯" in text


def test_C15_C17_a_card_shown_once_lies_open_in_that_picture() -> None:
    view = Match("chocottes", 2, chance=lambda _: 0).view(0)
    looked = drawn("chocottes", view, shown=(YouLookedAt(0, 2, "dream-11"),))
    assert "│░░░│ │☾11│ │░░░│ │░░░│" in looked
    traded = drawn("chocottes", view, shown=(YouExchanged(0, 4, 1, 1, "8"),), look_with=PLAIN_SIGNS)
    assert "|:::| |:::| |:::| | 8 |" in traded


def test_C27_the_aid_marks_certain_cards() -> None:
    view = Match("chocottes", 2, chance=lambda _: 0).view(0)
    text = drawn("chocottes", view, aid=(("7", None, None, None), (None, None, "dream-13", None)))
    assert "[1:7] [2] [3] [4]" in text
    assert "[1] [2] [3:☾13] [4]" in text
    assert "│ 7 │ │░░░│ │░░░│ │░░░│" in text


def test_a_long_row_goes_on_below() -> None:
    match = Match("chocottes", 2, chance=lambda _: 0)
    match.state.row_size[0] = 20
    text = drawn("chocottes", match.view(0), width=60)
    assert text.count("│░░░│") == 20
    assert max(map(len, text.split("\n"))) <= 60


def test_an_open_window_and_waiting_effects_are_shown() -> None:
    view = Match("chocottes", 2, chance=lambda _: 0).view(0)
    view = replace(view, window=Window(7, (1,)), effects=(Waiting(1, 10), Waiting(0, 7)))  # type: ignore[call-arg]  # of this game
    text = drawn("chocottes", view)
    assert "may be thrown: 7" in text
    assert "1 Berta  [1] [2] [3] [4] 0 points passed" in text
    assert "Waiting effects: 10 (1 Berta), 7 (0 You)" in text


def new_disc() -> View:
    """The first card is a red child."""
    match = Match("escalier", 2)
    match.take_chance("flip red-child")
    return match.view(0)


DISC = """\
│                                                                              │
│                 . .                                                          │
│                                                                              │
│      .-.   white (free)    .-.       ▶ 0 You    0 cards                      │
│     (o o)                 (o o)        1 Berta  0 cards                      │
│     '~~~'                 '~~~'                                              │
│    yellow                  red                                               │
│          .-.           .-.                                                   │
│         (o o)         (o o)                                                  │
│         '~~~'         '~~~'                                                  │
│         blue          green                                                  │
╰──────────────────────────────────────────────────────────────────────────────╯"""


def test_the_disc_is_a_picture_of_five_places() -> None:
    assert DISC in drawn("escalier", new_disc())


def test_E5_a_child_that_was_turned_up_shows_its_face() -> None:
    view = new_disc()
    text = drawn("escalier", view, shown=(Turned(0, "red", "blue", False),))
    assert "(^_^)" in text
    assert "/|B|\\" in text
    assert text.count("(o o)") == 3


def test_ghosts_show_tried_places_and_the_question() -> None:
    view = new_disc()
    view = replace(view, tried=("red",), question=Question(1, "blue"))  # type: ignore[call-arg]  # of this game
    text = drawn("escalier", view)
    assert text.count("(x x)") == text.count("(? ?)") == 1


def test_E14_the_aid_writes_the_initial_under_each_ghost() -> None:
    view = new_disc()
    text = drawn(
        "escalier", view, language="fr", aid={"red": "yellow", "green": "green", "blue": "blue", "yellow": "red"}
    )
    assert all(f"'~{initial}~'" in text for initial in "JVBR")


def test_colours_with_the_same_initial_have_two_letters() -> None:
    everywhere = {"red": "yellow", "green": "green", "blue": "blue", "yellow": "red"}
    german = drawn("escalier", new_disc(), language="de", aid=everywhere)
    assert all(f"'{sign}'" in german for sign in ("Ge~", "Gr~", "~B~", "~R~"))
    dutch = drawn("escalier", new_disc(), language="nl", shown=(Turned(0, "red", "green", False),))
    assert "/Gr|\\" in dutch
