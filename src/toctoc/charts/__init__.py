"""Draw charts: intervals as SVG, by matplotlib and as text; curves as SVG and as text.

The modules know nothing of games, bots or languages: callers hand over values, labels and titles.
"""

from typing import Protocol

# The night sky of pictures that are shared. Lines and dots differ in lightness and shape too, not by colour alone.
NIGHT, PANEL, GRID, TEXT, FAINT = "#0d1530", "#141f42", "#2b3966", "#eef1fa", "#a9b4d6"
AMBER, BLUE, ROSE, GREEN, VIOLET = "#f2b84b", "#6fc3f0", "#d9688f", "#7bd88f", "#b9a3f5"


class IntervalLike(Protocol):
    """A value with the ends of its 95 % confidence interval."""

    @property
    def value(self) -> float:
        """Return the estimate."""

    @property
    def low(self) -> float:
        """Return the lower end."""

    @property
    def high(self) -> float:
        """Return the upper end."""
