"""The stories of Toc Chocottes in the folder golden/: name, players, options, policy.

Then the event that begins an excerpt and its number of steps; None for the whole game.
"""

Options = dict[str, object]
STORIES: list[tuple[str, int, Options, int, str | None, int]] = [
    ("2-players", 2, {"creator": 1}, 3, None, 0),
    ("3-players-random-start", 3, {"start": "random"}, 3, "Started", 2),
    ("4-players-no-snap-clock", 4, {"snap_seconds": 0}, 3, "Snapped", 8),
    ("5-players-empty-pile", 5, {}, 1, "RoundEnded", 4),
    ("no-dreams", 3, {"dreams": 0}, 3, "Knocked", 2),
    ("all-dreams-heavy-tiles", 3, {"dreams": 4, "tiles": [5, 10, 15]}, 3, "TileDrawn", 2),
    ("memory-aid", 2, {"memory_aid": True}, 1, "Exchanged", 4),
]
