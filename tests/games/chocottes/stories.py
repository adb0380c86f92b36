"""The games of Toc Chocottes in the folder golden/: name, players, options, policy."""

STORIES: list[tuple[str, int, dict[str, object], int]] = [
    ("2-players", 2, {"creator": 1}, 3),
    ("3-players-random-start", 3, {"start": "random"}, 3),
    ("4-players-no-snap-clock", 4, {"snap_seconds": 0}, 3),
    ("5-players-patient", 5, {}, 1),
    ("no-dreams", 3, {"dreams": 0}, 3),
    ("all-dreams-heavy-tiles", 3, {"dreams": 4, "tiles": [5, 10, 15]}, 3),
    ("memory-aid", 2, {"memory_aid": True}, 1),
]
