"""Check for the packages of an extra before an import fails with the name of one of them."""

from importlib.util import find_spec

from toctoc import extras

NEEDED = ("numpy", "numba")


def check(*packages: str, wanted: str = "lab") -> None:
    """Raise an `ImportError` that names the extra, if one of `packages`, or of `NEEDED`, is not there."""
    missing = [name for name in packages or NEEDED if find_spec(name) is None]
    if missing:
        raise ImportError(f"toctoc.lab needs {', '.join(missing)}: {extras.how(wanted)}")
