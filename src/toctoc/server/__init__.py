"""HTTP and websockets around the tables."""
