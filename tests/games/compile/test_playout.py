"""Random games, and the generator that plays them."""

from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.games.positions import EVERY_GAME
from tests.scale import each, scaled
from toctoc.core import fields, options
from toctoc.core.compile import playout
from toctoc.core.compile.playout import FACTOR, LOW, SEED_LIMIT, roll, scramble, seed_rng
from toctoc.core.registry import GAMES

PERIOD_PRIME = FACTOR * 2**31 - 1  # each step divides by 2**31, modulo this
LIMBS = st.integers(0, LOW)
SEEDS = st.integers(0, SEED_LIMIT - 1)
LAST = SEED_LIMIT - 1


def playout_of(name: str) -> Any:
    """A copy of the module that plays a game; the module itself stays as it is."""
    spec = spec_from_file_location(f"playout_of_{name}", str(playout.__file__))
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = module_from_spec(spec)
    spec.loader.exec_module(module)
    module.rules = GAMES[name].rules  # type: ignore[attr-defined]  # declared there without a value
    return module


def settings_of(name: str, players: int, **chosen: object) -> tuple[int, ...]:
    game = GAMES[name]
    return game.settings(players, options.complete(game.options, chosen))


def sown(seed: int, game: int) -> list[int]:
    rng = [0]
    seed_rng(rng, seed, game)
    return rng


def stream(seed: int, game: int, n: int, length: int) -> list[int]:
    rng = sown(seed, game)
    return [roll(rng, n) for _ in range(length)]


def chi_square(values: list[int], n: int) -> float:
    expected = len(values) / n
    return sum((values.count(value) - expected) ** 2 / expected for value in range(n))


# --- the generator ------------------------------------------------------------------------------------------


def unscramble(h: int) -> int:
    """The other way round, step by step."""
    h ^= h >> 16
    h = (h * pow(0x119DE1F3, -1, 2**31)) & LOW
    h ^= (h >> 15) ^ (h >> 30)
    h = (h * pow(0x45D9F3B, -1, 2**31)) & LOW
    return h ^ (h >> 16)


@given(LIMBS)
@example(0)
@example(LOW)
def test_scrambling_is_a_bijection_of_31_bit_numbers(h: int) -> None:
    assert 0 <= scramble(h) <= LOW
    assert unscramble(scramble(h)) == h


@pytest.mark.untraced
@each("bit", range(31))
def test_scrambling_spreads_every_bit_over_all_others(bit: int) -> None:
    """One bit of a thousand numbers is flipped: every bit of the result flips in a third of them at least."""
    flips = [scramble(h * 2097143 & LOW) ^ scramble((h * 2097143 & LOW) ^ 1 << bit) for h in range(1000)]
    for place in range(31):
        assert 333 < sum(flip >> place & 1 for flip in flips) < 667


