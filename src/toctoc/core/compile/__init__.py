"""Load a game's rules a second time, compiled by Numba, and play random games by either copy."""
