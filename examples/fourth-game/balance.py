"""Is the game fair, short and more than luck? python balance.py [GAMES]

Bots play it, and this counts what README.md tells: who wins by the order of play, how long a game takes, what
happens in it, and how often each level beats the one below.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from toctoc import Match
from toctoc.bots import SeatInfo, make
from toctoc.core.game import Chance, Move

from armoire import GAME

LADDER = ("random", "petit-fantome", "apprenti", "chasseur", "voyante")


def play(names: Sequence[str], first: int, seed: int) -> Match:
    """Let bots of these names play a game."""
    match = Match(GAME, len(names), {"creator": first}, chance=Random(seed).randrange)
    bots = [make(name, SeatInfo(GAME, len(names), match.options, seat, seed)) for seat, name in enumerate(names)]
    for own, bot in enumerate(bots):
        match.follow(own, bot.observe)
    while (seat := match.asked) is not None:
        match.play(seat, bots[seat].act(match.view(seat), match.legal(seat)))
    return match


def among_equals(players: int, games: int) -> str:
    """Count games of good players: victories by the order of play, and what happens on the way."""
    wins = [0.0] * players
    seen: Counter[str] = Counter()
    for seed in range(games):
        match = play(["voyante"] * players, seed % players, seed)
        for winner in match.winners:
            wins[(winner - seed) % players] += 1 / len(match.winners)
        seen += Counter(str(step.action) for step in match.steps if isinstance(step, Move))
        seen += Counter(str(step.outcome) for step in match.steps if isinstance(step, Chance))
        seen["points"] += sum(match.scores)
    decisions = sum(number for words, number in seen.items() if words.startswith(("slip", "reach", "shut")))
    return (
        f"{players} players: {decisions / games:.0f} decisions, {seen['reach'] / games:.0f} hands in it, "
        f"{seen['out ghost'] / games:.1f} ghosts, {seen['points'] / games / players:.1f} points each; "
        f"first, second … to play win {' '.join(f'{win / games:.0%}' for win in wins)}"
    )


def ladder(games: int) -> list[str]:
    """Let each level play against the one below, two at a table."""
    lines = []
    for below, above in pairwise(LADDER):
        won = 0.0
        for seed in range(games):
            seat = seed % 2
            match = play([below, above] if seat else [above, below], seed // 2 % 2, seed)
            won += (seat in match.winners) / len(match.winners)
        lines.append(f"{above} wins {won / games:.0%} against {below}")
    return lines


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for number in GAME.players:
        print(among_equals(number, count))
    print(*ladder(count), sep="\n")
