"""Stand in for the modules that a game's bots leave out: they forget nothing and infer nothing."""
