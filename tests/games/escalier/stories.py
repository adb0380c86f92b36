"""The games of L'Escalier hanté in the folder golden/: name, players, options, policy."""

STORIES: list[tuple[str, int, dict[str, object], int]] = [
    ("2-players", 2, {"creator": 1}, 0),
    ("3-players-random-start", 3, {"start": "random"}, 1),
    ("4-players-risk", 4, {"risk": True}, 1),
    ("memory-aid", 2, {"memory_aid": True}, 1),
]
