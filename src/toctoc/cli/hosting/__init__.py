"""Start a server: for others, or for one's own browser."""
