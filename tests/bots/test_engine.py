"""Choosing, judging, looking ahead: alike in both runtimes, fair to every action, right where it is clear."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.bots.tables import at_random, plain_bot, searcher, seat_info
from tests.conftest import Report
from tests.games.conformance import rule_options
from tests.games.escalier.table import arranged as staircase
from tests.games.escalier.table import tell
from tests.games.toctoctoc.table import arranged as party
from tests.scale import each, scaled
from toctoc import GAMES, Match
from toctoc.bots import LevelBot, level
from toctoc.bots.engine import ELIMINATED, Alternatives, Engine, WorldSample, engine, warm_up
from toctoc.bots.player import usual_rivals
from toctoc.core import fields
from toctoc.games.escalier.bots.mind import Mind as StairMind
from toctoc.games.escalier.bots.mind import begin
from toctoc.games.toctoctoc.bots.mind import Mind as PartyMind

BOTH = ("toctoctoc", "escalier")
THOUGHTS = scaled(4, most=10_000)  # moments of random games at which a search is compared
every_game = pytest.mark.parametrize("game", BOTH)
Pair = tuple[Any, Any]


def moments(game: str, seeds: int) -> Iterator[tuple[Match, int, LevelBot]]:
    """Decisions of random games, each with a bot that has heard all that its seat was shown."""
    for seed in range(seeds):
        rng = Random(seed)
        chosen = rule_options(game)[seed % len(rule_options(game))]
        for match, seat in at_random(game, rng.choice(GAMES[game].players), seed, **chosen):
            if len(match.legal(seat)) > 1 and rng.random() < 0.1:
                bot = LevelBot(seat_info(match, seat, seed), searcher(), plain=True)
                for event in match.history(seat):
                    bot.observe(event)
                yield match, seat, bot


def worlds_of(bot: LevelBot, count: int) -> tuple[list[Pair], list[Any]]:
    """Worlds that fit what a bot heard, and what kinds of player sit in each."""
    rng, game = Random(1), bot.seat_info.game
    styles = [style.traits[game.name] for style in usual_rivals(game.name)]
    worlds, traits = [], []
    for _ in range(count):
        drawn = [rng.randrange(len(styles)) for _ in range(game.rules.SEATS)]
        worlds.append(bot.memory.world(rng, drawn))
        traits.append([styles[style] for style in drawn])
    return worlds, traits


def codes(match: Match, seat: int) -> list[int]:
    return [match.game.action_code(action) for action in match.legal(seat)]


def copies(worlds: list[Pair]) -> list[Pair]:
    return [(fields.clone(world), fields.clone(mind)) for world, mind in worlds]


def ahead(thinks: Engine, worlds: list[Pair], traits: list[Any], seat: int, actions: list[int]) -> list[float]:
    """What each action comes to, nothing given up."""
    sample = WorldSample(copies(worlds), traits)
    return thinks.action_values(sample, Alternatives(seat, actions), 8, 1, 77)


# --- two runtimes ------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@every_game
def test_plain_and_compiled_thoughts_agree(game: str, report: Report) -> None:
    import numpy

    warm_up(GAMES[game])
    plain, fast = (engine(GAMES[game], wants_compiled=wants) for wants in (False, True))
    compared = 0
    for match, seat, bot in islice(moments(game, seeds=4), THOUGHTS):
        worlds, traits = worlds_of(bot, 3)
        actions = codes(match, seat)
        for n, (world, mind) in enumerate(worlds):
            rng = [987654321 + n]
            chosen = plain.rollouts.sample(world, fields.clone(mind), traits[n], seat, 0.4, rng)
            states, minds = fast._states([world]), fast._states([mind])
            lots = numpy.array([987654321 + n])
            rows = numpy.array(traits[n], numpy.float64)
            assert fast.rollouts.sample(states[0], minds[0], rows, seat, 0.4, lots) == chosen
            assert lots[0] == rng[0]
            seats, some = [seat] * len(actions), [traits[n]] * len(actions)
            alike = [(world, mind)] * len(actions)
            chances = plain.likelihoods(copies(alike), some, seats, actions)
            assert fast.likelihoods(alike, some, seats, actions) == pytest.approx(chances, abs=1e-9)
            compared += 1
        values = ahead(plain, worlds, traits, seat, actions)
        assert ahead(fast, worlds, traits, seat, actions) == pytest.approx(values, abs=1e-9)
    report(f"plain and compiled thoughts alike, {game}: worlds", compared)
    assert compared > 10


@pytest.mark.compiled
@every_game
def test_plain_and_compiled_bots_play_alike_with_the_same_worlds(game: str) -> None:
    """The same number of worlds, the same seed: the same move."""
    for match, seat, bot in islice(moments(game, seeds=1), THOUGHTS):
        assert bot.search is not None
        fast = LevelBot(bot.seat_info, bot.level)
        assert fast.search is not None
        fast.search.worlds, fast.search.playouts = bot.search.worlds, bot.search.playouts
        for event in match.history(seat):
            fast.observe(event)
        view, legal = match.view(seat), match.legal(seat)
        assert fast.act(view, legal) == bot.act(view, legal)


# --- fairness ----------------------------------------------------------------------------------------------------


@every_game
def test_an_action_meets_the_same_luck_alone_or_beside_others(game: str) -> None:
    plain = engine(GAMES[game], wants_compiled=False)
    compared = 0
    for match, seat, bot in islice(moments(game, seeds=2), THOUGHTS):
        worlds, traits = worlds_of(bot, 3)
        actions = codes(match, seat)
        together = ahead(plain, worlds, traits, seat, actions)
        backwards = ahead(plain, worlds, traits, seat, actions[::-1])
        assert backwards[::-1] == together
        for action, hope in list(zip(actions, together, strict=True))[:3]:
            assert ahead(plain, worlds, traits, seat, [action]) == [hope]
            compared += 1
    assert compared > 10


@every_game
def test_values_are_shares_of_a_victory_and_the_worse_half_is_eliminated(game: str) -> None:
    plain = engine(GAMES[game], wants_compiled=False)
    for match, seat, bot in islice(moments(game, seeds=1), THOUGHTS):
        worlds, traits = worlds_of(bot, 6)
        actions = codes(match, seat)
        sample = WorldSample(copies(worlds), traits)
        values = plain.action_values(sample, Alternatives(seat, actions), 8, 3, 77)
        kept = [value for value in values if value != ELIMINATED]
        assert all(0.0 <= value <= 1.0 for value in kept)
        assert 2 <= len(kept) <= max(2, (len(actions) + 1) // 2)


@every_game
def test_looking_ahead_leaves_the_worlds_as_they_were(game: str) -> None:
    plain = engine(GAMES[game], wants_compiled=False)
    for match, seat, bot in islice(moments(game, seeds=1), THOUGHTS):
        worlds, traits = worlds_of(bot, 2)
        before = copies(worlds)
        actions = codes(match, seat)
        plain.action_values(WorldSample(worlds, traits), Alternatives(seat, actions), 8, 1, 77)
        for (world, mind), (old, thought) in zip(worlds, before, strict=True):
            assert fields.same(world, old)
            assert fields.same(mind, thought)


@every_game
def test_a_world_counts_as_much_as_its_weight(game: str) -> None:
    plain = engine(GAMES[game], wants_compiled=False)
    match, seat, bot = next(iter(moments(game, seeds=1)))
    worlds, traits = worlds_of(bot, 2)
    actions = codes(match, seat)

    def values(*weights: float) -> list[float]:
        sample = WorldSample(copies(worlds), traits, weights)
        return plain.action_values(sample, Alternatives(seat, actions), 8, 1, 77)

    first, both = values(1.0, 0.0), values(3.0, 1.0)
    second = values(0.0, 1.0)
    assert both == pytest.approx([(3 * a + b) / 4 for a, b in zip(first, second, strict=True)])


@every_game
def test_choices_are_the_more_likely_the_more_they_are_worth(game: str) -> None:
    plain = engine(GAMES[game], wants_compiled=False)
    for match, seat, bot in moments(game, seeds=1):
        world, mind = bot.memory.believed(Random(1))
        traits = [level("voyante").traits[game]] * match.game.rules.SEATS
        actions = codes(match, seat)
        chances = [plain.rollouts.likelihood(world, mind, traits, seat, action) for action in actions]
        assert sum(chances) == pytest.approx(1.0)
        worth = [plain.policy.value(world, mind, traits, seat, action) for action in actions]
        order = sorted(range(len(actions)), key=lambda n: worth[n])
        assert sorted(chances) == pytest.approx([chances[n] for n in order])
        certain = plain.rollouts.sample(world, mind, traits, seat, 0.0, [1])
        assert worth[actions.index(certain)] == max(worth)


# --- clear cases -------------------------------------------------------------------------------------------------


def values_at(match: Match, mind: Any) -> dict[str, float]:
    """What a search sees in every action of the seat that is to act, without any doubt about the world."""
    seat, plain = match.asked, engine(match.game, wants_compiled=False)
    assert seat is not None
    traits = [[level("voyante").traits[match.game.name]] * match.game.rules.SEATS]
    actions = match.legal(seat)
    found = ahead(plain, [(match.state, mind)], traits, seat, codes(match, seat))
    return {str(action): hope for action, hope in zip(actions, found, strict=True)}


def test_E5_the_last_child_is_looked_for_where_it_is() -> None:
    match = staircase(2, disc="- red blue yellow green", pile="green-child", discard=9, won=(20, 26))
    tell(match, "flip green-child")
    mind = fields.blank(StairMind)
    begin(match.state, mind, [level("comte").traits["escalier"]] * 4, [1])
    values = values_at(match, mind)
    assert values["turn white"] == 1.0
    assert [values[f"turn {place}"] for place in ("green", "blue", "yellow")] == [0.0, 0.0, 0.0]


@each(
    "card, opened, refused",
    [
        ("scarecrow", 1.0, 0.0),
        ("musician-ghost", 1.0, 0.0),
        ("plain-monster", 0.5, 0.0),  # level, and shared
        ("vamp-ghost", 0.0, 0.0),
        ("vamp-vampire", 0.0, 1.0),  # T13: a brute does not protect
        ("child", 0.0, 1.0),
        ("taxi", 0.0, 0.5),  # T17: the brute keeps the vampires, only a monster drives off
    ],
)
def test_T8_the_last_card_of_all_is_let_in_if_that_wins(card: str, opened: float, refused: float) -> None:
    """Seat 1 has three points and knocks with the last card of the game; seat 3 has two."""
    match = party(
        {0: "", 1: card, 2: "", 3: ""},
        {1: "plain-vampire plain-monster brute-vampire", 3: "2*plain-ghost"},
        top=None,
    )
    match.play(1, f"offer {card} to 3")
    assert values_at(match, fields.blank(PartyMind)) == {"open": opened, "refuse": refused}


def test_E2_E5_the_count_knows_the_start() -> None:
    for colour in ("red", "green", "blue", "yellow"):
        match = tell(Match("escalier", 3), f"flip {colour}-child")
        assert str(answer(match, 0)) == f"turn {colour}"


def test_E8_E9_the_count_follows_ghosts_and_names_them() -> None:
    match = tell(Match("escalier", 3), "flip move", "0 move blue", "flip swap", "1 swap white red", "flip riddle")
    assert str(answer(match, 2)) == "name red"


def answer(match: Match, seat: int) -> object:
    """What a bot that thinks ahead does."""
    bot = plain_bot(match, seat)
    for event in match.history(seat):
        bot.observe(event)
    return bot.act(match.view(seat), match.legal(seat))
