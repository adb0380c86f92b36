"""The command line: `toctoc play | simulate | replay | verify | rules | completion`."""
