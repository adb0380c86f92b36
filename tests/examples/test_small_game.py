"""A small game is short and complete. After a swap two seats see their new card, and a third sees neither."""

import importlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.examples.packages import SMALL_FOLDER, SMALL_NAME, environment, installed, run_plain, run_pytest
from tests.scale import SCALE, each, scaled
from tests.server.hosting import Guest, Server
from tests.table.harness import TableHarness
from tests.table.test_secrets import side_by_side
from toctoc import lang, record, rulebook
from toctoc.cli.terminal.narration import Narration
from toctoc.core.belief import Belief
from toctoc.core.game import Event, Game, Move
from toctoc.core.match import Match
from toctoc.core.options import complete
from toctoc.core.registry import GAMES
from toctoc.lab.tracked_match import TrackedMatch
from toctoc.table import replay
from toctoc.testing.conformance import Conformance, Counts
from toctoc.testing.secrets import SecretsSuite

MAX_LINES = 250  # of Python, tests included
CLAUSES = 8
FACES = ("mouse", "bat", "cat", "owl", "wolf")
# Of the compiled rules, of the bots that search, of tables:
LONG_TESTS = ("alike", "legal_action_is_the_same", "good_bot", "the_table_holds")
FEW_TESTS = " and ".join(f"not {name}" for name in LONG_TESTS)
Narrator = Callable[[Any, Any, Any, int | None], tuple[Event, ...]]


