"""Study the games by program: observations and actions as numbers, and thousands of tables at once.

Needs the extra `toctoc[lab]`.
"""

from . import extra

extra.check()

from .coder import Codec, Field, codec  # noqa: E402  # first what says which extra is missing
from .dataset import Observed, observations, records  # noqa: E402
from .tables import IllegalAction, Tables  # noqa: E402

__all__ = ["Codec", "Field", "IllegalAction", "Observed", "Tables", "codec", "observations", "records"]
