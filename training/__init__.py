"""Teach a net to play, by games against itself, its older selves and the levels; not part of the package."""
