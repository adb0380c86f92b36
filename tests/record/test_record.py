"""Records: what is written comes back, and whatever else comes in is refused with a reason."""

import json
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tests.record.samples import FAIR, HASH, LINES, edited, game_of
from tests.scale import each
from toctoc import GAMES, Match, record
from toctoc.record import BadRecord, BrokenRecord, Seat
from toctoc.record.errors import shown
from toctoc.record.reading import _bad_option


def refusal(line: str) -> str:
    with pytest.raises(BadRecord) as error:
        record.verify(record.read(line))
    assert "\n" not in str(error.value)
    return str(error.value)


@each("name", GAMES)
def test_a_record_is_one_line_and_comes_back(name: str) -> None:
    line = LINES[name]
    assert "\n" not in line
    read = record.read(line)
    assert record.write(read) == line
    assert record.verify(read).scores == read.result.scores
    assert read.seats[0] == Seat("Ada")
    assert read.seats[1].bot == "random"


@each("name", GAMES)
def test_an_option_that_is_left_out_has_its_default(name: str) -> None:
    """A record that was written before the game had that option."""
    good = record.read(LINES[name])
    for option in good.options:
        data = json.loads(LINES[name])
        del data["options"][option]
        old = record.read(json.dumps(data))
        assert old == good
        assert record.verify(old).over
    assert record.read(edited(lambda data: data["options"].clear(), name)) == good


def test_H1_moves_are_marked_with_their_author() -> None:
    line = edited(lambda data: data["steps"][1].append("clock"))
    assert record.read(line).steps[1] != record.read(LINES["escalier"]).steps[1]
    assert json.loads(record.write(record.read(line)))["steps"][1][2] == "clock"
    record.verify(record.read(line))


def test_a_game_is_recorded_only_when_it_is_over_and_with_all_its_seats() -> None:
    with pytest.raises(ValueError, match="when it is over"):
        record.record(Match("escalier", 2), (Seat("a"), Seat("b")))
    with pytest.raises(ValueError, match="2 seats"):
        record.record(game_of("escalier"), (Seat("a"),))


@each("name", GAMES)
def test_a_line_cut_off_anywhere_is_refused(name: str) -> None:
    line = LINES[name]
    for end in {*range(0, len(line), 37), len(line) - 1}:
        assert "JSON" in refusal(line[:end])


@each(
    "text, reason",
    [
        ("", "the line is cut off: its JSON does not end"),
        ("hello", 'this is not JSON from character 1 on, "hello"'),
        ("[" * 100_000, "hundreds deep"),
        ("9" * 5_000, "thousands of digits"),
        ('{"format":1,"format":1}', "twice"),
        ('{"format":NaN}', "NaN is not a whole number"),
        ("[1,2]", "this is JSON, but not an object: [1, 2]; a record is a JSON object"),
        ('"text"', "a record is a JSON object"),
        ("{}", "the key format is missing"),
    ],
)
def test_a_line_that_is_no_record_is_refused(text: str, reason: str) -> None:
    assert reason in refusal(text)


