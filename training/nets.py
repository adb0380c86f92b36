"""Define the nets: one that plays, from what its seat knows, and a critic that sees all hands."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

SEATS = 5
LAYER_WIDTH = 256
LEAST_SPREAD = 0.2  # what hardly ever differs is not blown up
Parts = Sequence[Sequence[int]]  # of each action


class Player(nn.Module):
    """Choose an action, and say each seat's chance to win, own seat first.

    With `parts` it answers for parts of actions: an action has the sum of its parts' logits.
    """

    def __init__(self, inputs: int, actions: int, parts: Parts | None = None, width: int = LAYER_WIDTH) -> None:
        super().__init__()
        self.register_buffer("scale", torch.ones(inputs))
        made = None if parts is None else _made_of(parts)
        self.register_buffer("made_of", made, persistent=False)
        self.first, self.second = nn.Linear(inputs, width), nn.Linear(width, width)
        self.policy = nn.Linear(width, actions if made is None else len(made))
        self.outlook = nn.Linear(width, SEATS)  # win probabilities; its name in files of weights
        with torch.no_grad():
            self.policy.weight.mul_(0.01)

    def forward(self, inputs: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of all actions, those that are not legal far below, and of each seat's victory."""
        x = torch.relu(self.first(inputs.float() * self.scale))
        x = torch.relu(self.second(x))
        logits = self.policy(x) if self.made_of is None else self.policy(x) @ self.made_of
        return logits.masked_fill(~mask, -1e9), self.outlook(x)


class Critic(nn.Module):
    """Say who will win, knowing all cards; the seats from the one that is asked, to the left."""

    def __init__(self, inputs: int, secrets: int, width: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.ones(inputs))
        self.first, self.second = nn.Linear(inputs + secrets, width), nn.Linear(width, width)
        self.winner = nn.Linear(width, SEATS)

    def forward(self, inputs: Tensor, secrets: Tensor) -> Tensor:
        """Return the logits of each seat's victory."""
        x = torch.cat([inputs.float() * self.scale, secrets.float()], 1)
        return self.winner(torch.relu(self.second(torch.relu(self.first(x)))))  # type: ignore[no-any-return]


def scale_inputs(nets: list[Any], inputs: Tensor) -> None:
    """Set how inputs are scaled, by how much they differ."""
    spread = inputs.float().std(0).clamp(min=LEAST_SPREAD)
    for net in nets:
        net.scale.copy_(1.0 / spread)


def draw(logits: Tensor, generator: torch.Generator) -> Tensor:
    """Draw an action of every row by its probability: the Gumbel-max trick."""
    noise = torch.rand(logits.shape, generator=generator, device=logits.device).clamp_(1e-9, 1 - 1e-7)
    return (logits - torch.log(-torch.log(noise))).argmax(1)


def adopt(player: Any, found: Any) -> None:
    """Give a player what another has learned; how its own inputs are scaled stays as it is."""
    weights = found.state_dict()
    weights["first.weight"] = weights["first.weight"] * (found.scale / player.scale)
    player.load_state_dict({**weights, "scale": player.scale})


def _made_of(parts: Parts) -> Tensor:
    """Return a table of parts and actions: 1 where the action has that part."""
    table = torch.zeros(1 + max(map(max, parts)), len(parts))
    for action, its in enumerate(parts):
        table[list(its), action] = 1.0
    return table


def imported(file: Path) -> Player:
    """Read weights that `export` has written."""
    with np.load(file, allow_pickle=False) as found:
        arrays = {name: found[name] for name in found.files}
    parts = arrays.pop("parts", None)
    arrays.pop("temperatures", None)  # of the win probabilities: another net needs others
    weights = {name: torch.from_numpy(value.astype(np.float32)) for name, value in arrays.items()}
    answers, (width, inputs) = weights["policy.weight"].shape[0], weights["first.weight"].shape
    if parts is None:
        player = Player(inputs, answers, width=width)
    else:
        own = [[part for part in its if part < answers] for its in parts.tolist()]
        player = Player(inputs, len(parts), own, width)
    player.load_state_dict({**weights, "scale": torch.ones(inputs)})
    return player


def export(weights: Mapping[str, Tensor], file: Path, parts: Parts | None = None) -> None:
    """Write a player's weights for NumPy, as half floats; the scale of the inputs goes into the first layer.

    `parts` are written so, too, in rows of the same length: what is missing is one more part, whose logit is 0.
    """
    found = {name: value.detach().double().cpu().numpy() for name, value in weights.items()}
    scale = found.pop("scale")
    found["first.weight"] = found["first.weight"] * scale
    arrays = {name: value.astype(np.float16) for name, value in sorted(found.items())}
    if parts is not None:
        longest, nothing = max(map(len, parts)), len(arrays["policy.bias"])
        rows = [[*its, *[nothing] * (longest - len(its))] for its in parts]
        arrays["parts"] = np.array(rows, np.uint8)
    np.savez(file, **arrays)  # type: ignore[arg-type]  # by keyword
