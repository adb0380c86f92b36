"""Answer HTTP requests: make, find and read tables."""
