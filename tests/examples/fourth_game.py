"""The fourth game, installed: built into a wheel as pip would do it, and unpacked where only a test looks."""

import os
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from zipfile import ZipFile

from hatchling.builders.wheel import WheelBuilder

FOLDER = Path(__file__).parents[2] / "examples" / "fourth-game"
NAME = "armoire"


@cache
def installed() -> Path:
    """Install the game, once a process; return the folder that Python has to look into."""
    folder = Path(mkdtemp(prefix="toctoc-fourth-game-"))
    (wheel,) = WheelBuilder(str(FOLDER)).build(directory=str(folder), versions=["standard"])
    with ZipFile(wheel) as packed:
        packed.extractall(folder)
    Path(wheel).unlink()
    return folder


def environment() -> dict[str, str]:
    """Return what a program's environment needs so that Toctoc has a fourth game in it."""
    paths = [str(installed()), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
