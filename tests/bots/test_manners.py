"""Every bot plays legally and repeatably, never hangs, can begin anew, and gives reasons.

They receive the events and views of their seat only.
"""

from collections.abc import Sequence
from itertools import islice, product
from math import exp, log
from random import Random
from statistics import median
from time import process_time

import pytest

from tests.bots.tables import SEARCHER, opened, plain_bot, searcher, seat_info, turns
from tests.conftest import Report
from tests.games.conformance import rule_options
from tests.scale import each, scaled, spread
from toctoc import GAMES, Match, lang
from toctoc.bots import LEVELS, Decision, LevelBot, bot_modules, level, make, thinks_ahead, warm_up
from toctoc.bots.level import read
from toctoc.bots.registry import NEMESIS
from toctoc.cli.terminal.speech import Speaker
from toctoc.games.chocottes.rules.state import value as number
from toctoc.games.chocottes.words import Pass, Snap

HASTY = LEVELS[:-1]  # those who do not think ahead
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def some_options(game: str) -> list[dict[str, object]]:
    """The game as it is, and with the last of its options."""
    first, *others = rule_options(game)
    return [first, *others[-1:]]


TABLES = {
    f"{game}-{players}{'-' * bool(chosen)}{','.join(chosen)}": (game, players, chosen)
    for game in GAMES
    for players in (GAMES[game].players[0], GAMES[game].players[-1])
    for chosen in some_options(game)
}
SOME = spread(product(HASTY, TABLES), 6)
every_game = pytest.mark.parametrize("game", GAMES)


def seated(match: Match, name: str, seed: int) -> list[LevelBot]:
    return [LevelBot(seat_info(match, seat, seed), level(name)) for seat in range(match.players)]


def steps(match: Match, bots: Sequence[LevelBot]) -> list[str]:
    for _ in turns(match, bots):
        pass
    return [str(step) for step in match.steps]


@each("name, table", SOME)
def test_whole_games_are_legal_and_repeatable(name: str, table: str) -> None:
    game, players, chosen = TABLES[table]

    def told(seed: int) -> list[str]:
        match = opened(game, players, 1, start="random", **chosen)
        return steps(match, seated(match, name, seed))

    first = told(1)
    assert first == told(1)
    assert first != told(2)  # by another seed the bots play the same cards otherwise


@every_game
def test_bots_of_all_levels_sit_together(game: str) -> None:
    players = GAMES[game].players[-1]
    match = opened(game, players, 7)
    names = [*HASTY, "random"][-players:]
    bots = [make(name, seat_info(match, seat, 7)) for seat, name in enumerate(names)]
    for _ in turns(match, bots):
        pass
    assert match.over


@every_game
def test_any_traits_within_their_bounds_play_to_the_end(game: str) -> None:
    """Traits at their limits and anywhere between, even where they make no sense together."""
    bounds: dict[str, tuple[float, float]] = bot_modules.part(GAMES[game], "policy").TRAITS
    for seed in range(scaled(2, most=20)):
        rng = Random(seed)
        lines = [f"{key} = {rng.choice([*ends, rng.uniform(*ends)])}" for key, ends in bounds.items()]
        own = read("own", "\n".join(['like = "voyante"', f"[{game}]", *lines]))
        match = opened(game, rng.choice(GAMES[game].players), seed)
        for _ in turns(match, [LevelBot(seat_info(match, seat, seed), own) for seat in range(match.players)]):
            pass
        assert match.over


@every_game
def test_thinking_ahead_without_numba_is_legal_and_repeatable(game: str) -> None:
    """As far as patience goes: it is slow."""

    def told(seed: int) -> list[str]:
        match = opened(game, GAMES[game].players[0], 3)
        bots = [plain_bot(match, seat, seed) for seat in range(match.players)]
        for decision, _ in enumerate(turns(match, bots)):
            if decision == scaled(4, most=16):
                break
        return [str(step) for step in match.steps]

    assert told(1) == told(1)


# --- asked again, built anew, asked why --------------------------------------------------------------------------


