"""Measure how fast the games are played, beside OpenSpiel: python3 run.py bench.

docs/reports/performance.md and docs/reports/server.md have the results.
"""
