"""Encode observations and actions as numbers, for the laboratory and for nets."""
