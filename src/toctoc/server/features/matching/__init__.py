"""Bring people together who want to play a game with anybody."""
