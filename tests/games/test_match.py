"""A match of any game: its steps, and what it refuses."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.positions import EVERY_GAME, any_match, some_way
from tests.scale import each, scaled
from toctoc.core import fields
from toctoc.core.errors import BadOption, IllegalMove, Refused, UnknownWords, WrongTurn
from toctoc.core.game import Chance, Event, Move
from toctoc.core.match import Match
from toctoc.core.registry import GAMES
from toctoc.games.escalier.events import Flipped, Shifted, Started
from toctoc.games.escalier.words import Flip, Shift, Start

OUTSIDERS: list[object] = [-1, 3, 99, "1", None]


def started(name: str, players: int = 3) -> Match:
    """Somebody is to act."""
    return Match(name, players, chance=Random(5).randrange)


def replayed(match: Match) -> Match:
    """Another match that is told every step of the first, in notation."""
    twin = Match(match.game, match.players, match.options)
    for step in match.steps:
        if isinstance(step, Chance):
            twin.take_chance(str(step.outcome))
        else:
            twin.play(step.seat, str(step.action), step.by)
    return twin


# --- a table ------------------------------------------------------------------------------------------------


@each("name", EVERY_GAME)
def test_a_game_is_given_by_its_name_or_itself(name: str) -> None:
    assert Match(name, 3).game is Match(GAMES[name], 3).game is GAMES[name]


def test_an_unknown_game_cannot_be_played() -> None:
    with pytest.raises(ValueError, match="there is no game 'chess'"):
        Match("chess", 3)


@each(
    "name, said",
    [
        ("toctoctoc", "Toc Toc Toc! is for 3 to 5 players, not "),
        ("chocottes", "Toc Chocottes is for 2 to 5 players, not "),
        ("escalier", "L'Escalier hanté is for 2 to 4 players, not "),
    ],
)
@each("players", [-1, 0, 1, 6, "3", None])
def test_only_so_many_may_play(name: str, said: str, players: int) -> None:
    with pytest.raises(ValueError, match=f"{said}{players!r}"):
        Match(name, players)


@each("name", EVERY_GAME)
def test_options_are_completed_and_checked(name: str) -> None:
    assert Match(name, 3, {"memory_aid": True}).options["memory_aid"] is True
    assert Match(name, 3).options["start"] == "creator"
    with pytest.raises(BadOption, match="there is no option 'luck'"):
        Match(name, 3, {"luck": 1})


@each("name", EVERY_GAME)
def test_T6_C6_E3_the_creator_sits_at_the_table(name: str) -> None:
    assert Match(name, 3, {"creator": 2}).options["creator"] == 2
    with pytest.raises(BadOption, match="option creator is a seat from 0 to 2 here, not 3"):
        Match(name, 3, {"creator": 3})


@each("name", EVERY_GAME)
def test_a_running_match_has_no_winners(name: str) -> None:
    match = started(name)
    assert not match.over
    assert (match.winners, match.ending) == ((), None)
    assert match.view(None).winners is None
    assert len(match.scores) == 3


@each(
    "name, endings",
    [
        ("toctoctoc", {"all-hands-empty"}),
        ("chocottes", {"fifty-reached", "knocked-to-fifty"}),
        ("escalier", {"both-piles-gone"}),
    ],
)
def test_at_the_end_there_are_winners_and_a_reason(name: str, endings: set[str]) -> None:
    match = some_way(Match(name, 3), 100_000, Random(3))
    assert match.over
    assert match.ending in endings
    assert match.winners == match.view(0).winners
    assert match.winners
    assert match.scores == match.view(None).scores
    assert (match.actors, match.asked, match.chance_awaited) == ((), None, False)
    assert not any(match.legal(seat) for seat in range(3))


@pytest.mark.untraced
@given(st.integers(0, 2**32))
def test_only_actors_have_legal_actions(seed: int) -> None:
    match = any_match(seed)
    for seat in range(match.players):
        assert bool(match.legal(seat)) == (seat in match.actors)
    assert (match.asked is None) == (match.actors == ())
    assert match.asked is None or match.asked in match.actors
    assert match.chance_awaited == (not match.over and not match.actors)
    assert match.view(None).to_act == match.actors


# --- H1: chance ---------------------------------------------------------------------------------------------


@pytest.mark.untraced
@each("name", EVERY_GAME)
def test_H1_without_a_source_of_chance_every_outcome_is_given(name: str) -> None:
    match = Match(name, 3, {"start": "random"})
    assert match.chance_awaited
    assert match.steps == []
    match.take_chance("start 1")
    assert [str(step.outcome) for step in match.steps if isinstance(step, Chance)] == ["start 1"]


@each("name", EVERY_GAME)
def test_H1_with_a_source_of_chance_every_outcome_is_recorded(name: str) -> None:
    lots: list[int] = []
    chance, choice = Random(8), Random(9)

    def lot(size: int) -> int:
        lots.append(size)
        return chance.randrange(size)

    match = Match(name, 3, {"start": "random"}, lot)
    assert lots
    while match.actors:
        match.play(match.actors[0], choice.choice(match.legal(match.actors[0])))
        assert not match.chance_awaited
    assert match.over
    assert sum(isinstance(step, Chance) for step in match.steps) == len(lots)
    assert fields.same(replayed(match).state, match.state)


@pytest.mark.untraced
@given(st.integers(0, 2**32))
def test_H1_a_record_replays_to_the_same_result_without_a_seed(seed: int) -> None:
    match = any_match(seed)
    twin = replayed(match)
    assert fields.same(twin.state, match.state)
    assert twin.steps == match.steps
    assert (twin.scores, twin.winners, twin.over) == (match.scores, match.winners, match.over)


@each("by", ["player", "clock", "stand-in"])
def test_H1_a_move_is_marked_with_its_author(by: str) -> None:
    match = Match("escalier", 2)
    match.take_chance("flip move")
    match.play(0, "move red", by)
    assert match.steps == [Chance(Flip("move")), Move(0, Shift("red"), by)]
    assert replayed(match).steps == match.steps


def test_H1_a_move_is_the_players_by_default() -> None:
    match = Match("escalier", 2)
    match.take_chance("flip move")
    match.play(0, "move red")
    assert match.steps[-1] == Move(0, Shift("red"), "player")


def test_H1_an_unknown_author_is_refused() -> None:
    match = Match("escalier", 2)
    match.take_chance("flip move")
    with pytest.raises(ValueError, match="a move is made by one of player, clock, stand-in, not 'cat'"):
        match.play(0, "move red", "cat")
    assert len(match.steps) == 1


# --- H2: refusals -------------------------------------------------------------------------------------------


def why(match: Match, kind: type[Refused], seat: object, text: str) -> Refused:
    """Why a move is refused, nothing having changed."""
    before, steps = fields.numbers(match.state), len(match.steps)
    heard: list[Event] = []
    match.listen(None, heard.append)
    with pytest.raises(Refused) as caught:
        match.play(seat, text)  # type: ignore[arg-type]  # what a stranger may send
    assert type(caught.value) is kind
    assert (fields.numbers(match.state), len(match.steps), heard) == (before, steps, [])
    return caught.value


@each("name", EVERY_GAME)
@each("seat", OUTSIDERS)
def test_H2_a_seat_that_is_not_at_the_table_does_not_play(name: str, seat: object) -> None:
    match = started(name)
    refused = why(match, WrongTurn, seat, str(match.legal(match.actors[0])[0]))
    assert (refused.code, refused.clause, refused.details) == ("turn/no-such-seat", "H2", {"seat": seat})
    assert refused.message == "Seats go from 0 to 2."


@each("seat", [-1, 3, 99, "1"])
@each("asked", ["view", "legal", "legal_words", "history"])
def test_H2_a_seat_that_is_not_at_the_table_has_no_view(asked: str, seat: object) -> None:
    match = started("escalier")
    with pytest.raises(WrongTurn, match="Seats go from 0 to 2") as caught:
        getattr(match, asked)(seat)
    assert (caught.value.code, caught.value.details) == ("turn/no-such-seat", {"seat": seat})


@each("asked", ["listen", "follow", "gentle"])
def test_H2_a_seat_that_is_not_at_the_table_has_no_listener(asked: str) -> None:
    with pytest.raises(WrongTurn, match="Seats go from 0 to 2"):
        getattr(started("escalier"), asked)(3, lambda n: n - 1)


def test_H2_a_spectator_sees_and_hears_but_has_no_choice() -> None:
    match = started("escalier")
    assert match.view(None).to_act == match.actors
    assert match.history(None)
    with pytest.raises(WrongTurn, match="Seats go from 0 to 2"):
        match.legal(None)  # type: ignore[arg-type]  # the point of it


@each("name", EVERY_GAME)
def test_H2_a_move_after_the_end_is_refused(name: str) -> None:
    match = started(name)
    action = str(match.legal(match.actors[0])[0])
    over = some_way(Match(name, 3), 100_000, Random(4))
    refused = why(over, WrongTurn, 0, action)
    assert (refused.code, refused.clause) == ("turn/game-over", "H2")


@each("name", EVERY_GAME)
def test_H1_H2_a_move_while_chance_is_awaited_is_refused(name: str) -> None:
    action = str(started(name).legal(started(name).actors[0])[0])
    refused = why(Match(name, 3), WrongTurn, 0, action)
    assert (refused.code, refused.clause) == ("turn/chance-first", "H1")


@each("name", EVERY_GAME)
def test_H2_words_that_are_no_notation_are_unknown_from_any_seat(name: str) -> None:
    assert why(started(name), UnknownWords, 0, "abracadabra").code == "words/unknown-verb"
    assert why(started(name), UnknownWords, 99, "").code == "words/none"


@each("name", EVERY_GAME)
def test_H1_H2_no_outcome_is_taken_that_is_not_awaited(name: str) -> None:
    match = started(name)
    before, steps = fields.numbers(match.state), len(match.steps)
    with pytest.raises(WrongTurn) as caught:
        match.take_chance("start 0")
    assert (caught.value.code, caught.value.clause) == ("chance/not-awaited", "H1")
    assert (fields.numbers(match.state), len(match.steps)) == (before, steps)


@each("name", EVERY_GAME)
@each("seat", [3, 4])
def test_H1_H2_no_outcome_is_taken_that_cannot_happen(name: str, seat: int) -> None:
    match = Match(name, 3, {"start": "random"})
    before = fields.numbers(match.state)
    with pytest.raises(IllegalMove) as caught:
        match.take_chance(f"start {seat}")
    refused = caught.value
    assert (refused.code, refused.clause) == ("chance/impossible", "H1")
    assert refused.message == f"`start {seat}` cannot happen now."
    assert refused.details == {"outcome": f"start {seat}"}
    assert (fields.numbers(match.state), match.steps) == (before, [])


def test_H1_H2_words_that_are_no_outcome_are_unknown() -> None:
    with pytest.raises(UnknownWords):
        Match("escalier", 3).take_chance("move red")


def test_H2_a_refusal_is_an_error_with_everything_in_its_text() -> None:
    refused = WrongTurn("turn/not-yours", "E4", "It is for seat 2 to act.", seat=2)
    assert isinstance(refused, ValueError)
    assert str(refused) == "It is for seat 2 to act. [turn/not-yours, E4]"
    assert (refused.code, refused.clause, refused.message) == ("turn/not-yours", "E4", "It is for seat 2 to act.")
    assert refused.details == {"seat": 2}


# --- H3: the clock ------------------------------------------------------------------------------------------


@each("name", EVERY_GAME)
@each("seed", range(scaled(2, most=5)))
def test_H3_the_clock_alone_plays_every_game_to_its_end(name: str, seed: int) -> None:
    match = Match(name, 3, chance=Random(seed).randrange)
    roll = Random(seed + 100).randrange
    while match.actors:
        for seat in match.actors:
            assert match.gentle(seat, roll) in match.legal(seat)
        match.play(match.actors[-1], match.gentle(match.actors[-1], roll), "clock")
    assert match.over


# --- listening ----------------------------------------------------------------------------------------------


def test_steps_are_given_as_words_or_as_phrases() -> None:
    match = Match("escalier", 2, {"start": "random"})
    heard: list[Event] = []
    match.listen(1, heard.append)
    match.take_chance(Start(1))
    match.take_chance(Flip("move"))
    match.play(1, Shift("red"))
    assert heard == [Started(1), Flipped(1, "move"), Shifted(1, "red", "white")]
    assert match.steps == [Chance(Start(1)), Chance(Flip("move")), Move(1, Shift("red"))]


@each("name", EVERY_GAME)
def test_legal_actions_come_in_notation_too(name: str) -> None:
    match = started(name)
    for seat in match.actors:
        assert match.legal_words(seat) == [str(action) for action in match.legal(seat)] != []
        assert match.legal_words(seat) == match.legal_words(seat)


@each("name", EVERY_GAME)
def test_a_match_that_waits_for_chance_draws_it_from_now_on(name: str) -> None:
    match = Match(name, 3, narrate=True)
    assert match.chance_awaited
    assert match.draw_from(Random(5).randrange)
    assert [str(step) for step in match.steps] == [str(step) for step in started(name).steps]
