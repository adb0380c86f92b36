"""Our three games, each laid out as the package of any other game; `toctoc.core.plugins` finds them."""
