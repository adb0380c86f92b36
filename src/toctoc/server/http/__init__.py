"""The HTTP part of the server: making, finding and reading tables."""
