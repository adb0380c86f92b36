"""Stand in for the modules that a game's bots leave out: players who forget nothing and guess no thoughts."""
