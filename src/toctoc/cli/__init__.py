"""Run the program `toctoc`: its commands, the game in the terminal, and what they share."""
