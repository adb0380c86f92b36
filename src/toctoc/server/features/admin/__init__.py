"""What the host of a server sees and does in a browser: its tables and load, never its cards."""
