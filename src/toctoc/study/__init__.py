"""Study a game for those who design it: many games of bots, counted by questions, as a page with its data."""
