"""Carry HTTP requests and websockets between clients and the live tables."""
