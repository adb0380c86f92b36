"""The daily deal: one sealed deal a day and game for everybody at a server, one try, and how others did."""
