"""Measure how fast the games are played, beside OpenSpiel: python3 run.py bench. Results: docs/performance.md."""
