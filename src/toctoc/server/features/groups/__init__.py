"""Groups: a standing link for people that often play together, and the score of their series."""
