"""Evaluate a net in PyTorch, with gradients: the same numbers as `net.NumpyNet`."""

import torch
from torch import Tensor, nn

from toctoc.bots.net import HIDDEN, POLICY, WIN_PROBABILITY, NumpyNet

MASKED_LOGIT = -1e9  # the logit of an action outside the mask


class TorchNet(nn.Module):  # type: ignore[misc]  # not every lock has PyTorch
    """Hold the layers of a net, named as in its file of weights."""

    def __init__(self, net: NumpyNet) -> None:
        super().__init__()
        for name in (*HIDDEN, POLICY, WIN_PROBABILITY):
            weight, bias = (torch.from_numpy(array.copy()) for array in net.layers[name])
            layer = nn.Linear(*weight.shape)
            layer.load_state_dict({"weight": weight.T, "bias": bias})
            self.add_module(name, layer)
        parts = None if net.parts is None else torch.from_numpy(net.parts.astype("int64"))
        self.register_buffer("parts", parts, persistent=False)

    def forward(self, inputs: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of all actions, and of each seat's victory, for rows of inputs."""
        x = inputs.float()
        for name in HIDDEN:
            x = torch.relu(self.get_submodule(name)(x))
        logits = self.get_submodule(POLICY)(x)
        if self.parts is not None:  # an action has the sum of its parts; one part more has the logit 0
            logits = torch.cat([logits, torch.zeros_like(logits[:, :1])], 1)[:, self.parts].sum(-1)
        return logits.masked_fill(~mask, MASKED_LOGIT), self.get_submodule(WIN_PROBABILITY)(x)
