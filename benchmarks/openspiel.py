"""Play OpenSpiel's C++ random games, through the fastest calls that its wheel offers.

`evaluate_bots` plays a whole game in C++, the deal included, between its uniformly random bots. `ISMCTSBot`
searches from a dealt hand by random rollouts to the end, with no deal in them: a stricter measure.
"""

from collections.abc import Iterable
from functools import partial
from importlib.util import find_spec
from random import Random
from typing import Any

from .measure import Contestant, Count

GAMES = ("hearts", "crazy_eights(players=4)")
PLAYERS = 4
BATCH = 20  # games played between two looks at the amount
HANDS = 8  # different hands of hearts that the rollouts begin with
ROLLOUTS = 250  # from each of the two places that a search evaluates
SIMULATIONS = 2  # a search needs two: the first evaluates the hand as it is, the second after one move
WHOLE, ROLLED = "OpenSpiel evaluate_bots", "OpenSpiel ISMCTSBot rollouts, no deal"


def available() -> bool:
    return find_spec("pyspiel") is not None


def contestants() -> list[Contestant]:
    found = [
        Contestant(name, PLAYERS, WHOLE, partial(play_games, name), partial(count_games, name)) for name in GAMES
    ]
    hands = [dealt_hand(number) for number in range(HANDS)]
    found.append(Contestant(GAMES[0], PLAYERS, ROLLED, partial(roll_out, hands), partial(count_rollouts, hands)))
    return found


# --- whole games -------------------------------------------------------------------------------------------


def play_games(name: str, amount: int) -> None:
    """Play batches of whole games; the same ones each time, for game and bots are seeded."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = random_bots()
    for seed in range(amount * BATCH):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)


def count_games(name: str, amount: int) -> Count:
    """Play the very same games once more, and count by their histories."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = random_bots()
    decisions = 0
    for seed in range(amount * BATCH):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        decisions += decisions_in(state.full_history())
    return Count(amount * BATCH, decisions)


def random_bots() -> list[Any]:
    import pyspiel

    return [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(PLAYERS)]


def decisions_in(history: Iterable[Any]) -> int:
    """Count the moves that players made; those of chance have a negative number for their player."""
    return sum(move.player >= 0 for move in history)


# --- rollouts from a dealt hand ----------------------------------------------------------------------------


def dealt_hand(number: int) -> Any:
    """Deal a hand of Hearts with cards to pass: without, the first move is forced and nothing is searched."""
    import pyspiel

    state = pyspiel.load_game(GAMES[0]).new_initial_state()
    state.apply_action(1 + number % 3)  # the direction in which cards are passed
    rng = Random(number)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def roll_out(hands: list[Any], amount: int) -> None:
    """Run `amount` searches."""
    import pyspiel

    for seed in range(amount):
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
        pyspiel.ISMCTSBot(seed, evaluator, 1.0, SIMULATIONS).step(hands[seed % HANDS])


def count_rollouts(hands: list[Any], amount: int) -> Count:
    """Count the decisions: from one hand all rollouts are equally long, less a move in the second half."""
    lengths = [moves_left(hand) for hand in hands]
    decisions = sum(ROLLOUTS * (2 * lengths[seed % HANDS] - 1) for seed in range(amount))
    return Count(amount * SIMULATIONS * ROLLOUTS, decisions)


def moves_left(hand: Any) -> int:
    """Count the decisions left in a dealt hand: every card is passed or played in any case."""
    import pyspiel

    state = hand.clone()
    pyspiel.evaluate_bots(state, random_bots(), 0)
    return decisions_in(state.full_history())
