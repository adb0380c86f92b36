"""Identify clients and limit their use of the server: signatures, trusted hosts, proxies, rate budgets."""