@pytest.fixture
def coucou(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Add the game to those of this process."""
    monkeypatch.syspath_prepend(str(installed(SMALL_FOLDER)))
    game: Game = importlib.import_module(SMALL_NAME).GAME
    monkeypatch.setitem(GAMES, game.name, game)
    monkeypatch.setitem(rulebook.BOOKS, game.letter, game.name)
    lang.load.cache_clear()
    yield game
    lang.load.cache_clear()


def begun(game: Game, *cards: int) -> Match:
    """Return a match of as many players as there are cards, each of whom has one of them."""
    match = Match(game, len(cards), chance=Random(1).randrange, narrate=True)
    match.state.card[: len(cards)] = cards
    return match


# --- its size, its suites ------------------------------------------------------------------------------------


def test_eight_clauses_are_few_lines_of_python() -> None:
    files = [file for file in SMALL_FOLDER.rglob("*.py") if ".venv" not in file.parts]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MAX_LINES
    book = (SMALL_FOLDER / SMALL_NAME / "rulebook/en.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^- \*\*K\d\*\* ", book, re.MULTILINE)) == CLAUSES


def test_its_own_tests_and_the_suites_pass() -> None:
    """Without the longest; at night all of them."""
    tests = SMALL_FOLDER / "tests"
    done = run_pytest(installed(SMALL_FOLDER), tests, str(tests), *(("-k", FEW_TESTS) if SCALE == 1 else ()))
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout


# --- a step in which two seats see different things, and a third neither -------------------------------------


def test_the_cards_of_a_swap_are_sent_to_two_guests_only(coucou: Game) -> None:
    harness = TableHarness.of(SMALL_NAME, 3)
    harness.heard[None] = []
    harness.sit("anna", "bob", "eve")
    harness.start()
    first, second = (FACES[harness.match.state.card[seat]] for seat in (0, 1))
    harness.move("anna", "swap with 1")
    sent = {guest: heard[-1] for guest, heard in harness.heard.items()}
    public = [{"type": "Swapped", "seat": 0, "to": 1}]
    assert all(update["public"]["events"] == public for update in sent.values())
    for swapper, seat, card in (("anna", 0, second), ("bob", 1, first)):
        (own,) = sent[swapper]["own"]
        assert own["events"] == [*public, {"type": "Got", "seat": seat, "card": card}]
        assert own["view"] == {"card": card} or first == second
    for guest in ("eve", None):
        assert all("events" not in own and "view" not in own for own in sent[guest].get("own", []))
    harness.go("bob")
    back = harness.welcome("bob", harness.table.state.version - 1)
    assert [missed["events"][-1] for missed in back["missed"]] == [{"type": "Got", "seat": 1, "card": first}]


def test_what_a_viewer_cannot_know_changes_no_byte_at_a_table(coucou: Game) -> None:
    variants = [variant for variant in Conformance(coucou).variants if variant.players > 2]
    cases = [(variant, Random(f"{variant} {seed}")) for variant in variants for seed in range(scaled(2, 8))]
    assert sum(side_by_side(*case) for case in cases) > 0


def telling(narrate: Narrator, leak: str) -> Narrator:
    """Return a narrator that shows too much of a swap."""

    def told(before: Any, step: Any, after: Any, viewer: int | None) -> tuple[Event, ...]:
        shown = narrate(before, step, after, viewer)
        if not isinstance(step, Move) or str(step.action) == "keep" or viewer is None:
            return shown
        two = step.seat, step.action.seat  # type: ignore[attr-defined]  # of a swap
        if leak == "to the third" and viewer not in two:
            return narrate(before, step, after, two[0])
        if leak == "all cards, to the mover" and viewer == two[0]:
            return (*shown, before.card[:])
        return shown

    return told


@each("leak", ["to the third", "all cards, to the mover"])
def test_a_leak_of_a_swap_is_detected(coucou: Game, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    variant = next(variant for variant in Conformance(coucou).variants if variant.players == 4)
    suite = SecretsSuite()
    suite.counts = Counts(side_by_side=60, equal_steps=0)
    with monkeypatch.context() as patch:
        patch.setitem(coucou.__dict__, "narrate", telling(coucou.narrate, leak))
        with pytest.raises(AssertionError, match="a card that it must not"):
            suite.test_what_a_viewer_cannot_know_changes_nothing_the_viewer_gets(variant, lambda *_: None)


def test_a_replay_has_the_events_of_both_seats(coucou: Game) -> None:
    match = begun(coucou, 0, 4, 2)
    match.play(0, "swap with 2")
    while (seat := match.asked) is not None:
        match.play(seat, "keep")
    line = record.write(record.record(match, tuple(record.Seat(name) for name in ("Anna", "Bob", "Eve"))))
    swap = next(frame for frame in replay.frames(record.read(line)) if frame.action == "swap with 2")
    assert [own.seat for own in swap.own if own.events] == [0, 2]


def test_an_open_narration_names_the_cards_of_both_seats(coucou: Game) -> None:
    match = Match(coucou, 3, chance=Random(5).randrange)
    cards = [FACES[kind] for kind in match.state.card[:3]]
    match.play(0, "swap with 2")
    while (seat := match.asked) is not None:
        match.play(seat, "keep")
    kept = record.record(match, tuple(record.Seat(name) for name in ("Anna", "Bob", "Eve")))
    say = lang.load("en")
    swaps = {}
    for viewer in (None, 0, 1, 2):
        lines = [line.plain for _, told in Narration(kept, viewer, say).steps() for line in told]
        (swaps[viewer],) = (line for line in lines if "swap" in line)
    for seat, card in ((0, cards[2]), (2, cards[0])):
        assert f"{('Anna', '', 'Eve')[seat]} gets a" in swaps[None]
        assert f"You get {say(f'coucou.a-card.{card}')}" in swaps[seat]
    assert " get" not in swaps[1]


def test_the_laboratory_shows_each_seat_its_own_card(coucou: Game) -> None:
    table = TrackedMatch(coucou, 3, complete(coucou.options, {}))
    for kind in (0, 4, 2):
        table.take_chance(coucou.rules.DEAL + kind)
    before = table.information[:]
    table.act(0, coucou.rules.SWAP + 1)
    new = [now[len(was) :] for now, was in zip(table.information, before, strict=True)]
    assert ["wolf" in new[0], "mouse" in new[1]] == [True, True]
    assert "Got" not in new[2]
    assert new[2] in table.public


def test_a_belief_has_all_possible_deals_and_no_other(coucou: Game) -> None:
    """The swapping seats know each other's card; the third card stays unknown."""
    match = begun(coucou, 0, 4, 2)
    known = {seat: coucou.knowledge(3, match.options, seat) for seat in (None, 0, 1, 2)}
    fresh = Match(coucou, 3, match.options, narrate=True)
    for seat, belief in known.items():
        fresh.listen(seat, belief.observe)
    for card in ("mouse", "wolf", "cat"):
        fresh.take_chance(f"deal {card}")
    fresh.play(0, "swap with 1")
    worlds = {seat: belief.worlds() for seat, belief in known.items() if isinstance(belief, Belief)}
    assert {seat: len(found) for seat, found in worlds.items()} == {None: 125, 0: 5, 1: 5, 2: 25}
    weights = {state.card[2]: weight for state, weight in worlds[0].values()}
    assert weights[0] / weights[1] == pytest.approx(3 / 4)  # one mouse of four is seen
    known[0].observe(fresh.history(1)[1])
    with pytest.raises(ValueError, match="no game of coucou shows seat 0"):
        known[0].view()


# --- played everywhere -----------------------------------------------------------------------------------------


def test_it_is_simulated_verified_compared_and_played_in_the_terminal(tmp_path: Path) -> None:
    """Its bots have no policy: the best one searches."""
    file, own = tmp_path / "games.jsonl", tmp_path / "mine.jsonl"
    simulated, verified, replayed, compared, played = run_plain(
        installed(SMALL_FOLDER),
        ("simulate", SMALL_NAME, "--games", "20", "--players", "3", "--record", file),
        ("verify", file),
        ("replay", file),
        ("arena", SMALL_NAME, "--field", "comte,random", "--players", "2", "--games", "20", "--cores", "1"),
        ("play", SMALL_NAME, "--bots", "random", "--seed", "2", "--record", own, "--plain"),
        typed="1\n" * 40,
    )
    assert simulated[::2] == (0, "")
    assert verified == (0, f"{file}: 20 records, all good.\n", "")
    assert replayed[::2] == (0, "")
    assert "swaps with" in replayed[1]
    assert compared[::2] == (0, "")
    assert re.search(r"comte .*\n.*random ", compared[1]), "the better one is listed first"
    assert played[0] == 0, played[1]
    assert "None" not in played[1]
    assert json.loads(own.read_text())["game"] == SMALL_NAME


@pytest.mark.nightly  # its bots compile their search; the fourth game's have a policy, and play in `make test`
@pytest.mark.compiled
def test_people_and_bots_play_it_on_a_server(tmp_path: Path) -> None:
    with Server(tmp_path, **environment(SMALL_FOLDER)) as server:
        table = server.make(SMALL_NAME, players=3)
        with Guest(server, table) as host:
            assert host.ask("sit", seat=0, name="Ada")["type"] == "done"
            host.send("start", id="go", fill="voyante")
            assert len(host.play()["scores"]) == 3
        assert server.interrupt() == (0, "")


VIEW = """
import coucou
from toctoc.core.game import View
from toctoc.core.small import Declared, small_game
class Telling(Declared, View):
    {field}: int
given = dict(rules=coucou.rules, actions=(coucou.Keep,{swap}), outcomes=(coucou.Start, coucou.Deal), events=())
small_game(**given, views=(Telling, None), narrate=coucou.narrate)
"""


@each(
    "field, swap, message",
    [
        ("stock", "coucou.Swap", "Telling.stock cannot show State.stock: nobody may see it"),
        ("card", "coucou.Swap", "Telling.card cannot show State.card: owner may see it"),
        ("colour", "coucou.Swap", "Telling.colour cannot show State.colour: there is no such field"),
        ("points", "coucou.Swap", "Telling.points is one value, but State.points is a row"),
        ("round", "", "`keep` can be said in 1 ways, so rules.ACTIONS is 1, not 5"),
    ],
)
def test_a_view_of_a_secret_or_unknown_field_is_refused(field: str, swap: str, message: str, coucou: Game) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        exec(VIEW.format(field=field, swap=swap), {"__name__": SMALL_NAME})
