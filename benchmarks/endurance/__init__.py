"""Measure whether hours of churn, floods and faults lose a move or leave anything in memory."""
