"""Notify absent players of their turn at a slow table: Web Push (RFC 8030), with empty messages."""
