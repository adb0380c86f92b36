"""All tests of the arena may use the fake bots."""

from tests.arena.fakes import fakes

__all__ = ["fakes"]
