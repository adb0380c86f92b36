"""Test the bots of a game: they play lawfully, give reasons, read no secrets, and beat random players."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from toctoc import lang
from toctoc.bots import LEVELS, Bot, Level, LevelBot, RandomBot, SeatInfo, level
from toctoc.bots.engine import engine
from toctoc.core import fields
from toctoc.core.match import Match

from .base import Suite
from .conformance import Conformance
from .secrets import skip_if_open
from .worlds import redealt

BEST = LEVELS[-2]  # the strongest level that plays by its policy alone in our games


class BotsSuite(Suite):
    """Test the bots of every game; skipped for a game without any."""

    def test_every_level_plays_lawfully_and_says_why(self, conformance: Conformance) -> None:
        say = lang.load("en")
        for own in levels(conformance):
            match = opened(conformance, conformance.game.players[0], own.name)
            bots = [LevelBot(seat_info(match, seat), own, plain=True) for seat in range(match.players)]
            for n, seat in enumerate(turns(match, bots)):
                if n % 10 == 0:
                    decision = bots[seat].decide(match.view(seat), match.legal(seat))
                    assert decision.action in match.legal(seat)
                    assert f"{conformance.name}.reason.{decision.reason.code}" in say
            assert match.over

    def test_policies_read_nothing_that_a_seat_may_not_know(self, conformance: Conformance) -> None:
        """In worlds that look the same to a seat, everything seems worth the same."""
        game, rules = conformance.game, conformance.game.rules
        skip_if_open(game)
        different = 0
        for own in levels(conformance):
            for match, seat in some_decisions(conformance, own.name):
                bot = LevelBot(seat_info(match, seat), own, plain=True)
                for event in match.history(seat):
                    bot.observe(event)
                known = game.knowledge(match.players, match.options, seat)
                for event in match.history(seat):
                    known.observe(event)
                world, mind = bot.memory.world(Random(1), [0] * rules.SEATS)
                other = redealt(conformance, known, seat, Random(2))
                assert values(bot, world, mind) == values(bot, other, mind)
                different += not fields.same(world, other)
        assert different, "two worlds never differed: seats of random games always know every card"

    def test_a_good_bot_beats_random_players(self, conformance: Conformance) -> None:
        found = {own.name: own for own in levels(conformance)}
        best = found.get(BEST, [*found.values()][-1])
        shares = []
        for game in range(self.counts.contests):
            match = opened(conformance, conformance.game.players[0], f"contest {game}")
            seat = game % match.players
            bots: list[Bot] = [RandomBot(seat_info(match, p, game)) for p in range(match.players)]
            bots[seat] = LevelBot(seat_info(match, seat, game), best)
            for _ in turns(match, bots):
                pass
            shares.append((seat in match.winners) / len(match.winners))
        won, wanted = sum(shares) / len(shares), 1.2 / conformance.game.players[0]
        advice = "better traits or a policy help; a game of luck alone has no levels.toml"
        assert won > wanted, f"{best.name} wins {won:.2f} of {len(shares)} games, not {wanted:.2f}: {advice}"


def levels(conformance: Conformance) -> list[Level]:
    """Return the levels that play a game."""
    found = [own for own in map(level, LEVELS) if own.plays(conformance.name)]
    if not found:
        pytest.skip("only `random` plays this game")
    return found


def opened(conformance: Conformance, players: int, seed: str) -> Match:
    """Return a game that begins, with dice of its own."""
    return Match(conformance.game, players, chance=Random(f"{conformance.name} {seed}").randrange)


def seat_info(match: Match, seat: int, seed: int = 1) -> SeatInfo:
    """Return a seat of a match for a bot."""
    return SeatInfo(match.game, match.players, match.options, seat, seed)


def turns(match: Match, bots: Sequence[Bot]) -> Iterator[int]:
    """Let bots play; yield the seat just before each decision."""
    for own, bot in enumerate(bots):
        match.follow(own, bot.observe)
    while (seat := match.asked) is not None:
        yield seat
        match.play(seat, bots[seat].act(match.view(seat), match.legal(seat)))


def some_decisions(conformance: Conformance, seed: str) -> Iterator[tuple[Match, int]]:
    """Yield some moments of random games at which a seat has a choice."""
    rng = Random(f"{conformance.name} decisions {seed}")
    for players in conformance.game.players:
        match = opened(conformance, players, f"decisions {seed}")
        while (seat := match.asked) is not None:
            if len(match.legal(seat)) > 1 and rng.random() < 0.1:
                yield match, seat
            match.play(seat, rng.choice(match.legal(seat)))


def values(bot: LevelBot, world: Any, mind: Any) -> list[float]:
    """Return the value of each action of a bot's seat in a world, by its policy."""
    game, seat = bot.seat_info.game, bot.seat_info.seat
    rules, policy = game.rules, engine(game, wants_compiled=False).policy
    actions = [rules.legal_nth(world, seat, n) for n in range(rules.legal_count(world, seat))]
    policy.prepare(world, mind, bot.traits, seat)
    return [policy.value(world, mind, bot.traits, seat, action) for action in actions]
