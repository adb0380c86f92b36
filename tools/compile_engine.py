"""Compile the modules of the engine, inside Pyodide: bytecode is of one version of Python.

tools/engine.py runs it by tools/pyodide.mjs, with the folders of the library and of the packages mounted here.
Docstrings are left out: they were a fifth of what a browser fetches.
"""

import ast
import marshal
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path

LIBRARY, PACKAGES, SITE_PACKAGES = Path("/library"), Path("/packages"), Path("/lib/python3.14/site-packages")
UNCHECKED_HASH = (1).to_bytes(4, "little") + bytes(8)  # of PEP 552: no times of files, and the source is not read
# Modules that are loaded a second time, under another name, are found by the name of their source.
NO_SOURCE = "raise ImportError('the engine has only the bytecode of this module')\n"
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
SHORT_DOCSTRING = "."  # of classes: for those without one, `dataclass` makes one up, slowly


def compile_file(source: Path, name: str, target: Path) -> None:
    """Write the bytecode of a source, without docstrings, to `target`; `name` is for tracebacks."""
    tree = ast.parse(source.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            short = SHORT_DOCSTRING if isinstance(node, ast.ClassDef) else ""
            node.body[0] = ast.copy_location(ast.Expr(ast.Constant(short)), node.body[0])
    code = compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True, optimize=0)
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(MAGIC_NUMBER + UNCHECKED_HASH + marshal.dumps(code))


for source in sorted(LIBRARY.rglob("*.py")):
    compile_file(source, source.relative_to(LIBRARY).as_posix(), source.with_suffix(".pyc"))
    source.unlink()
for source in sorted(PACKAGES.rglob("*.py")):
    place = SITE_PACKAGES / source.relative_to(PACKAGES)
    target = PACKAGES / Path(cache_from_source(str(place))).relative_to(SITE_PACKAGES)
    compile_file(source, str(place), target)
    source.write_text(NO_SOURCE)
