"""Tell who is not there that it is their turn at a slow table: Web Push (RFC 8030), without a word in it."""
