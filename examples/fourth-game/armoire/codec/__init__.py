"""Describe L'Armoire qui grince for `toctoc.lab`."""
