"""Store tables in PostgreSQL, for any number of nodes at once."""
