"""Bots that play L'Armoire qui grince: what they keep in mind, how they decide, and why."""