def spoken(decision: Decision, match: Match, seat: int) -> list[str]:
    """The reason in every language."""
    return [
        Speaker(lang.load(language), match.game.name, NAMES[: match.players], seat).reason(decision.reason)
        for language in lang.LANGUAGES
    ]


def check(bot: LevelBot, match: Match, seat: int) -> None:
    """Asking twice, asking why, and asking another that heard the same later: always the same answer."""
    view, legal = match.view(seat), match.legal(seat)
    action = bot.act(view, legal)
    assert bot.act(view, legal) == action
    decision = bot.decide(view, legal)
    assert decision.action == action
    assert bot.decide(view, legal) == decision
    assert all(spoken(decision, match, seat))
    assert (decision.after_ms is not None) is any(action.is_throw for action in legal)
    again = LevelBot(bot.seat_info, bot.level, plain=bot.search is not None and not bot.search.engine.compiled)
    for event in match.history(seat):
        again.observe(event)
    assert again.decide(view, legal) == decision
    assert again.act(view, legal) == action


@each("name, table", SOME)
def test_a_bot_asked_twice_or_built_again_answers_the_same(name: str, table: str) -> None:
    game, players, chosen = TABLES[table]
    match, rng = opened(game, players, 2, **chosen), Random(f"{name} {game} {players}")
    bots = seated(match, name, 2)
    checked = 0
    for seat in turns(match, bots):
        if checked < 8 and rng.random() < 0.08:
            check(bots[seat], match, seat)
            checked += 1
    assert checked


@every_game
def test_asking_changes_nothing_of_the_game(game: str) -> None:
    """A bot asked at every turn for its reason plays as one that is left alone."""
    players = GAMES[game].players[0]
    alone, disturbed = opened(game, players, 4), opened(game, players, 4)
    bots = seated(disturbed, "voyante", 4)
    for seat in turns(disturbed, bots):
        for bot, p in zip(bots, range(players), strict=True):
            if p == seat:
                bot.decide(disturbed.view(seat), disturbed.legal(seat))
    assert [str(step) for step in disturbed.steps] == steps(alone, seated(alone, "voyante", 4))


@every_game
def test_a_searching_bot_asked_twice_or_built_again_answers_the_same(game: str) -> None:
    match = opened(game, GAMES[game].players[0], 5)
    bots = [plain_bot(match, seat, 5) for seat in range(match.players)]
    for decision, seat in enumerate(turns(match, bots)):
        if decision % 6 == 5:
            check(bots[seat], match, seat)
        if decision == 6 * scaled(1, most=3):
            break


@every_game
def test_every_decision_has_its_reason_in_every_language(game: str, report: Report) -> None:
    codes = set()
    options = some_options(game)
    for first, name in enumerate(HASTY):
        for seed in range(first, first + scaled(1, most=2)):
            match = opened(game, GAMES[game].players[-1], seed % 2, **options[seed % len(options)])
            bots = seated(match, name, seed % 2)
            for seat in turns(match, bots):
                decision = bots[seat].decide(match.view(seat), match.legal(seat))
                assert all(spoken(decision, match, seat))
                codes.add(decision.reason.code)
    report(f"reasons given in {game}: kinds", len(codes))
    assert len(codes) >= 6


@pytest.mark.parametrize("rash", [1, 6])
def test_C9_a_throw_is_explained_by_the_memory_at_its_decision(rash: int) -> None:
    """Somebody forgetful, at temperature 0: a card that is remembered is right; only the rash throw others too."""
    own = read("rash", f'like = "petit-fantome"\n[chocottes]\ntemperature = 0\nrash = {rash}\n')
    throws: dict[str, list[bool]] = {"remembered": [], "blind": []}
    for seed in range(8):
        if seed >= scaled(1, most=8) and throws["remembered"] and (rash == 1 or False in throws["blind"]):
            break
        match = opened("chocottes", 4, seed)
        bots = [LevelBot(seat_info(match, seat, seed), own) for seat in range(4)]
        for seat in turns(match, bots):
            decision = bots[seat].decide(match.view(seat), match.legal(seat))
            if isinstance(decision.action, Snap):
                thrown = match.state.row[seat][decision.action.place - 1]
                throws[decision.reason.code].append(number(thrown) == match.state.window)
    assert throws["remembered"]
    assert all(throws["remembered"])
    assert (False in throws["blind"]) is bool(throws["blind"]) is (rash == 6)


