"""The stories of Toc Toc Toc! in the folder golden/: name, players, options, policy.

An excerpt also has the event that begins it and its number of steps.
"""

STORIES: list[tuple[str, int, dict[str, object], int] | tuple[str, int, dict[str, object], int, str, int]] = [
    ("3-players", 3, {}, 0),
    ("4-players", 4, {"creator": 2}, 0, "TopTurned", 6),
    ("5-players-random-start", 5, {"start": "random"}, 0, "Started", 2),
    ("memory-aid", 3, {"memory_aid": True}, 0, "Drew", 6),
]
