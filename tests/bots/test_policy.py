"""Bots as policies: the same decisions as by name, and nets in NumPy and PyTorch."""

import importlib.util
import sys
from random import Random

import numpy as np
import pytest

from tests.scale import spread
from toctoc import Match
from toctoc.bots import BadLevel, SeatInfo, load, make
from toctoc.bots.learned import Learned

GAMES = spread(["toctoctoc", "chocottes", "escalier"], 1)


def begun(game: str, seed: int = 7) -> Match:
    return Match(game, 4, chance=Random(seed).randrange)


@pytest.mark.parametrize("name", ["comte", "voyante", "random"])
def test_a_policy_plays_as_the_bot_of_its_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    match, policy = begun("toctoctoc"), load(name, "toctoctoc")
    ours = [policy.follow(match, seat, seed=3) for seat in range(4)]
    theirs = [make(name, SeatInfo(match.game, 4, match.options, seat, 3)) for seat in range(4)]
    for place, bot in enumerate(theirs):
        match.follow(place, bot.observe)
    while (seat := match.asked) is not None:
        chosen = ours[seat].act(match.view(seat), match.legal(seat))
        assert chosen == theirs[seat].act(match.view(seat), match.legal(seat))
        match.play(seat, chosen)


@pytest.mark.parametrize("game", GAMES)
def test_the_inputs_of_a_net_are_those_that_its_bot_sees(game: str) -> None:
    match, policy = begun(game), load("comte", game)
    inputs = [policy.inputs(match, seat) for seat in range(4)]
    bots = [Learned(SeatInfo(match.game, 4, match.options, seat, 1)) for seat in range(4)]
    for place, bot in enumerate(bots):
        match.follow(place, bot.observe)
    for _ in range(30):
        if (seat := match.asked) is None:
            break
        assert inputs[seat].read() == bots[seat].inputs.read()
        assert policy.net is not None
        assert len(inputs[seat].mask()) == policy.net.actions
        match.play(seat, match.legal(seat)[0])


def test_a_bot_that_does_not_exist_or_has_no_net_is_refused() -> None:
    with pytest.raises(BadLevel, match="there is no bot 'ghost'"):
        load("ghost", "toctoctoc")
    voyante = load("voyante", "escalier")
    assert voyante.net is None
    for needs_net in (voyante.torch, lambda: voyante.inputs(begun("escalier"), 0)):
        with pytest.raises(BadLevel, match=r"voyante plays .* without a net"):
            needs_net()


def test_without_pytorch_the_error_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "toctoc.bots.torch_net", raising=False)
    with pytest.raises(ImportError, match=r"pip install .*torch numpy"):
        load("comte", "escalier").torch()


@pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="PyTorch is for learning alone")
@pytest.mark.parametrize("game", ["toctoctoc", "chocottes", "escalier"])
def test_pytorch_computes_what_numpy_computes(game: str) -> None:
    import torch

    policy, match = load("comte", game), begun(game)
    assert policy.net is not None
    module, rng, asked = policy.torch(), np.random.default_rng(1), match.asked
    assert asked is not None
    rows = [*rng.integers(0, 4, (5, policy.net.inputs)).tolist(), policy.inputs(match, asked).read()]
    mask = rng.random((len(rows), policy.net.actions)) < 0.5
    logits, victory = module(torch.tensor(rows), torch.tensor(mask))
    for n, row in enumerate(rows):
        legal = np.flatnonzero(mask[n]).tolist()
        np.testing.assert_allclose(logits[n][legal].detach(), policy.net.logits(row, legal), rtol=1e-3, atol=1e-3)
        assert (logits[n][~mask[n]] < -1e8).all()
    np.testing.assert_allclose(victory.detach(), policy.net.victory(rows), rtol=1e-3, atol=1e-3)
    logits.sum().backward()
    assert all(
        parameter.grad is not None for name, parameter in module.named_parameters() if "outlook" not in name
    )