# --- C9: hands ---------------------------------------------------------------------------------------------------


@each("name", spread(LEVELS, 1))
def test_C9_reaction_times_are_human_and_reveal_nothing(name: str) -> None:
    """Passing takes as long as throwing: the time says nothing about the cards."""
    times: dict[type, list[int]] = {Pass: [], Snap: []}
    for seed in range(3):
        match = opened("chocottes", 5, seed)
        bots = seated(match, "voyante", seed)
        hand = [LevelBot(seat_info(match, seat, seed), level("voyante")) for seat in range(5)]
        for seat, bot in enumerate(hand):
            bot.level = level(name)  # the same thoughts, other hands
            match.follow(seat, bot.observe)
        for seat in turns(match, bots):
            if any(isinstance(action, Pass) for action in match.legal(seat)):
                decision = hand[seat].decide(match.view(seat), match.legal(seat))
                assert decision.after_ms is not None
                times[type(decision.action)].append(decision.after_ms)
    expected = level(name).reaction
    for found in times.values():
        assert len(found) > 40
        assert median(found) == pytest.approx(expected.median_ms, rel=0.15)
        spread = (sum(log(ms / expected.median_ms) ** 2 for ms in found) / len(found)) ** 0.5
        assert spread == pytest.approx(expected.spread, rel=0.3)
    assert min(map(min, times.values())) > expected.median_ms * exp(-5 * expected.spread) > 150
    assert max(map(max, times.values())) < expected.median_ms * exp(5 * expected.spread)


REPEATED = scaled(20, most=10_000)  # decisions of a game, played again


# --- the search --------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@each("game", spread(reversed(GAMES), 1))
def test_a_searcher_plays_legally_and_repeatably(game: str) -> None:
    warm_up(GAMES[game])
    match = opened(game, GAMES[game].players[0], 1)
    bots = seated(match, SEARCHER, 1)
    for decision, seat in enumerate(turns(match, bots)):
        if decision % 20 == 10:
            check(bots[seat], match, seat)
        if decision == 2 * REPEATED:
            break
    again = opened(game, GAMES[game].players[0], 1)
    for _ in islice(turns(again, seated(again, SEARCHER, 1)), REPEATED):
        pass
    assert again.steps == match.steps[: len(again.steps)]
    assert again.over or len(again.steps) > REPEATED


@pytest.mark.nightly
@pytest.mark.compiled
@every_game
def test_a_searcher_takes_at_most_fifty_milliseconds(game: str, report: Report) -> None:
    """Of computing, as a rule: a hiccup of the machine is not a matter of manners."""
    warm_up(GAMES[game])
    match = opened(game, GAMES[game].players[-1], 2)
    bots = seated(match, "voyante", 2)
    count = LevelBot(seat_info(match, 0, 2), searcher())
    match.follow(0, count.observe)
    times = []
    for seat in turns(match, bots):
        if seat == 0 and len(match.legal(0)) > 1:
            began = process_time()
            count.act(match.view(0), match.legal(0))
            times.append(1000 * (process_time() - began))
        if len(times) == 1000:
            break
    report(f"a decision of a search in {game}, in ms: typical", round(median(times)))
    assert median(times) < 50
    assert sorted(times)[round(0.9 * len(times)) - 1] < 75


@pytest.mark.compiled
@each("game", spread(GAMES, 1))
def test_a_nemesis_searches_with_the_traits_of_its_opponents(game: str) -> None:
    assert thinks_ahead(f"{NEMESIS}apprenti", game)
    match = opened(game, GAMES[game].players[0], 1)
    bot = make(f"{NEMESIS}apprenti", seat_info(match, 0))
    assert isinstance(bot, LevelBot)
    assert bot.search is not None
    assert bot.search.opponents.traits == [level("apprenti").traits[game]]
    with pytest.raises(ValueError, match="no bot 'nobody'"):
        make(f"{NEMESIS}nobody", seat_info(match, 0))
