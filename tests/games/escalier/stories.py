"""The stories of L'Escalier hanté in the folder golden/: name, players, options, policy.

Then the event that begins an excerpt and its number of steps; None for the whole game.
"""

Options = dict[str, object]
STORIES: list[tuple[str, int, Options, int, str | None, int]] = [
    ("2-players", 2, {"creator": 1}, 0, None, 0),
    ("3-players-random-start", 3, {"start": "random"}, 1, "Started", 2),
    ("4-players-risk", 4, {"risk": True}, 1, "Asked", 4),
    ("memory-aid", 2, {"memory_aid": True}, 1, "Swapped", 4),
]
