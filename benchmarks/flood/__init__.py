"""Flood a server from one address while honest people play: do they notice?"""
