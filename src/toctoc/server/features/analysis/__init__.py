"""Analyse finished games in the background, and answer with the results."""
