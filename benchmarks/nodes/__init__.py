"""Measure a move on SQLite, and on one, two and three nodes of a database: python3 run.py bench nodes."""
