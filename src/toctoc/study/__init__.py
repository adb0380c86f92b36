"""Study a game for its designers: many games of bots, counted by questions, as a page with its data."""
