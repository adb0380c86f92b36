"""Decide what happens at one table, without sockets."""
