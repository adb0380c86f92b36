"""Match players of the same game."""
