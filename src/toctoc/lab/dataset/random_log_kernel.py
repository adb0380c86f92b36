"""Play random games as `simulate` does, and note every step; or count what was legal in games that were played.

Loaded once per game, with `rules` bound to that game's rules. A step is a row of three arrays: `seats`, where
CHANCE is -1; `codes`, the action or the outcome as the rules number them; and `legal`, how many actions there were
to choose from, 0 for chance. The steps of a game follow those of the game before; `ends` is where they end.
"""

from typing import Any

from toctoc.games.compile.playout import roll, seed_rng

rules: Any

CHANCE = -1  # in `seats`


def play(s: Any, rng: Any, seats: Any, codes: Any, legal: Any, step: int) -> int:
    """Play on to the end at random, note the steps that there is room for, and return where they end."""
    room = len(seats)
    while True:
        seat = rules.asked(s)
        if seat >= 0:
            count = rules.legal_count(s, seat)
            code = rules.legal_nth(s, seat, roll(rng, count))
            rules.act(s, seat, code)
        elif seat == rules.CHANCE:
            seat, count = CHANCE, 0
            code = rules.chance_pick(s, roll(rng, rules.chance_total(s)))
            rules.take_chance(s, code)
        else:
            return step
        if step < room:
            seats[step] = seat
            codes[step] = code
            legal[step] = count
        step += 1


def games(
    s: Any, settings: Any, seed: int, first: int, rng: Any, scores: Any, wins: Any, seats: Any, codes: Any,
    legal: Any, ends: Any,
) -> None:  # fmt: skip
    """Play one random game for each row of the results, as games first, first + 1, ... of a simulation."""
    step = 0
    for g in range(len(ends)):
        seed_rng(rng, seed, first + g)
        rules.setup(s, *settings)
        step = play(s, rng, seats, codes, legal, step)
        ends[g] = step
        for p in range(s.players):
            scores[g][p] = rules.score(s, p)
            wins[g][p] = 1 if rules.won(s, p) else 0


def count_legal(s: Any, settings: Any, seats: Any, codes: Any, legal: Any, ends: Any) -> None:
    """Play games again from their steps, and count the legal actions of every step."""
    step = 0
    for end in ends:
        rules.setup(s, *settings)
        while step < end:
            seat = seats[step]
            if seat >= 0:
                legal[step] = rules.legal_count(s, seat)
                rules.act(s, seat, codes[step])
            else:
                legal[step] = 0
                rules.take_chance(s, codes[step])
            step += 1
