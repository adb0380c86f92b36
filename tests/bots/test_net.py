"""The count plays by a net: as its seat knows the table, the same each time, with NumPy and without."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import median
from time import process_time

import numpy as np
import pytest

from tests.bots.tables import at_random, opened, searcher, seat_info, turns
from tests.conftest import Report
from tests.scale import every, scaled
from toctoc import GAMES, Match
from toctoc.bots import (
    BadLevel,
    LevelBot,
    SeatInfo,
    bot_modules,
    hint_searches,
    level,
    make,
    net,
    thinks_ahead,
    warm_up,
)
from toctoc.bots.learned import Learned
from toctoc.bots.level import Level, read
from toctoc.bots.npz import read_npz
from toctoc.bots.registry import has_learned
from toctoc.bots.search import MIN_RELATIVE_PROBABILITY
from toctoc.core.compile import compiled
from tools import ROOT

LEARNED = [name for name, game in GAMES.items() if bot_modules.has_net(game)]
PLAYED = [name for name in LEARNED if has_learned("comte", name)]
every_net = pytest.mark.parametrize("game", LEARNED)
every_played = pytest.mark.parametrize("game", PLAYED)
LARGEST = 400_000  # bytes


def seated(match: Match, seed: int = 1) -> list[LevelBot]:
    return [LevelBot(seat_info(match, seat, seed), at_his_ease()) for seat in range(match.players)]


def at_his_ease() -> Level:
    """The count by his net alone, also where he searches beside it: tests need not wait for him."""
    return read("quick", 'like = "comte"\n' + "".join(f"[search.{game}]\ntrust = 0.0\n" for game in PLAYED))


def heard(bot: LevelBot, match: Match) -> LevelBot:
    for event in match.history(bot.seat_info.seat):
        bot.observe(event)
    return bot


def decisions(game: str, players: int, seed: int) -> Iterator[tuple[Match, int, LevelBot]]:
    """Some decisions of a random game, with a count who has heard all of it."""
    rng = Random(seed)
    for match, seat in at_random(game, players, seed):
        if len(match.legal(seat)) > 1 and rng.random() < 0.1:
            yield match, seat, heard(LevelBot(seat_info(match, seat), at_his_ease()), match)


def test_every_game_has_a_net_and_the_count_plays_by_some() -> None:
    assert list(GAMES) == LEARNED
    assert "toctoctoc" in PLAYED


@every_played
def test_the_count_plays_whole_games_by_his_net_and_the_same_ones_again(game: str) -> None:
    steps = []
    for _ in range(2):
        match = opened(game, GAMES[game].players[: scaled(1, most=9)][-1], 5)
        bots = seated(match)
        for decision, seat in enumerate(turns(match, bots)):
            bot = bots[seat]
            assert bot.learned
            assert not bot.searches
            if decision % 10 == 3:
                view, legal = match.view(seat), match.legal(seat)
                decided = bot.decide(view, legal)
                assert decided.action == bot.act(view, legal)
                assert decided == heard(LevelBot(bot.seat_info, bot.level), match).decide(view, legal)
                assert bot.decide(view, legal, at_once=True) == decided
                assert decided.reason.code != "random"
        steps.append([str(step) for step in match.steps])
    assert steps[0] == steps[1]


@pytest.mark.nightly
@every_played
def test_a_decision_takes_at_most_five_milliseconds(game: str, report: Report) -> None:
    """Of computing, as a rule; a hint takes longer, and nobody waits for it but who asked."""
    match = opened(game, GAMES[game].players[-1], 2)
    times: list[float] = []
    hints: list[float] = []
    for decision, seat in enumerate(turns(match, bots := seated(match))):
        asked = match.view(seat), match.legal(seat)
        for taken, ask in ((times, bots[seat].act), (hints, bots[seat].advise if decision % 30 == 7 else None)):
            if ask and len(match.legal(seat)) > 1:
                began = process_time()
                ask(*asked)
                taken.append(1000 * (process_time() - began))
        if decision == 200:
            break
    report(f"a decision by the net of {game}, in hundredths of a ms", round(100 * median(times)))
    report(f"a hint by the net of {game}, in ms", round(median(hints)))
    assert median(times) < 5


@every_played
def test_he_draws_by_the_weights_of_his_net(game: str) -> None:
    match, seat, bot = next(decisions(game, GAMES[game].players[0], 2))
    assert bot.learned
    legal = match.legal(seat)
    weights = bot.learned.weights(legal)
    assert max(weights) == pytest.approx(1.0)
    rng = Random(1)
    drawn = [bot.learned.choose(legal, rng) for _ in range(400)]
    best = legal[weights.index(1.0)]
    assert drawn.count(best) / 400 == pytest.approx(1.0 / sum(weights), abs=0.1)


@every_net
def test_the_weights_are_small_and_those_that_their_card_describes(game: str) -> None:
    packed, card = bot_modules.weights(GAMES[game])
    assert len(packed) <= LARGEST
    assert net.net(GAMES[game]).inputs > 100
    for word in ("trained", "opponents", "against", "SHA-256"):
        assert f"| {word}" in card


@pytest.mark.parametrize("broken", ["weights", "card"])
def test_weights_that_are_not_those_of_the_card_are_refused(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    packed, card = bot_modules.weights(GAMES["toctoctoc"])
    given = (packed + b"x", card) if broken == "weights" else (packed, "# a card without a hash")
    monkeypatch.setattr(bot_modules, "weights", lambda _game: given)
    net.net.cache_clear()
    with pytest.raises(BadLevel, match=r"the net of Toc Toc Toc! is damaged: .* install Toctoc again"):
        make("comte", SeatInfo(GAMES["toctoctoc"], 4, {"start": "random"}, 0, 1))
    net.net.cache_clear()


def test_a_net_for_other_inputs_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_modules.part(GAMES["toctoctoc"], "features"), "FEATURES", 207)
    with pytest.raises(BadLevel, match=r"trained with 422 numbers and 68 actions; there are 423 and 68 here"):
        make("comte", SeatInfo(GAMES["toctoctoc"], 4, {"start": "random"}, 0, 1))


# --- without NumPy -----------------------------------------------------------------------------------------------

GAMES_BY_NET = """
from random import Random
from toctoc import GAMES, Match
from toctoc.bots import LevelBot, SeatInfo, hint, hints_allowed, level
for game in GAMES:
    match = Match(game, GAMES[game].players[0], chance=Random(1).randrange)
    seats = [SeatInfo(match.game, match.players, match.options, seat, 1) for seat in range(match.players)]
    bots = [LevelBot(seat, level("comte"), plain=True) for seat in seats]
    for seat, bot in enumerate(bots):
        match.follow(seat, bot.observe)
    first, asked = bots[match.asked], (match.view(match.asked), match.legal(match.asked))
    print(game, first.searches, [str(action) for action, _ in first.advise(*asked).chances])
    if hints_allowed(match.game, match.options):
        print(hint(first.seat_info, match.history(match.asked), *asked).action)
    while (seat := match.asked) is not None and len(match.steps) < 100:
        print(match.play(seat, bots[seat].act(match.view(seat), match.legal(seat))) and match.steps[-1])
