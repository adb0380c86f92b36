"""Describe the protocol for programs: JSON Schema and TypeScript, made from the types that the server uses."""
