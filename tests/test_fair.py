"""The fair shuffle: the dice are those of the page, nobody is preferred, and what was opened has to fit."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.referee import fair as stranger
from tests.referee.core import Broken, check
from tests.scale import each, every, scaled
from toctoc import GAMES, Match, record
from toctoc.fair import MAX_GAME_NUMBER, SIZE, Device, Dice, Fair, commitment, gather, lot, seed
from toctoc.record import BrokenRecord, Seat

PAGE = (Path(__file__).parents[1] / "docs/reference/record.md").read_text(encoding="utf-8")
OPENED, EXAMPLE = (
    json.loads(block if block.startswith("{") else f"{{{block}}}")
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[1:]
)
SEED = bytes(range(SIZE))


def of(data: dict[str, Any]) -> Fair:
    """What the page shows as JSON."""
    hashes = [seat.get("hash") for seat in data["seats"]]
    parts = [bytes.fromhex(seat["part"]) if "part" in seat else None for seat in data["seats"]]
    return gather(data["number"], bytes.fromhex(data["secret"]), hashes, parts)


def sealed(players: int, number: int = 1, seed: str = "sealed") -> Fair:
    """Devices at the seats but the last one, where a bot sits; seat 1 stays silent."""
    rng = Random(seed)
    parts = [rng.randbytes(SIZE) for _ in range(players)]
    hashes = [*map(commitment, parts[:-1]), None]
    sent = [part if seat != 1 else None for seat, part in enumerate(parts)]
    return gather(number, rng.randbytes(SIZE), hashes, sent)


def played(name: str, players: int, fair: Fair, **chosen: object) -> Match:
    rng = Random(f"moves {fair.number}")
    match = Match(name, players, chosen, chance=fair.dice())
    while (seat := match.asked) is not None:
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def line_of(name: str, players: int = 3, number: int = 1, **chosen: object) -> str:
    fair = sealed(players, number, f"{name} {players} {number}")
    match = played(name, players, fair, **chosen)
    return record.write(record.record(match, tuple(Seat(f"seat {p}") for p in range(players)), fair))


class TestThePage:
    """The example of docs/reference/record.md, made with another program, holds here and for a stranger."""

    def test_the_example_fits_together(self) -> None:
        fair = of(OPENED["fair"])
        assert fair.flaw() is None
        assert fair.commitment == OPENED["fair"]["commitment"]
        assert fair.skipped == (1,)
        assert fair.seats[2] is None

    def test_the_seed(self) -> None:
        opened = OPENED["fair"]
        parts = [device.part if device else None for device in of(opened).seats]
        assert seed(bytes.fromhex(opened["secret"]), opened["number"], parts).hex() == EXAMPLE["seed"]
        assert stranger.message(opened).hex() == EXAMPLE["message"]
        assert stranger.unsealed(opened, 4).hex() == EXAMPLE["seed"]

    def test_the_picks(self) -> None:
        dice = of(OPENED["fair"]).dice()
        assert [[n, dice.pick(n), dice.drawn] for n, _, _ in EXAMPLE["picks"]] == EXAMPLE["picks"]
        stream = stranger.words(bytes.fromhex(EXAMPLE["seed"]))
        assert [stranger.pick(stream, n) for n, _, _ in EXAMPLE["picks"]] == [p for _, p, _ in EXAMPLE["picks"]]

    def test_the_words(self) -> None:
        """A pick among as many numbers as there are words is the word itself."""
        dice = of(OPENED["fair"]).dice()
        assert [dice(Dice.WORDS) for _ in EXAMPLE["words"]] == EXAMPLE["words"]
        stream = stranger.words(bytes.fromhex(EXAMPLE["seed"]))
        assert list(islice(stream, len(EXAMPLE["words"]))) == EXAMPLE["words"]


class Loaded(Dice):
    """Dice that show what they are told."""

    def __init__(self, words: Iterable[int]) -> None:
        super().__init__(SEED)
        self.words = iter(words)

    def _word(self) -> int:
        return next(self.words)


class Tiny(Loaded):
    """Loaded dice with so few different words that all can be tried."""

    WORDS = 64


class TestDice:
    @each("n", range(1, Tiny.WORDS + 1))
    def test_over_all_words_every_number_comes_up_equally_often(self, n: int) -> None:
        again = object()
        picks: Counter[object] = Counter()
        for word in range(Tiny.WORDS):
            try:
                picks[Tiny([word]).pick(n)] += 1
            except StopIteration:  # passed over: it wanted another word
                picks[again] += 1
        assert picks.pop(again, 0) < n
        assert set(picks) == set(range(n))
        assert len(set(picks.values())) == 1

    @each("n", [*range(1, 100), 2**16 + 1, 2**31, 2**31 + 1, 3_000_000_000, 2**32 - 1, 2**32])
    def test_words_are_passed_over_from_the_last_multiple_on(self, n: int) -> None:
        last = 2**32 // n * n
        near = range(max(0, last - 3), min(2**32, last + 3))
        dice = Loaded([*near, 0])
        kept = [word % n for word in near if word < last]
        assert kept[-1] == n - 1
        assert [dice.pick(n) for _ in kept] == kept
        assert dice.pick(n) == 0

    @settings(max_examples=scaled(50, most=300), derandomize=True)
    @given(seed=st.binary(min_size=SIZE, max_size=SIZE), tickets=st.lists(st.integers(1, 2**32), max_size=40))
    def test_dice_go_on_from_wherever_they_were(self, seed: bytes, tickets: list[int]) -> None:
        whole = Dice(seed)
        drawn = 0
        for n in tickets:
            resumed = Dice(seed, drawn)
            assert resumed.pick(n) == whole(n) < n
            assert resumed.drawn == whole.drawn > drawn
            drawn = whole.drawn

    @each("n", [0, -1, 2**32 + 1])
    def test_dice_cannot_pick_from_nothing_or_from_too_much(self, n: int) -> None:
        dice = Dice(SEED)
        with pytest.raises(ValueError, match=f"not one of {n}"):
            dice.pick(n)
        assert dice.drawn == 0

    def test_dice_need_a_whole_seed_and_a_place_in_the_stream(self) -> None:
        for given_seed, drawn in ((b"", 0), (SEED + b"\0", 0), (SEED, -1)):
            with pytest.raises(ValueError, match="a seed of 32 bytes"):
                Dice(given_seed, drawn)


parts_of_seats = st.lists(st.none() | st.binary(min_size=SIZE, max_size=SIZE), max_size=5)


class TestSeed:
    @settings(max_examples=scaled(50, most=300), derandomize=True)
    @given(
        one=st.tuples(st.integers(1, MAX_GAME_NUMBER), parts_of_seats),
        other=st.tuples(st.integers(1, MAX_GAME_NUMBER), parts_of_seats),
    )
    def test_no_two_tables_share_a_seed(self, one: Any, other: Any) -> None:
        assert (seed(SEED, *one) == seed(SEED, *other)) == (one == other)

    def test_every_part_its_seat_its_absence_the_number_and_the_secret_count(self) -> None:
        a, b, zeros = b"a" * SIZE, b"b" * SIZE, bytes(SIZE)
        tables: list[list[bytes | None]] = [
            [],
            [None],
            [None, None],
            [zeros],
            [a],
            [a, None],
            [None, a],
            [a, b],
            [b, a],
            [a, a],
            [a, zeros],
        ]
        seeds = {seed(secret, number, parts) for secret in (a, b) for number in (1, 2, 256) for parts in tables}
        assert len(seeds) == 2 * 3 * len(tables)


class TestGathering:
    def test_a_device_that_is_silent_or_lies_is_skipped_and_that_is_recorded(self) -> None:
        good, bad, short = b"g" * SIZE, b"b" * SIZE, b"short"
        hashes = [commitment(good), commitment(good), commitment(good), commitment(short), None, None]
        fair = gather(3, SEED, hashes, [good, None, bad, short, None, good])
        assert [device.part if device else "none" for device in fair.seats] == [
            good, None, None, None, "none", "none",
        ]  # fmt: skip
        assert fair.skipped == (1, 2, 3)
        assert fair.flaw() is None

    def test_the_dice_are_the_same_whether_a_device_is_silent_or_lies(self) -> None:
        told = [commitment(b"g" * SIZE)] * 2
        silent, lying = (gather(1, SEED, told, [b"g" * SIZE, part]) for part in (None, b"l" * SIZE))
        assert silent == lying
        assert [silent.dice()(1000) for _ in range(5)] == [lying.dice()(1000) for _ in range(5)]

    def test_the_secret_is_not_shown_where_things_are_logged(self) -> None:
        fair = sealed(3)
        assert repr(fair.secret) not in repr(fair)
        assert fair.secret.hex() not in repr(fair)

    @each(
        "wrong, reason",
        [
            (lambda: Device("A" * 64), "a device's hash is 64 hexadecimal digits in lower case, not 'AAA"),
            (lambda: Device("a" * 63), "a device's hash is 64 hexadecimal digits"),
            (lambda: Device("a" * 64 + "\n"), "a device's hash is 64"),
            (lambda: Device("a" * 64, b""), "a device's part has 32 bytes, not 0"),
            (lambda: gather(0, SEED, [], []), "numbered from 1 to 4294967295; this one is 0"),
            (lambda: gather(2**32, SEED, [], []), "this one is 4294967296"),
            (lambda: gather(1, b"short", [], []), "a secret has 32 bytes, not 5"),
            (lambda: Fair(1, "", SEED, ()), "a commitment is 64 hexadecimal digits"),
            (lambda: gather(1, SEED, [None], []), "shorter"),
        ],
    )
    def test_impossible_arguments_are_refused(self, wrong: Any, reason: str) -> None:
        with pytest.raises(ValueError, match=reason):
            wrong()


GAMES_TO_CHECK = [
    *((name, players, {"start": "random"}) for name in GAMES for players in GAMES[name].players),
    ("toctoctoc", 3, {"start": "creator"}),
    ("chocottes", 3, {"tiles": [9, 4, 9], "dreams": 3}),  # equal tiles whose tickets are not in a row
    ("escalier", 3, {"risk": True}),
]


class TestWholeGames:
    @pytest.mark.untraced
    @each("name, players, chosen", GAMES_TO_CHECK)
    def test_the_independent_referee_finds_the_same_outcomes(
        self, name: str, players: int, chosen: dict[str, object]
    ) -> None:
        for number in range(1, scaled(2, most=4)):
            line = line_of(name, players, number, **chosen)
            assert list(json.loads(line)) == [*record.KEYS, "fair"]
            read = record.read(line)
            assert record.write(read) == line
            record.verify(read)
            check(line)

    @each("name", GAMES)
    def test_another_number_secret_or_part_gives_another_game(self, name: str) -> None:
        fair = sealed(3)
        others = [
            replace(fair, number=2),
            replace(fair, secret=SEED),
            replace(fair, seats=(None, *fair.seats[1:])),
            replace(fair, seats=(fair.seats[0], Device(commitment(SEED), SEED), None)),
        ]
        deals = {tuple(map(str, played(name, 3, other).steps[:12])) for other in [fair, *others]}
        assert len(deals) == 5

    @each("name", GAMES)
    def test_a_restart_in_mid_game_changes_nothing(self, name: str) -> None:
        """Dice that go on from `drawn` at every outcome give the game that one pair of dice gives."""
        fair = sealed(3)
        expected = played(name, 3, fair)
        again, drawn = Match(name, 3), 0
        for step in expected.steps:
            if again.chance_awaited:
                dice = fair.dice(drawn)
                again.take_chance(lot(again, dice))
                drawn = dice.drawn
            else:
                again.play(step.seat, step.action)  # type: ignore[union-attr]  # a move
        assert again.steps == expected.steps


LINES = {name: line_of(name) for name in GAMES}


def flaw(line: str) -> BrokenRecord:
    """What both judges have against a record, in our words."""
    with pytest.raises(BrokenRecord) as ours:
        record.verify(record.read(line))
    with pytest.raises(Broken) as theirs:
        check(line)
    assert theirs.value.step == (ours.value.step or 0)
    return ours.value


class TestFlaws:
    @pytest.mark.untraced
    @each("name", GAMES)
    def test_the_first_outcome_that_the_dice_did_not_give_is_named(self, name: str) -> None:
        """Every outcome of a game, exchanged for each other one that was possible there."""
        data = json.loads(LINES[name])
        match = Match(name, 3)
        tried = 0
        for n, step in enumerate(data["steps"], 1):
            if step[0] == "chance":
                true, rules = step[1], match.game.rules
                for code in range(rules.OUTCOMES):
                    if rules.chance_weight(match.state, code) and n % every(21) < 2:
                        step[1] = str(match.game.outcome(match.state, code))
                        if step[1] != true:
                            error = flaw(json.dumps(data))
                            assert error.step == n
                            said = f"step {n}, chance, `{step[1]}`: the fair shuffle gives `{true}`"
                            assert str(error) == said
                            tried += 1
                step[1] = true
                match.take_chance(true)
            else:
                match.play(*step)
        assert tried > 20

    @each(
        "change, reason",
        [
            (lambda f: f.update(secret="ab" * 32), "fair.commitment is not the SHA-256 of fair.secret"),
            (lambda f: f.update(commitment="ab" * 32), "fair.commitment is not the SHA-256 of fair.secret"),
            (lambda f: f["seats"][0].update(part="ab" * 32), "fair.seats[0].hash is not the SHA-256 of"),
            (lambda f: f["seats"][0].update(hash="ab" * 32), "is not the SHA-256 of fair.seats[0].part"),
            (lambda f: f["seats"][0].pop("part"), "the fair shuffle gives"),
            (lambda f: f["seats"].__setitem__(0, {}), "the fair shuffle gives"),
            (lambda f: f["seats"].reverse(), "the fair shuffle gives"),
            (lambda f: f.update(number=2), "the fair shuffle gives"),
        ],
    )  # fmt: skip
    @each("name", GAMES)
    def test_opened_parts_have_to_fit_their_hashes(self, name: str, change: Any, reason: str) -> None:
        data = json.loads(LINES[name])
        change(data["fair"])
        assert reason in str(flaw(json.dumps(data)))

    def test_a_hash_of_a_skipped_device_is_what_its_player_compares(self) -> None:
        """It goes into nothing: only that device knows whether it is the one that it announced."""
        data = json.loads(LINES["escalier"])
        data["fair"]["seats"][1]["hash"] = "ab" * 32
        record.verify(record.read(json.dumps(data)))
        check(json.dumps(data))

    def test_a_game_is_recorded_with_what_every_seat_gave(self) -> None:
        fair = sealed(3)
        match = played("escalier", 3, fair)
        with pytest.raises(ValueError, match="has to describe 3 seats, not 2"):
            record.record(match, tuple(map(Seat, "abc")), replace(fair, seats=fair.seats[:2]))
