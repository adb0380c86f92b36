"""Measure how a server of live tables bears its load, beside boardgame.io's: python3 run.py bench live."""
