"""The stories of L'Escalier hanté in the folder golden/: name, players, options, policy.

An excerpt also has the event that begins it and its number of steps.
"""

STORIES: list[tuple[str, int, dict[str, object], int] | tuple[str, int, dict[str, object], int, str, int]] = [
    ("2-players", 2, {"creator": 1}, 0),
    ("3-players-random-start", 3, {"start": "random"}, 1, "Started", 2),
    ("4-players-risk", 4, {"risk": True}, 1, "Asked", 4),
    ("memory-aid", 2, {"memory_aid": True}, 1, "Swapped", 4),
]
