"""Store tables in one SQLite file, for one process."""
