"""A game played or told in the terminal."""
