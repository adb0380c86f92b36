"""Describe the protocol for programs: JSON Schema and TypeScript, generated from the server's types."""