WRONG_PARTS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda d: d.update(format=2), "its format is 2; this program reads format 1"),
    (lambda d: d.update(format=True), "its format is true"),
    (lambda d: d.update(format=1.0), "1.0 is not a whole number"),
    (lambda d: d.update(game="chess"), 'there is no game "chess"; there are: toctoctoc'),
    (lambda d: d.update(game=["x"]), "there is no game"),
    (lambda d: d.update(rules=99), "its rules are version 99"),
    (lambda d: d.update(rules=1.0), "1.0 is not a whole number"),
    (lambda d: d.update(extra=1), "there is no key extra in this format; there are: format, game, rules, options"),
    (lambda d: d.pop("result"), "the key result is missing"),
    (lambda d: d.update(options=[]), "options is []; it has to be a JSON object"),
    (lambda d: d["options"].update(risk="perhaps"), 'options.risk is "perhaps"; it has to be true or false'),
    (lambda d: d["options"].update(start="x"), 'options.start is "x"; it has to be one of "creator", "random"'),
    (
        lambda d: d["options"].update(colour="red"),
        "options.colour is not an option of escalier in this version; there are: start, creator, risk, memory_aid",
    ),
    (lambda d: d["options"].update(creator=3), "options.creator is 3; it has to be a whole number from 0 to 1"),
    (lambda d: d.update(seats={}), "seats is {}; it has to be a JSON list"),
    (lambda d: d["seats"].append({"name": "c"}), "in result.scores is 2; it has to be 3, one per seat"),
    (lambda d: d["seats"].__setitem__(0, "Ada"), 'seats[0] is "Ada"; it has to be a JSON object'),
    (lambda d: d["seats"][0].update(name=""), "1 to 60 printable characters"),
    (lambda d: d["seats"][0].update(name="a" * 61), "1 to 60 printable characters"),
    (lambda d: d["seats"][0].update(name="\x1b[2J"), "1 to 60 printable characters"),
    (
        lambda d: d["seats"][0].update(bot=7),
        "seats[0].bot is 7; it has to be a text of 1 to 60 printable characters",
    ),
    (lambda d: d["seats"][0].update(avatar=""), 'seats[0].avatar is ""; it has to be'),
    (lambda d: d.update(lesson=False), "lesson is false; it has to be true, or left out"),
    (lambda d: d.update(lesson=1), "lesson is 1; it has to be true, or left out"),
    (lambda d: d.update(lesson=True, fair=FAIR), "the record has both lesson and fair"),
    (
        lambda d: d["seats"][0].update(age=7),
        "there is no key seats[0].age in this format; there are: name, bot, avatar",
    ),
    (lambda d: d.update(steps=7), "steps is 7; it has to be a JSON list"),
    (
        lambda d: d["steps"].__setitem__(0, "flip"),
        'step 1 is "flip"; it has to be ["chance", outcome], [seat, move] or [seat, move, by]',
    ),
    (lambda d: d["steps"].__setitem__(0, ["chance"]), 'step 1 is ["chance"]; it has to be ["chance", outcome]'),
    (lambda d: d["steps"].__setitem__(0, ["chance", 3]), "step 1 is"),
    (
        lambda d: d["steps"].__setitem__(0, ["chance", "flip move", "clock"]),
        'step 1 ends with "clock"; a chance step is ["chance", outcome], and nothing follows',
    ),
    (
        lambda d: d["steps"].__setitem__(0, [True, "decline"]),
        "step 1 is by true; it has to be by a seat from 0 to 1",
    ),
    (
        lambda d: d["steps"].__setitem__(0, [0, "decline", "ghost"]),
        'step 1 is made by "ghost"; it has to be one of "player", "clock", "stand-in"',
    ),
    (lambda d: d["steps"].__setitem__(0, [0, "decline", []]), "step 1 is made by []"),
    (lambda d: d["steps"].__setitem__(0, [0, "Decline"]), 'in a record that is written "decline"'),
    (lambda d: d["steps"].__setitem__(0, ["chance", "flip  move"]), 'in a record that is written "flip move"'),
    (lambda d: d["result"].update(scores=[1.5, 2]), "1.5 is not a whole number"),
    (lambda d: d["result"].update(scores="1"), 'result.scores is "1"; it has to be a JSON list'),
    (lambda d: d["result"].update(winners=[True]), "result.winners[0] is true; it has to be a whole number"),
    (lambda d: d["result"].update(reason=None), "result.reason is null; it has to be a text"),
    (lambda d: d.update(result=[]), "result is []; it has to be a JSON object"),
]


WRONG_FAIR: list[tuple[object, str]] = [
    (None, "fair is null; it has to be a JSON object"),
    ([], "fair is []; it has to be a JSON object"),
    ({}, "the key fair.number is missing"),
    (
        {**FAIR, "seed": HASH},
        "there is no key fair.seed in this format; there are: number, commitment, secret, seats",
    ),
    ({**FAIR, "number": 0}, "fair.number is 0; it has to be a whole number from 1 to 4294967295"),
    ({**FAIR, "number": 2**32}, "fair.number is 4294967296"),
    ({**FAIR, "number": True}, "fair.number is true"),
    ({**FAIR, "number": 1.0}, "1.0 is not a whole number"),
    ({**FAIR, "commitment": HASH[1:]}, 'fair.commitment is "bab'),
    (
        {**FAIR, "commitment": None},
        "fair.commitment is null; it has to be a text of 64 hexadecimal digits in lower case",
    ),
    ({**FAIR, "secret": HASH.upper()}, 'fair.secret is "ABAB'),
    ({**FAIR, "secret": [HASH]}, 'fair.secret is ["abab'),
    ({**FAIR, "seats": {}}, "fair.seats is {}; it has to be a JSON list"),
    ({**FAIR, "seats": [{}]}, "the number of entries in fair.seats is 1; it has to be 2, one per seat"),
    ({**FAIR, "seats": [None, {}]}, "fair.seats[0] is null; it has to be a JSON object"),
    ({**FAIR, "seats": [{"part": HASH}, {}]}, "fair.seats[0] has a part without its hash"),
    ({**FAIR, "seats": [{"hash": HASH + "\n"}, {}]}, "fair.seats[0].hash is "),
    (
        {**FAIR, "seats": [{"hash": HASH, "part": None}, {}]},
        "fair.seats[0].part is null; it has to be a text of 64 hexadecimal digits",
    ),
    (
        {**FAIR, "seats": [{"hash": HASH, "name": "Ada"}, {}]},
        "there is no key fair.seats[0].name in this format; there are: hash, part",
    ),
]


@each("fair, reason", WRONG_FAIR)
def test_a_fair_shuffle_with_a_wrong_part_is_refused(fair: object, reason: str) -> None:
    assert reason in refusal(edited(lambda data: data.update(fair=fair)))


