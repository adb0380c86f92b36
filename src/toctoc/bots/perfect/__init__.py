"""Stand in for the rooms that a game's bots leave out: players who forget nothing and follow nobody's thoughts."""
