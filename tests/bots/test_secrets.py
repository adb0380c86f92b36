"""Hidden information is sacred to bots too: what their seat may not know changes nothing that they think or do.

That bots cannot import the live game is a contract of the import linter, in pyproject.toml.
"""

import gc
import tomllib
from collections.abc import Iterator
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from tests.bots.tables import at_random, opened, seat_info, thinker, turns
from tests.conftest import Report
from tests.games.conformance import conformance, rule_options
from tests.scale import every, scaled
from toctoc import GAMES, Match
from toctoc.bots import LEVELS, LevelBot, level, make
from toctoc.bots.engine import engine
from toctoc.core import fields
from toctoc.games.toctoctoc import rules as toctoctoc
from toctoc.testing.worlds import redealt
from tools import ROOT

every_game = pytest.mark.parametrize("game", GAMES)


def test_bots_may_not_import_the_live_game_nor_its_record() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    [contract] = [contract for contract in contracts if contract["name"].startswith("Bots never")]
    assert contract["type"] == "forbidden"
    assert set(contract["forbidden_modules"]) >= {
        "toctoc.core.match",
        "toctoc.record",
        "toctoc.arena",
        "toctoc.cli",
    }


# --- what a bot gets hold of -------------------------------------------------------------------------------------


def reachable(thing: object) -> Iterator[object]:
    """Everything that a thing holds, and what that holds, but for code."""
    code = (ModuleType, type, FunctionType, BuiltinFunctionType, MethodType)
    seen, waiting = {id(thing)}, [thing]
    while waiting:
        here = waiting.pop()
        yield here
        for other in gc.get_referents(here):
            if id(other) not in seen and not isinstance(other, code):
                seen.add(id(other))
                waiting.append(other)


@every_game
def test_a_bot_holds_neither_the_match_nor_its_state(game: str) -> None:
    match = opened(game, GAMES[game].players[0], 1)
    bots = [make(name, seat_info(match, seat)) for seat, name in enumerate(["voyante"] * match.players)]
    bots[0] = LevelBot(seat_info(match, 0), thinker(), plain=True)
    for decision, _ in enumerate(turns(match, bots)):
        if decision == 12:
            break
    live = {id(match), id(match.state), id(match.steps)}
    for field in fields.fields(match.game.rules.State):
        value = getattr(match.state, field.name)
        if field.shape:
            live.add(id(value))
    for bot in bots:
        held = [thing for thing in reachable(bot) if not isinstance(thing, int)]
        assert len(held) > 50
        assert not [thing for thing in held if id(thing) in live or isinstance(thing, Match)]


def test_T4_the_world_of_a_bot_has_unknown_cards_in_other_hands() -> None:
    for match, seat in at_random("toctoctoc", 4, 3):
        if len(match.steps) % 7:
            continue
        world, _ = heard(LevelBot(seat_info(match, seat), level("comte"), plain=True), match).memory.believed(
            Random(1)
        )
        for p in range(4):
            known = sum(world.hand[p][: toctoctoc.KINDS])
            assert known == (world.hand_size[p] if p == seat else 0)
        if world.phase == toctoctoc.ANSWERING:
            assert world.offered == toctoctoc.UNKNOWN


# --- other worlds ------------------------------------------------------------------------------------------------


def heard(bot: LevelBot, match: Match) -> LevelBot:
    for event in match.history(bot.seat_info.seat):
        bot.observe(event)
    return bot


def another(bot: LevelBot, rng: Random) -> Any:
    """A world that differs from others in what the bot's seat may not know."""
    return redealt(conformance(bot.seat_info.game.name), bot.memory.knowledge, bot.seat_info.seat, rng)  # type: ignore[attr-defined]  # every memory has one


def moments(game: str, seeds: int) -> Iterator[tuple[Match, int]]:
    """Some decisions of random games."""
    for chosen in (rule_options(game)[0], rule_options(game)[-1]):
        for seed in range(seeds):
            rng = Random(seed)
            for match, seat in at_random(game, rng.choice(GAMES[game].players), seed, **chosen):
                if len(match.legal(seat)) > 1 and rng.random() < 0.12:
                    yield match, seat


def thoughts(bot: LevelBot, world: Any, mind: Any) -> tuple[int, list[float], list[float]]:
    """What the bot's seat would choose in a world, what every action seems worth, and how likely it is."""
    game, seat = bot.seat_info.game, bot.seat_info.seat
    rules, plain = game.rules, engine(game, wants_compiled=False)
    traits = [bot.level.traits[game.name]] * rules.SEATS
    actions = [rules.legal_nth(world, seat, n) for n in range(rules.legal_count(world, seat))]
    own = fields.clone(mind)
    chosen = plain.rollouts.sample(world, own, traits, seat, 0.3, [12345678901])
    plain.policy.prepare(world, own, traits, seat)
    worth = [plain.policy.value(world, own, traits, seat, action) for action in actions]
    chances = [plain.rollouts.likelihood(world, own, traits, seat, action) for action in actions]
    return chosen, worth, chances


@every_game
def test_policies_read_nothing_that_a_seat_may_not_know(game: str, report: Report) -> None:
    compared = different = 0
    for number, (match, seat) in enumerate(moments(game, scaled(1, most=3))):
        for name in LEVELS[number % every(4) :: every(4)]:
            bot = heard(LevelBot(seat_info(match, seat), level(name), plain=True), match)
            world, mind = bot.memory.world(Random(1), [0] * match.game.rules.SEATS)
            thought = thoughts(bot, world, mind)
            for n in range(scaled(1, most=3)):
                other = another(bot, Random(n))
                assert thoughts(bot, other, mind) == thought
                compared += 1
                different += not fields.same(world, other)
    report(f"worlds in which bots of {game} think alike", compared)
    assert different > compared / 2


def test_T8_the_card_at_the_door_does_not_tell_whether_to_open() -> None:
    """All the cards that may be there, and all the hands beside it."""
    doors = set()
    for match, seat in moments("toctoctoc", seeds=scaled(2, most=4)):
        if match.state.phase != toctoctoc.ANSWERING:
            continue
        bot = heard(LevelBot(seat_info(match, seat), level("voyante")), match)
        world, mind = bot.memory.world(Random(0), [])
        thought = thoughts(bot, world, mind)
        for n in range(12):
            other = another(bot, Random(n))
            assert thoughts(bot, other, mind) == thought
            doors.add(other.offered)
    assert len(doors) > 10


@every_game
def test_worlds_that_look_the_same_are_answered_the_same(game: str) -> None:
    """Decision, reason and reaction time: the view and the choices of a seat are equal, so is all the rest."""
    for match, seat in moments(game, scaled(1, most=3)):
        bot = heard(LevelBot(seat_info(match, seat), level("voyante")), match)
        true = bot.decide(match.view(seat), match.legal(seat))
        s = another(bot, Random(5))
        rules = match.game.rules
        view = match.game.view(s, seat)
        codes = [rules.legal_nth(s, seat, n) for n in range(rules.legal_count(s, seat))]
        legal = tuple(match.game.action(s, code) for code in codes)
        assert view == match.view(seat)
        assert set(legal) == set(match.legal(seat))
        assert bot.decide(view, legal) == true
