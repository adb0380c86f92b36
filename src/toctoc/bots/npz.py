"""Read the arrays of an .npz file in plain Python."""

from ast import literal_eval
from io import BytesIO
from struct import iter_unpack, unpack_from
from typing import Any
from zipfile import ZipFile

NPY = b"\x93NUMPY\x01\x00"  # a .npy file of version 1.0; then the length of its header, in two bytes
FORMATS = {"<f2": "e", "<f4": "f", "|i1": "b", "|u1": "B", "<i2": "h", "<u2": "H", "<i4": "i", "<i8": "q"}
Rows = list[tuple[Any, ...]]


def read_npz(packed: bytes) -> dict[str, Rows]:
    """Return the rows of each array by its name; an array of one dimension is one row."""
    with ZipFile(BytesIO(packed)) as archive:
        return {name.removesuffix(".npy"): _read_npy(archive.read(name)) for name in archive.namelist()}


def _read_npy(packed: bytes) -> Rows:
    if not packed.startswith(NPY):
        raise ValueError("this is not a .npy file of version 1.0")
    start = len(NPY) + 2
    end = start + unpack_from("<H", packed, len(NPY))[0]
    header = literal_eval(packed[start:end].decode("latin-1"))
    kind, shape = header["descr"], header["shape"]
    if kind not in FORMATS or header["fortran_order"] or len(shape) not in (1, 2):
        raise ValueError(f"an array has one or two dimensions, C order and one of {', '.join(FORMATS)}: {header}")
    return list(iter_unpack(f"<{shape[-1]}{FORMATS[kind]}", memoryview(packed)[end:]))
