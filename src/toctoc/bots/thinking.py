"""Choosing, judging others' choices, and looking ahead: the same for all games, by the same text in both runtimes.

Loaded once per game and runtime, with `rules`, `mind` and `policy` bound to that game's.
"""

from math import exp, log
from typing import Any

from toctoc.bots.traits import WHIM
from toctoc.games.compile.playout import LOW, roll, sow

rules: Any
mind: Any
policy: Any
put: Any  # put(scratch, all, n): scratch[0] becomes a copy of all[n]

FAINT = 0.02  # how likely anything is, whatever we think of a player


def choose(s: Any, m: Any, traits: Any, seat: int, whim: float, rng: Any) -> int:
    """An action, the more likely the more it is worth; `whim` is the difference that counts e times as much."""
    policy.prepare(s, m, traits, seat)
    best, chosen = -1e30, -1
    for n in range(rules.legal_count(s, seat)):
        action = rules.legal_nth(s, seat, n)
        promise = policy.value(s, m, traits, seat, action)
        if whim > 0.0:
            promise -= whim * log(-log((roll(rng, LOW) + 0.5) / LOW))  # the greatest of these is drawn by softmax
        if promise > best:
            best, chosen = promise, action
    return chosen


def likelihood(s: Any, m: Any, traits: Any, seat: int, action: int) -> float:
    """How likely a player of these traits would have taken that action."""
    whim: float = max(traits[seat][WHIM], 0.05)
    policy.prepare(s, m, traits, seat)
    taken: float = policy.value(s, m, traits, seat, action)
    total = 0.0
    count: int = rules.legal_count(s, seat)
    for n in range(count):
        other: float = policy.value(s, m, traits, seat, rules.legal_nth(s, seat, n))
        total += exp(min((other - taken) / whim, 30.0))
    return FAINT / count + (1.0 - FAINT) / max(total, 1e-9)


def judge(worlds: Any, minds: Any, traits: Any, seats: Any, actions: Any, chances: Any) -> None:
    """The likelihood of many actions, each in a world of its own."""
    for n in range(len(actions)):
        chances[n] = likelihood(worlds[n], minds[n], traits[n], seats[n], actions[n])


def do(s: Any, m: Any, traits: Any, seat: int, action: int, rng: Any) -> None:
    mind.watch(s, m, traits, seat, action, rng)
    rules.act(s, seat, action)


def standing(s: Any, m: Any, seat: int) -> float:
    """The share of a victory that a seat may hope for: exact at the end, before by how all players stand."""
    if rules.over(s):
        winners = 0
        for p in range(s.players):
            if rules.won(s, p):
                winners += 1
        return 1.0 / winners if rules.won(s, seat) else 0.0
    spread: float = policy.spread(s, m)
    mine: float = policy.prospect(s, m, seat)
    total = 0.0
    for p in range(s.players):
        total += exp((policy.prospect(s, m, p) - mine) / spread)
    return 1.0 / total


def play_on(s: Any, m: Any, traits: Any, turns: int, rng: Any) -> None:
    """Play a world for so many turns, every seat by its own traits; a round's end is far enough as well."""
    active, began = s.active, policy.chapter(s)
    while True:
        seat = rules.asked(s)
        if seat >= 0:
            if s.active != active:
                active = s.active
                turns -= 1
                if turns <= 0 or policy.chapter(s) != began:
                    return
            do(s, m, traits, seat, choose(s, m, traits, seat, traits[seat][WHIM], rng), rng)
        elif seat == rules.CHANCE:
            if policy.chapter(s) != began:
                return
            outcome = rules.chance_pick(s, roll(rng, rules.chance_total(s)))
            mind.watch_chance(s, m, traits, outcome, rng)
            rules.take_chance(s, outcome)
        else:
            return


def look_ahead(
    worlds: Any, minds: Any, traits: Any, weights: Any, first: int, last: int, seat: int, actions: Any, alive: Any,
    turns: int, seed: int, rng: Any, scratch: Any, thought: Any, totals: Any,
) -> None:  # fmt: skip
    """Add to `totals`, for every action still alive, what it came to in worlds `first` to `last` - 1.

    Every action meets the same worlds and the same luck.
    """
    for w in range(first, last):
        for a in range(len(actions)):
            if alive[a]:
                put(scratch, worlds, w)
                put(thought, minds, w)
                sow(rng, seed, w)
                s, m = scratch[0], thought[0]
                do(s, m, traits[w], seat, actions[a], rng)
                play_on(s, m, traits[w], turns, rng)
                totals[a] += weights[w] * standing(s, m, seat)
