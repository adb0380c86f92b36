"""The programs behind run.py: they set up, build, test, lock and audit this repository.

They use only the standard library, since they run before anything is installed. Only `tools.protocol` needs the
installed package.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
