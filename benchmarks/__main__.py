"""Run one benchmark: python -m benchmarks NAME [ITS OPTIONS]."""

import sys
from importlib import import_module

from . import COMMANDS

if __name__ == "__main__":
    name, arguments = sys.argv[1], sys.argv[2:]
    import_module(COMMANDS[name]).main(arguments, prog_name=f"run.py bench {name}")
