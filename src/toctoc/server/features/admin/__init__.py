"""The admin page of the host: tables and load, never names or cards."""
