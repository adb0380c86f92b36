"""The stories of Toc Toc Toc! in the folder golden/: name, players, options, policy.

Then the event that begins an excerpt and its number of steps; None for the whole game.
"""

Options = dict[str, object]
STORIES: list[tuple[str, int, Options, int, str | None, int]] = [
    ("3-players", 3, {}, 0, None, 0),
    ("4-players", 4, {"creator": 2}, 0, "TopTurned", 6),
    ("5-players-random-start", 5, {"start": "random"}, 0, "Started", 2),
    ("memory-aid", 3, {"memory_aid": True}, 0, "Drew", 6),
]
