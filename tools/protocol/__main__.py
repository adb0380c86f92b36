"""`python -m tools.protocol` in a checkout writes the description of the protocol."""

from pathlib import Path

from .files import files

for path, text in files(Path.cwd()).items():
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(path.relative_to(Path.cwd()))
