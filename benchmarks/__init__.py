"""How fast the games are played, beside OpenSpiel: python3 run.py bench. The results: docs/performance.md."""
