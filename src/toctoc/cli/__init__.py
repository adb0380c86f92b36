"""The command line: `toctoc play | serve | bots | simulate | arena | replay | verify | rules | completion`."""
