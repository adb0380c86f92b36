"""Play our games in OpenSpiel: after this import, `pyspiel.load_game("python_toctoctoc(players=4)")` finds them.

Needs the extra `openspiel`.
"""

from toctoc.lab import extra

extra.check("pyspiel", wanted="openspiel")

from .game import NoInformationStateTensor, OpenSpielGame, OpenSpielState, register  # noqa: E402  # after the check for the extra

__all__ = ["NoInformationStateTensor", "OpenSpielGame", "OpenSpielState", "register"]

register()
