"""Study the games by program: observations and actions as numbers, and thousands of tables at once.

Needs the extra `lab`.
"""

from typing import TYPE_CHECKING, Any

from . import extra, registering

extra.check()

from toctoc.codec.coder import Codec, Field, codec  # noqa: E402  # after the check for the extra

from . import rows as rows  # noqa: E402  # registers the compiled `write` of codecs
from .dataset import Observed, observations, records  # noqa: E402
from .policies import net  # noqa: E402
from .tables import IllegalAction, Tables  # noqa: E402

__all__ = [
    "Codec",
    "Field",
    "IllegalAction",
    "Observed",
    "Tables",
    "codec",
    "net",
    "observations",
    "records",
    "solo",
]

if TYPE_CHECKING:
    from .gym_env import solo as solo

registering.register()


def __getattr__(name: str) -> Any:
    """Import the Gymnasium environment on first use: all else does without Gymnasium."""
    if name != "solo":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    extra.check("gymnasium")
    from .gym_env import solo

    return solo
