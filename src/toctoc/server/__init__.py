"""Serve tables over HTTP and websockets."""
