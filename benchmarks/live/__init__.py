"""Measure how a server of live tables bears its load, beside two others: python3 run.py bench live."""
