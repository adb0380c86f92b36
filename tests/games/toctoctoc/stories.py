"""The games of Toc Toc Toc! in the folder golden/: name, players, options, policy."""

STORIES: list[tuple[str, int, dict[str, object], int]] = [
    ("3-players", 3, {}, 0),
    ("4-players", 4, {"creator": 2}, 0),
    ("5-players-random-start", 5, {"start": "random"}, 0),
    ("memory-aid", 3, {"memory_aid": True}, 0),
]
