"""The daily deal: one sealed deal for each day and game, one try for each guest, and the results of all tries."""
