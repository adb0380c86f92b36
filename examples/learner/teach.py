"""Teach a policy to play, by games against itself: plain PyTorch on `toctoc.lab.Tables`, some minutes of one core.

python examples/learner/teach.py toctoctoc --minutes 10 --out policy.npz
toctoc arena toctoctoc --players 4 --field examples/learner/bot.py:Learner,petit-fantome

One net plays all seats of all tables. When a game is over, each decision has been worth what its seat won: what
led to more than was expected becomes likelier. (A policy gradient with a baseline, and steps clipped as in PPO.)
"""

import argparse
import time
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import nn

from toctoc.lab import Tables

TABLES, STEPS = 512, 256  # of a round; what is decided in games that outlast it is not learned from
HIDDEN_UNITS = 128  # of each of the two hidden layers
BATCH, EPOCHS, CLIP = 4096, 2, 0.2
RATES, CURIOSITY = (2e-3, 1e-4), (0.03, 0.003)  # at first and in the end


def judge(net: Any, obs: Any, mask: Any) -> tuple[Any, Any]:
    """Return the logarithm of each action's probability, and what the seat that is asked expects to win."""
    out = net(obs.float())
    return torch.log_softmax(out[:, :-1].masked_fill(~mask, -1e9), 1), out[:, -1]


def play(tables: Tables, net: Any) -> dict[str, Any]:
    """Play a round at all tables; return the decisions whose games have ended, with what their seats `won`."""
    rows, seen = np.arange(tables.num_envs), []
    for _ in range(STEPS):
        obs, mask, seat = torch.tensor(tables.obs), torch.tensor(tables.mask), tables.seat.copy()
        with torch.no_grad():
            chances, expected = judge(net, obs, mask)
        action = torch.multinomial(chances.exp(), 1)
        tables.step(action[:, 0].numpy())
        over = np.flatnonzero(tables.terminations)
        decided = {"obs": obs, "mask": mask, "action": action, "chance": chances.gather(1, action)}
        seen.append({**decided, "expected": expected, "seat": seat, "over": over, "reward": tables.rewards[over]})
    reward = np.full(
        (tables.num_envs, tables.players), np.nan, np.float32
    )  # of the game in a row, once it is known
    for step in reversed(seen):
        reward[step["over"]] = step["reward"]
        step["won"] = torch.tensor(reward[rows, step["seat"]])
    names = ("obs", "mask", "action", "chance", "expected", "won")
    found = {name: torch.cat([step[name] for step in seen]) for name in names}
    ended = ~found["won"].isnan()
    return {name: values[ended] for name, values in found.items()}


def learn(net: Any, optimizer: Any, seen: dict[str, Any], curiosity: float) -> None:
    """Make likelier what led to more than was expected, and expect what came."""
    gain = seen["won"] - seen["expected"]
    gain = (gain - gain.mean()) / gain.std()
    for _ in range(EPOCHS):
        for some in torch.randperm(len(gain)).split(BATCH):
            chances, expected = judge(net, seen["obs"][some], seen["mask"][some])
            ratio = (chances.gather(1, seen["action"][some]) - seen["chance"][some])[:, 0].exp()
            better = torch.minimum(ratio * gain[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[some]).mean()
            entropy = -(chances.exp() * chances).sum(1).mean()
            error = (expected - seen["won"][some]).square().mean()
            optimizer.zero_grad()
            (error - better - curiosity * entropy).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


def save(net: Any, file: str) -> None:
    """Write the weights for NumPy, layer by layer; without the last output, what a seat expects to win."""
    values = [value.detach().numpy() for value in net.parameters()]
    values[-2:] = [value[:-1] for value in values[-2:]]
    np.savez(file, **{f"{('weight', 'bias')[n % 2]}{n // 2}": value for n, value in enumerate(values)})


def main() -> None:
    """Teach for some minutes, or rounds; the policy is saved after each."""
    parser = argparse.ArgumentParser(description="Teach a policy to play, by games against itself.")
    parser.add_argument("game", nargs="?", default="toctoctoc")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=10, help="of one core's time")
    parser.add_argument("--rounds", type=int, help="instead of minutes: the same seed then gives the same policy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", default="policy.npz")
    asked = parser.parse_args()
    if (asked.rounds or asked.minutes) <= 0:
        parser.error("there have to be some minutes, or rounds")
    try:
        tables = Tables(asked.game, asked.players, TABLES, seed=asked.seed)
    except ValueError as error:
        parser.error(str(error))
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    sizes = (tables.codec.D, HIDDEN_UNITS, HIDDEN_UNITS, tables.codec.A + 1)
    first, second, third = (nn.Linear(*pair) for pair in pairwise(sizes))
    net = nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), third)
    optimizer = torch.optim.Adam(net.parameters())
    begun, rounds, done = time.process_time(), 0, 0.0
    while done < 1:
        rate, curiosity = (start * (end / start) ** done for start, end in (RATES, CURIOSITY))
        optimizer.param_groups[0]["lr"] = rate
        seen = play(tables, net)
        learn(net, optimizer, seen, curiosity)
        save(net, asked.out)
        rounds, minutes = rounds + 1, (time.process_time() - begun) / 60
        done = rounds / asked.rounds if asked.rounds else minutes / asked.minutes
        games, surprise = int(tables.game.max()) + 1, -float(seen["chance"].mean())
        print(f"round {rounds}, {minutes:.1f} minutes, {games:,} games, surprise {surprise:.2f}", flush=True)


if __name__ == "__main__":
    main()
