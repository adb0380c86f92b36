"""Write records as lines of JSON."""

import json

from toctoc.core.game import Chance, Step
from toctoc.fair import Device, Fair

from .model import FORMAT, Record, Seat


def write(record: Record) -> str:
    """Return a record as one line of JSON, without a line end.

    Args:
        record: The record.
    """
    return json.dumps(
        {
            "format": FORMAT,
            "game": record.game.name,
            "rules": record.game.rules.VERSION,
            "options": dict(record.options),
            "seats": [_seat(seat) for seat in record.seats],
            "steps": [written(step) for step in record.steps],
            "result": {
                "scores": record.result.scores,
                "winners": record.result.winners,
                "reason": record.result.reason,
            },
        }
        | ({"fair": _fair(record.fair)} if record.fair else {})
        | ({"lesson": True} if record.lesson else {}),
        ensure_ascii=False,
        separators=(",", ":"),
    )


def written(step: Step) -> list[object]:
    """Return a step in the form of a record.

    Args:
        step: The step.
    """
    if isinstance(step, Chance):
        return ["chance", str(step.outcome)]
    made_by = [] if step.by == "player" else [step.by]
    return [step.seat, str(step.action), *made_by]


def _seat(seat: Seat) -> dict[str, str]:
    more = {"bot": seat.bot, "avatar": seat.avatar}
    return {"name": seat.name} | {key: text for key, text in more.items() if text}


def _fair(fair: Fair) -> dict[str, object]:
    return {
        "number": fair.number,
        "commitment": fair.commitment,
        "secret": fair.secret.hex(),
        "seats": [_device(device) for device in fair.seats],
    }


def _device(device: Device | None) -> dict[str, str]:
    if device is None:
        return {}
    return {"hash": device.hash} | ({"part": device.part.hex()} if device.part is not None else {})
