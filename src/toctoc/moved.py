"""Import modules by the names that they had in 0.1.0, with a `DeprecationWarning`; until 0.3.0."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from warnings import warn

# A package stands for all modules in it.
MOVED = {
    **{
        f"toctoc.games.{name}": f"toctoc.core.{name}"
        for name in (
            "compile", "errors", "fields", "game", "inspection", "match", "notation", "options",
            "plugins", "position", "registry", "view_fields",
        )
    },
    "toctoc.games.layout": "toctoc.core.game_package",
    "toctoc.games.one_world": "toctoc.core.partial_world",
    "toctoc.games.written": "toctoc.core.state_repr",
    "toctoc.analysis.following": "toctoc.analysis.tracker",
    "toctoc.analysis.working": "toctoc.analysis.worker",
    "toctoc.arena.bot_games": "toctoc.arena.simulation",
    "toctoc.arena.contests": "toctoc.arena.tournament",
    "toctoc.arena.counting": "toctoc.arena.tally",
    "toctoc.arena.finish": "toctoc.arena.ratings",
    "toctoc.arena.kept": "toctoc.journal",
    "toctoc.arena.ledger": "toctoc.arena.journal",
    "toctoc.arena.notebook": "toctoc.arena.journal",
    "toctoc.arena.playing": "toctoc.arena.bot_play",
    "toctoc.arena.running": "toctoc.arena.tournament",
    "toctoc.arena.standing": "toctoc.arena.results",
    "toctoc.arena.summary": "toctoc.arena.tally",
    "toctoc.bots.fading": "toctoc.bots.act_r",
    "toctoc.bots.habits": "toctoc.bots.policy_play",
    "toctoc.bots.habitual": "toctoc.bots.bulk_play",
    "toctoc.bots.layout": "toctoc.bots.bot_modules",
    "toctoc.codec.layout": "toctoc.codec.codec_modules",
    "toctoc.lab.followed": "toctoc.lab.tracked_match",
    "toctoc.lab.layout": "toctoc.codec.codec_modules",
    "toctoc.lab.soloing": "toctoc.lab.gym_kernel",
    "toctoc.lab.soloist": "toctoc.lab.gym_env",
    "toctoc.lab.stepping": "toctoc.lab.batch_kernel",
    "toctoc.study.course": "toctoc.study.kernel",
    "toctoc.study.layout": "toctoc.study.study_modules",
    "toctoc.study.notebook": "toctoc.study.journal",
}  # fmt: skip


class MovedFinder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module that has moved."""
        new = new_name(fullname) if fullname.startswith("toctoc.") else None
        if new is None or find_spec(new) is None:
            return None
        return ModuleSpec(fullname, MovedLoader(new))


class MovedLoader(Loader):
    def __init__(self, new: str) -> None:
        self.new = new

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        warn(f"{spec.name} is {self.new} now; the old name works until 0.3.0", DeprecationWarning, stacklevel=2)
        module = import_module(self.new)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its own spec back; it was executed when it was imported by its new name."""
        module.__spec__ = self.spec


def new_name(old: str) -> str | None:
    """Return the present name of a module; None if it has not moved."""
    for moved, new in MOVED.items():
        if old == moved or old.startswith(f"{moved}."):
            return new + old.removeprefix(moved)
    return None


def install() -> None:
    """Let Python find modules by their old names: first, since an old folder may have left its cache behind."""
    sys.meta_path.insert(0, MovedFinder())
