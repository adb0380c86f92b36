"""Golden stories: a whole game of each kind in notation, and the moment of a game that shows each option.

`make golden` writes them again; the difference is reviewed as text. Every step is followed by the events that all
viewers receive. An event that only one seat receives is marked with that seat.
"""
