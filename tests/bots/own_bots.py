"""Bots in Python files, as people write them: one that plays, and some with something wrong."""

from pathlib import Path

HEAD = "class {name}:\n    def __init__(self, seat_info):\n        self.seat_info = seat_info\n"
SOURCES = {
    "Fine": """    title = "Grandma"
    def observe(self, event):
        pass
    def act(self, view, legal):
        return legal[self.seat_info.seed % len(legal)]
""",
    "Stairs": """    games = ("escalier",)
    face = "owl"
    def observe(self, event):
        pass
    def act(self, view, legal):
        return legal[0]
""",
    "Deaf": """    def observe(self, event):
        raise RuntimeError("what did\\nyou say?")
    def act(self, view, legal):
        return legal[0]
""",
    "Cheat": """    def observe(self, event):
        pass
    def act(self, view, legal):
        return "everything"
""",
    "Leaver": """    def observe(self, event):
        pass
    def act(self, view, legal):
        raise SystemExit
""",
    "Mute": """    def observe(self, event):
        pass
""",
}
SHY = """class Shy:
    def __init__(self):
        pass
    def observe(self, event):
        pass
    def act(self, view, legal):
        return legal[0]
"""


def written(folder: Path, name: str = "own.py", more: str = "") -> Path:
    """A file with all of them."""
    file = folder / name
    classes = [HEAD.format(name=each) + source for each, source in SOURCES.items()]
    file.write_text(
        "\n\n".join([*classes, SHY, "def factory(seat_info):\n    return Fine(seat_info)", more]), encoding="utf-8"
    )
    return file
