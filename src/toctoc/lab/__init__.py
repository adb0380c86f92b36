"""Study the games by program: observations and actions as numbers, and thousands of tables at once.

Needs the extra `toctoc[lab]`.
"""

from typing import Any

from . import extra, registering

extra.check()

from toctoc.codec.coder import Codec, Field, codec  # noqa: E402  # first what says which extra is missing

from . import rows as rows  # noqa: E402  # what codecs call is then compiled, too
from .dataset import Observed, observations, records  # noqa: E402
from .tables import IllegalAction, Tables  # noqa: E402

__all__ = ["Codec", "Field", "IllegalAction", "Observed", "Tables", "codec", "observations", "records", "solo"]

registering.register()


def __getattr__(name: str) -> Any:
    """Import what needs Gymnasium when it is asked for: all else does without."""
    if name != "solo":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    extra.check("gymnasium")
    from .gym_env import solo

    return solo
