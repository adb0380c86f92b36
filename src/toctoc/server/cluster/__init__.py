"""Pass on what is for a table of another node of the same store."""
