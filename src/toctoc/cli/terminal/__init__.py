"""Play games in the terminal, and tell recorded ones."""
