"""Whole games on a device: over lines, without a server."""

import asyncio

import pytest

from tests.browser_host.device import Tab
from toctoc.core.registry import BUILT_IN


async def game_to_its_end(game: str) -> None:
    tab = Tab()
    code = await tab.made(game, host={"name": "Anna", "start": True, "fill": "medium"})
    assert code.startswith("local-")
    player = await tab.player(code)
    assert await player.play() > 0
    assert player.is_over
    status, record = await tab.ask("GET", f"/api/tables/{code}/record")
    assert (status, record["game"]) == (200, game)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_game_is_played_to_its_end(game: str) -> None:
    asyncio.run(game_to_its_end(game))