"""


def test_in_a_bare_python_comte_plays_the_same_moves_by_its_net() -> None:
    """One run with NumPy, one without any package: the same decisions, the same advice, and no warning."""
    bare, whole = (
        subprocess.run(
            [sys.executable, *flags, "-c", GAMES_BY_NET],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True, check=True,
        )
        for flags in (["-S"], [])
    )  # fmt: skip
    assert bare.stdout == whole.stdout
    assert [line.split()[1] for line in bare.stdout.splitlines() if line.split()[0] in GAMES] == ["False"] * len(
        GAMES
    )
    assert bare.stderr == whole.stderr == ""


def test_the_bots_are_imported_without_numpy() -> None:
    program = "import sys, toctoc.bots; print(sorted({'numpy', 'numba'} & {*sys.modules}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@every_net
def test_a_net_in_plain_python_has_the_logits_of_numpy(game: str) -> None:
    plain = net.PlainNet(read_npz(bot_modules.weights(GAMES[game])[0]))
    fast = net.net(GAMES[game])
    assert isinstance(fast, net.NumpyNet)
    assert (plain.inputs, plain.actions) == (fast.inputs, fast.actions)
    rows = [bot.learned.inputs.read() for _, _, bot in islice(decisions(game, 4, 2), 4) if bot.learned]
    actions = range(plain.actions)
    for row in [*rows, [0] * plain.inputs]:
        assert plain.logits(row, actions) == pytest.approx(fast.logits(row, actions), abs=1e-3)
    assert plain.victory(rows) == pytest.approx(np.array(fast.victory(rows)), abs=1e-3)


@every_net
def test_in_plain_python_the_count_decides_and_advises_the_same(game: str) -> None:
    plain = net.PlainNet(read_npz(bot_modules.weights(GAMES[game])[0]))
    compared = islice(decisions(game, GAMES[game].players[-1], 3), scaled(3, most=60))
    for match, seat, bot in compared:
        view, legal = match.view(seat), match.legal(seat)
        other = LevelBot(bot.seat_info, bot.level)
        other.learned = Learned(bot.seat_info, plain)
        heard(other, match)
        assert other.act(view, legal) == bot.act(view, legal)
        expected = bot.advise(view, legal).chances
        assert dict(other.advise(view, legal).chances) == pytest.approx(dict(expected), abs=1e-3)
        assert other.win_probabilities() == pytest.approx(bot.win_probabilities(), abs=1e-3)


# --- levels ------------------------------------------------------------------------------------------------------


def test_a_file_inherits_the_net_and_can_do_without() -> None:
    own = read("own", 'like = "comte"\n[reaction]\nmedian_ms = 900\n')
    assert own.search["toctoctoc"].net
    assert not searcher().search["toctoctoc"].net
    match = opened("toctoctoc", 3, 1)
    assert LevelBot(seat_info(match, 0), own).learned
    assert LevelBot(seat_info(match, 0), searcher(), plain=True).searches
    assert not LevelBot(seat_info(match, 0), level("comte"), rivals=[level("voyante")], plain=True).learned


def test_a_level_cannot_play_by_a_net_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_modules, "has_net", lambda game: game.name != "escalier")
    with pytest.raises(BadLevel, match=r"L.Escalier hanté has no net, so net in \[search.escalier\] is false"):
        read("own", 'like = "voyante"\n[search.escalier]\nnet = true\n')


@every_played
def test_an_action_unknown_to_the_net_is_left_to_the_policy(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, bot = next(decisions(game, GAMES[game].players[0], 2))
    assert bot.learned
    monkeypatch.setattr(bot.learned, "_number", lambda _action: -1)
    assert bot.act(match.view(seat), match.legal(seat)) in match.legal(seat)


# --- a search beside the net -------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_in_chocottes_comte_searches_among_the_likely_actions_of_the_net() -> None:
    warm_up(GAMES["chocottes"])
    assert thinks_ahead("comte", "chocottes")
    several = 0
    for match, seat in islice(at_random("chocottes", 4, 3), 0, 60, every(6)):
        bot = heard(LevelBot(seat_info(match, seat), level("comte")), match)
        assert bot.searches
        assert bot.learned
        legal = match.legal(seat)
        chosen = bot.act(match.view(seat), legal)
        weights = dict(zip(legal, bot.learned.weights(legal), strict=True))
        assert weights[chosen] > MIN_RELATIVE_PROBABILITY or len(legal) == 1
        several += sum(weight > MIN_RELATIVE_PROBABILITY for weight in weights.values()) > 1
        again = heard(LevelBot(seat_info(match, seat), level("comte")), match)
        assert again.decide(match.view(seat), legal).action == chosen
    assert several  # the search had something to choose from


@pytest.mark.compiled
def test_the_net_counts_in_a_search_as_much_as_it_is_trusted() -> None:
    """With trust without end the search says nothing; with next to none of it, nothing but the search counts."""
    warm_up(GAMES["chocottes"])
    for trust, follows in ((1.0, True), (1e-9, False)):
        own = read("own", f'like = "comte"\n[search.chocottes]\ntrust = {trust}\n')
        likeliest = []
        for match, seat in islice(at_random("chocottes", 4, 5), 0, 90, every(6)):
            bot = heard(LevelBot(seat_info(match, seat), own), match)
            assert bot.learned
            weights = bot.learned.weights(match.legal(seat))
            if sum(weight > MIN_RELATIVE_PROBABILITY for weight in weights) > 1:
                chosen = bot.act(match.view(seat), match.legal(seat))
                likeliest.append(weights[match.legal(seat).index(chosen)] > 0.8)
        assert likeliest
        assert all(likeliest) is follows


def test_without_numba_or_time_his_net_decides_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, _ = next(decisions("chocottes", 3, 2))
    hurried = heard(LevelBot(seat_info(match, seat), level("comte"), plain=True), match)
    assert not hurried.searches
    monkeypatch.setattr(compiled, "available", lambda: False)
    assert not thinks_ahead("comte", "chocottes")
    bot = heard(LevelBot(seat_info(match, seat), level("comte")), match)
    assert bot.learned
    assert not bot.searches
    asked = match.view(seat), match.legal(seat)
    assert bot.act(*asked) == hurried.act(*asked) == bot.decide(*asked, at_once=True).action


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_takes_no_search_where_there_is_a_net(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not hint_searches(game)
    monkeypatch.setattr("toctoc.bots.registry.plays_by_net", lambda *_: False)
    assert hint_searches(game)


# --- who will win ------------------------------------------------------------------------------------------------


@every_net
def test_every_seat_has_a_win_probability(game: str) -> None:
    for players in GAMES[game].players[: scaled(1, most=9)]:
        match = opened(game, players, 3)
        bots = [LevelBot(seat_info(match, seat), at_his_ease()) for seat in range(players)]
        asked = 0
        for decision, _ in enumerate(turns(match, bots)):
            if decision % 60 == 5:
                asked += 1
                for bot in bots:
                    chances = bot.win_probabilities()
                    assert chances is not None
                    assert len(chances) == players
                    assert sum(chances) == pytest.approx(1.0)
                    assert min(chances) >= 0.0
                    assert bot.win_probabilities() == chances
        assert asked
        for bot in bots:
            won = [1.0 / len(match.winners) if seat in match.winners else 0.0 for seat in range(players)]
            assert bot.win_probabilities() == pytest.approx(won)


def test_bots_without_a_net_have_no_win_probabilities() -> None:
    match = opened("toctoctoc", 3, 1)
    assert LevelBot(seat_info(match, 0), level("voyante")).win_probabilities() is None
    assert LevelBot(seat_info(match, 0), searcher(), plain=True).win_probabilities() is None


@every_net
def test_win_probabilities_and_advice_come_from_observed_events_alone(game: str) -> None:
    for match, seat, bot in islice(decisions(game, GAMES[game].players[-1], 4), scaled(2, most=8)):
        asked = match.view(seat), match.legal(seat)
        first = bot.advise(*asked), bot.win_probabilities()
        again = heard(LevelBot(bot.seat_info, bot.level), match)
        assert (again.advise(*asked), again.win_probabilities()) == first


@every_net
def test_prospects_are_chances_of_the_likeliest_actions_the_best_first(game: str) -> None:
    for match, seat, bot in islice(decisions(game, GAMES[game].players[-1], 7), scaled(3, most=12)):
        advice = bot.advise(match.view(seat), match.legal(seat))
        chances = [chance for _, chance in advice.chances]
        assert 1 <= len(chances) <= 3  # one, where nothing else makes sense
        assert len(chances) > 1 or game != "toctoctoc"
        assert chances == sorted(chances, reverse=True)
        assert advice.action == advice.chances[0][0]
        assert all(0.0 <= chance <= 1.0 for chance in chances)
        assert len({str(action) for action, _ in advice.chances}) == len(chances)
        assert {action for action, _ in advice.chances} <= set(match.legal(seat))
