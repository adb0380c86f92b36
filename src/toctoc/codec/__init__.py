"""Turn what a seat knows, and what it does, into numbers: for the laboratory, and for bots that play by a net."""
