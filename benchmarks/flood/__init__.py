"""Measure the delays of honest players while an attacker floods the server from one address."""
