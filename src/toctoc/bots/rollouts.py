"""Sample actions, compute their likelihood and play rollouts: one source for all games and both runtimes.

Loaded once per game and runtime, with `rules`, `mind` and `policy` bound to that game's.
"""

from math import exp, log
from typing import Any, NamedTuple

from toctoc.bots.bot import TEMPERATURE
from toctoc.core.compile.rng import LOW, roll, seed_rng

rules: Any
mind: Any
policy: Any
copy: Any  # copy(scratch, states, n): scratch[0] becomes a copy of states[n]

ENDLESS = 1_000_000  # turns
FLOOR = 0.02  # probability that is spread evenly over all actions


def sample(s: Any, m: Any, traits: Any, seat: int, temperature: float, rng: Any) -> int:
    """Sample an action by softmax over its value; `temperature` 0 takes the best."""
    policy.prepare(s, m, traits, seat)
    best, chosen = -1e30, -1
    for n in range(rules.legal_count(s, seat)):
        action = rules.legal_nth(s, seat, n)
        value = policy.value(s, m, traits, seat, action)
        if temperature > 0.0:  # the Gumbel-max trick
            value -= temperature * log(-log((roll(rng, LOW) + 0.5) / LOW))
        if value > best:
            best, chosen = value, action
    return chosen


def likelihood(s: Any, m: Any, traits: Any, seat: int, action: int) -> float:
    """Return the probability that the policy with these traits takes `action`."""
    temperature: float = max(traits[seat][TEMPERATURE], 0.05)
    policy.prepare(s, m, traits, seat)
    taken: float = policy.value(s, m, traits, seat, action)
    total = 0.0
    count: int = rules.legal_count(s, seat)
    for n in range(count):
        other: float = policy.value(s, m, traits, seat, rules.legal_nth(s, seat, n))
        total += exp(min((other - taken) / temperature, 30.0))
    return FLOOR / count + (1.0 - FLOOR) / max(total, 1e-9)


def likelihoods(worlds: Any, minds: Any, traits: Any, seats: Any, actions: Any, chances: Any) -> None:
    """Write to `chances` the likelihood of each action, in a world of its own."""
    for n in range(len(actions)):
        chances[n] = likelihood(worlds[n], minds[n], traits[n], seats[n], actions[n])


def step(s: Any, m: Any, traits: Any, seat: int, action: int, rng: Any) -> None:
    """Apply `action`; all players observe it."""
    mind.watch(s, m, traits, seat, action, rng)
    rules.act(s, seat, action)


def evaluate(s: Any, m: Any, seat: int) -> float:
    """Return the expected share of victory of `seat`: exact at the end, else by softmax over prospects."""
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


class SampledWorlds(NamedTuple):
    """Hold sampled worlds, and room to play in a copy of one."""

    states: Any
    minds: Any
    traits: Any  # by world and seat in `rollouts`, by seat in `endings`
    weights: Any
    state: Any  # a row of one: the copy
    mind: Any
    luck: Any


class Candidates(NamedTuple):
    """Hold the actions of `seat` that are compared; -1 is no action."""

    seat: int
    actions: Any
    alive: Any  # 1 for each action that is still compared
    totals: Any


def rollout(s: Any, m: Any, traits: Any, turns: int, rng: Any) -> None:
    """Play on for `turns` turns, every seat by its own traits; stop at the end of a chapter (a round)."""
    active, began = s.active, policy.chapter(s)
    while True:
        seat = rules.asked(s)
        if seat >= 0:
            if s.active != active:
                active = s.active
                turns -= 1
                if turns <= 0 or policy.chapter(s) != began:
                    return
            step(s, m, traits, seat, sample(s, m, traits, seat, traits[seat][TEMPERATURE], rng), rng)
        elif seat == rules.CHANCE:
            if policy.chapter(s) != began:
                return
            outcome = rules.chance_pick(s, roll(rng, rules.chance_total(s)))
            mind.watch_chance(s, m, traits, outcome, rng)
            rules.take_chance(s, outcome)
        else:
            return


def rollouts(worlds: Any, first: int, last: int, candidates: Any, turns: int, seed: int) -> None:
    """Add to `totals` the evaluation of every action still alive, in each of the worlds `first` to `last` - 1.

    All actions meet the same worlds and the same random numbers.
    """
    seat, luck = candidates.seat, worlds.luck
    for w in range(first, last):
        traits = worlds.traits[w]
        for a in range(len(candidates.actions)):
            if candidates.alive[a]:
                copy(worlds.state, worlds.states, w)
                copy(worlds.mind, worlds.minds, w)
                seed_rng(luck, seed, w)
                s, m = worlds.state[0], worlds.mind[0]
                step(s, m, traits, seat, candidates.actions[a], luck)
                rollout(s, m, traits, turns, luck)
                candidates.totals[a] += worlds.weights[w] * evaluate(s, m, seat)


def endings(worlds: Any, times: int, candidates: Any, chapters: int, seed: int) -> None:
    """Add to totals[world][action][p] the share of `p` after so many chapters: the mean of `times` playouts.

    All actions meet the same worlds and the same random numbers; -1 is no action: the world is played on.
    """
    traits, luck, actions = worlds.traits, worlds.luck, candidates.actions
    for w in range(len(worlds.states)):
        for time in range(times):
            for a in range(len(actions)):
                copy(worlds.state, worlds.states, w)
                copy(worlds.mind, worlds.minds, w)
                seed_rng(luck, seed, w * times + time)
                s, m = worlds.state[0], worlds.mind[0]
                if actions[a] >= 0:
                    step(s, m, traits, candidates.seat, actions[a], luck)
                played = 0
                while played < chapters and not rules.over(s):
                    rollout(s, m, traits, ENDLESS, luck)
                    played += 1
                for p in range(s.players):
                    candidates.totals[w][a][p] += evaluate(s, m, p) / times
