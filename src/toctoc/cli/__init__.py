"""Run the program `toctoc`: its commands, and the game in the terminal."""
