"""Colyseus' messages, as its server and client exchange them."""

import asyncio
from types import SimpleNamespace

from benchmarks.live import colyseus


def test_a_message_is_a_byte_its_name_and_what_it_says() -> None:
    assert colyseus.message("offer", 0, 3) == b"\x0d\xa5offer\x92\x00\x03"
    assert colyseus.message("answer", True) == b"\x0d\xa6answer\x91\xc3"


def test_offers_and_answers_take_turns_around_the_table() -> None:
    """What the client does not decode it knows: the seat after the one that offered offers next."""

    async def scene() -> list[tuple[int, bytes]]:
        said: list[tuple[int, bytes]] = []
        table = colyseus.ColyseusTable(lambda _: None)
        for seat in table.seats:
            transport = SimpleNamespace(send=lambda _, message, seat=seat: said.append((seat.number, message)))
            seat.transport = transport  # type: ignore[assignment]  # all that is needed of one
        for _ in range(6):
            table.play()
        return said

    assert asyncio.run(scene()) == [
        (0, colyseus.message("offer", 0, 1)),
        (1, colyseus.message("answer", True)),
        (1, colyseus.message("offer", 0, 0)),
        (0, colyseus.message("answer", False)),
        (2, colyseus.message("offer", 0, 0)),
        (0, colyseus.message("answer", True)),
    ]