def is_prime(n: int) -> bool:
    """Miller and Rabin; certain below 2**64 with these bases."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(base, odd, n)
        if x not in (1, n - 1) and all(pow(x, 2**i, n) != n - 1 for i in range(1, twos)):
            return False
    return True


def test_the_period_is_about_two_to_the_61() -> None:
    """A safe prime: the only periods there are, but for 0 and the prime itself, are p - 1 and half of it."""
    assert is_prime(PERIOD_PRIME)
    assert is_prime((PERIOD_PRIME - 1) // 2)
    assert PERIOD_PRIME > 2**61


@given(seed=SEEDS, game=SEEDS, n=st.integers(1, LOW))
@example(seed=0, game=0, n=1)
@example(seed=LAST, game=LAST, n=LOW)
def test_a_roll_is_a_number_below_n_and_a_step_of_the_generator(seed: int, game: int, n: int) -> None:
    """Multiply-with-carry divides the state by 2**31; the state never is one of the two that do not move."""
    rng = sown(seed, game)
    for _ in range(20):
        before = rng[0]
        assert 0 < before < PERIOD_PRIME
        assert 0 <= roll(rng, n) < n
        assert rng[0] * 2**31 % PERIOD_PRIME == before
        assert rng[0] < 2**63


@given(low=LIMBS, n=st.integers(1, LOW))
def test_a_roll_scales_the_low_31_bits(low: int, n: int) -> None:
    before = low * 2**31 % PERIOD_PRIME  # the state that steps to `low`
    rng = [before]
    assert roll(rng, n) == low * n // 2**31
    assert rng[0] & LOW == low


@given(limbs=st.lists(LIMBS, min_size=4, max_size=4), which=st.integers(0, 3), other=LIMBS)
@example(limbs=[0, 0, 0, 0], which=0, other=1)
@example(limbs=[0, 0, 0, 0], which=3, other=LOW)
def test_another_seed_or_another_game_gives_another_stream(limbs: list[int], which: int, other: int) -> None:
    """Whichever half of whichever number is different."""
    changed = limbs.copy()
    changed[which] = other
    streams = [sown(a << 31 | b, c << 31 | d) for a, b, c, d in (limbs, changed)]
    assert (streams[0] == streams[1]) == (limbs == changed)


def test_seed_and_game_do_not_stand_for_each_other() -> None:
    assert stream(1, 2, 1000, 5) != stream(2, 1, 1000, 5)
    assert stream(7, 7, 1000, 5) != stream(8, 8, 1000, 5)


@pytest.mark.untraced
@each("n, most", [(2, 10.9), (6, 20.6), (13, 33.0), (56, 93.2)])  # once in a thousand
@each("seed", [0, 1, 20261115, LAST])
def test_every_number_is_rolled_about_as_often(n: int, most: float, seed: int) -> None:
    assert chi_square(stream(seed, 0, n, scaled(5000, most=20_000)), n) < most


@pytest.mark.untraced
@each("seed", [0, 1, 20261115, LAST])
@each("first", [0, 2**31 - 5000, 2**40])
def test_the_first_roll_of_neighbouring_games_is_fair(seed: int, first: int) -> None:
    games = scaled(3000, most=10_000)
    assert chi_square([stream(seed, first + g, 6, 1)[0] for g in range(games)], 6) < 20.6
    assert chi_square([stream(first + g, seed, 6, 1)[0] for g in range(games)], 6) < 20.6


def test_pairs_of_rolls_are_fair() -> None:
    rolls = stream(3, 4, 6, 40_000)
    assert chi_square([a * 6 + b for a, b in zip(rolls[::2], rolls[1::2], strict=True)], 36) < 66.7


# --- games --------------------------------------------------------------------------------------------------


def test_the_module_itself_plays_no_game() -> None:
    playout_of("escalier")
    assert not hasattr(playout, "rules")


@each("name", EVERY_GAME)
@settings(max_examples=10)
@given(seed=SEEDS, game=SEEDS)
def test_a_playout_rolls_every_choice_and_every_chance(name: str, seed: int, game: int) -> None:
    """The same game as a plain loop plays with `roll`: the same end, the same count, the same generator."""
    rules, rng, twin_rng = GAMES[name].rules, sown(seed, game), sown(seed, game)
    s, twin = fields.blank(rules.State), fields.blank(rules.State)
    rules.setup(s, *settings_of(name, 3, start="random"))
    rules.setup(twin, *settings_of(name, 3, start="random"))
    decisions = 0
    while not rules.over(s):
        if rules.chance_total(s):
            rules.take_chance(s, rules.chance_pick(s, roll(rng, rules.chance_total(s))))
        else:
            seat = rules.asked(s)
            rules.act(s, seat, rules.legal_nth(s, seat, roll(rng, rules.legal_count(s, seat))))
            decisions += 1
    assert playout_of(name).playout(twin, twin_rng) == decisions
    assert fields.same(twin, s)
    assert twin_rng == rng


def simulated(name: str, players: int, seed: int, first: int, games: int) -> Any:
    decisions, scores, wins = [0] * games, [[-1] * 5 for _ in range(games)], [[-1] * 5 for _ in range(games)]
    state = fields.blank(GAMES[name].rules.State)
    playout_of(name).playouts(state, settings_of(name, players), seed, first, [0], decisions, scores, wins)
    return list(zip(decisions, scores, wins, strict=True))


@each("name", EVERY_GAME)
def test_playouts_are_games_first_and_following_of_a_simulation(name: str) -> None:
    """Each by itself, or in any pieces, the same games."""
    together = simulated(name, 3, 5, 40, 4)
    assert together == [*simulated(name, 3, 5, 40, 1), *simulated(name, 3, 5, 41, 3)]
    assert together != simulated(name, 3, 6, 40, 4)
    assert len({str(game) for game in together}) == 4


@each("name", EVERY_GAME)
def test_playouts_tell_decisions_scores_and_wins(name: str) -> None:
    rules = GAMES[name].rules
    for g, (decisions, scores, wins) in enumerate(simulated(name, 3, 5, 0, 3)):
        s = fields.blank(rules.State)
        rules.setup(s, *settings_of(name, 3))
        assert playout_of(name).playout(s, sown(5, g)) == decisions
        assert scores == [*(rules.score(s, p) for p in range(3)), -1, -1]
        assert wins == [*(int(rules.won(s, p)) for p in range(3)), -1, -1]
        assert 1 in wins
