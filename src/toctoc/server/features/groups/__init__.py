"""Groups: a standing link for people who play together, with remembered names, a chair each, and a series."""