def test_a_fair_shuffle_comes_back_as_it_was_written() -> None:
    line = edited(lambda data: data.update(fair={**FAIR, "seats": [{"hash": HASH}, {}]}))
    assert json.loads(record.write(record.read(line))) == json.loads(line)
    assert record.read(LINES["escalier"]).fair is None
    assert "fair" not in json.loads(LINES["escalier"])


def test_a_lesson_and_an_avatar_come_back_as_they_were_written() -> None:
    def adorn(data: dict[str, Any]) -> None:
        data["lesson"] = True
        data["seats"][0]["avatar"] = "owl"

    line = edited(adorn)
    read = record.read(line)
    assert (read.lesson, read.seats[0]) == (True, Seat("Ada", avatar="owl"))
    assert json.loads(record.write(read)) == json.loads(line)
    assert record.verify(read).over
    assert not record.read(LINES["escalier"]).lesson


@each("change, reason", WRONG_PARTS)
def test_a_record_with_a_wrong_part_is_refused(change: Callable[[dict[str, Any]], object], reason: str) -> None:
    assert reason in refusal(edited(change))


def test_numbers_that_do_not_fit_are_answered_with_those_that_would() -> None:
    data = json.loads(LINES["chocottes"])
    data["options"]["tiles"] = [0]
    wanted = "options.tiles is [0]; it has to be a list of 3 whole numbers from 1 to 49"
    assert refusal(json.dumps(data)) == wanted


def broken(line: str) -> BrokenRecord:
    with pytest.raises(BrokenRecord) as error:
        record.verify(record.read(line))
    return error.value


def test_the_first_step_that_breaks_a_rule_is_named_with_its_clause() -> None:
    line = LINES["toctoctoc"]
    data = json.loads(line)
    first = next(n for n, step in enumerate(data["steps"]) if step[0] != "chance")
    seat = data["steps"][first][0]
    data["steps"][first][1] = f"offer taxi to {seat}"
    error = broken(json.dumps(data))
    assert error.step == first + 1
    assert error.refused is not None
    assert error.refused.clause == "T7"
    assert f"step {first + 1}, seat {seat}, `offer taxi to {seat}`" in str(error)
    assert "[offer/no-such-rival, T7]" in str(error)


def test_impossible_chance_is_named() -> None:
    error = broken(edited(lambda data: data["steps"].insert(0, ["chance", "start 0"])))
    assert error.step == 1
    assert "step 1, chance, `start 0`" in str(error)


def test_chance_in_other_words_is_answered_with_those_of_the_game() -> None:
    error = broken(edited(lambda data: data["steps"].insert(0, ["chance", "rain"])))
    assert str(error) == 'step 1, chance, says "rain"; it has to be one of `start {seat}`, `flip {card}`'


def test_words_that_are_no_notation_are_named() -> None:
    error = broken(edited(lambda data: data["steps"].__setitem__(4, [0, "fly away"])))
    assert error.step == 5
    assert "'fly'" in str(error)


def test_a_record_that_stops_early_or_goes_on_is_broken() -> None:
    assert "not over after the last step" in str(broken(edited(lambda data: data["steps"].pop())))
    assert "The game is over" in str(broken(edited(lambda data: data["steps"].append([0, "decline"]))))
    assert "not over" in str(broken(edited(lambda data: data.update(steps=[]))))


@each("part, value", [("scores", [56, 0]), ("winners", []), ("reason", "because")])
def test_a_result_that_the_moves_do_not_give_is_broken(part: str, value: object) -> None:
    error = broken(edited(lambda data: data["result"].update({part: value})))
    assert f"result.{part} is {json.dumps(value)}, but the steps give " in str(error)


def test_too_few_seats_for_the_game_are_refused() -> None:
    def one_seat(data: dict[str, Any]) -> None:
        data["seats"].pop()
        data["result"]["scores"].pop()

    assert "the number of seats is 1; L'Escalier hanté is for 2 to 4 players" in refusal(edited(one_seat))


def test_a_game_for_one_number_of_players_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    escalier = GAMES["escalier"]
    trio = replace(escalier, rules=SimpleNamespace(**dict(vars(escalier.rules), FEWEST=3, SEATS=3)))
    monkeypatch.setitem(GAMES, "escalier", trio)
    assert "the number of seats is 2; L'Escalier hanté is for 3 players" in refusal(LINES["escalier"])


def test_a_record_that_was_not_read_may_have_a_table_that_no_game_has() -> None:
    good = record.read(LINES["escalier"])
    with pytest.raises(BrokenRecord):
        record.verify(replace(good, seats=good.seats * 9))
    with pytest.raises(BrokenRecord):
        list(record.replay(replace(good, seats=good.seats * 9)))


def test_a_value_without_end_is_shown_by_its_beginning() -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    assert shown(value) == "[[[..."


def test_an_option_of_another_kind_says_what_it_takes() -> None:
    class Moon:
        name, default, clause, takes = "moon", "full", "E1", "a phase of the moon"

        def checked(self, value: object) -> None: ...

        def parsed(self, text: str) -> str:
            return text

    assert "a phase of the moon" in str(_bad_option(Moon(), "cheese", 2))
