"""The example's game, installed for the servers of a test."""

import os
from pathlib import Path

GAME = "armoire"
EXAMPLE = Path(__file__).parents[2] / "examples" / "fourth-game"


def installed(folder: Path) -> dict[str, str]:
    """Return the environment of a program that finds the game as if `pip` had installed it."""
    about = folder / f"{GAME}-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {GAME}\nVersion: 0.1\n")
    (about / "entry_points.txt").write_text(f"[toctoc.games]\n{GAME} = {GAME}:GAME\n")
    found = [str(EXAMPLE), str(folder), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, found))}
