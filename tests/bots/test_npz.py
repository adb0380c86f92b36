"""Arrays of .npz files without NumPy."""

from io import BytesIO

import numpy as np
import pytest

from tests.scale import each
from toctoc.bots.npz import FORMATS, read_npz


def packed(**arrays: object) -> bytes:
    file = BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # its stubs have a keyword of its own
    return file.getvalue()


@each("kind", FORMATS)
def test_arrays_of_every_type_are_read_as_numpy_wrote_them(kind: str) -> None:
    row, grid = np.array([1, 2, 100], kind), np.arange(12).astype(kind).reshape(3, 4)
    if kind.startswith("<f"):
        row, grid = row / row.dtype.type(3), grid - grid.dtype.type(0.125)
    found = read_npz(packed(row=row, grid=grid))
    assert found == {"row": [tuple(row.tolist())], "grid": [*map(tuple, grid.tolist())]}


@each(
    "array",
    [np.zeros((2, 2, 2), "<f4"), np.asfortranarray(np.zeros((2, 3), "<f4")), np.zeros(2, ">f4"), np.array(1)],
)
def test_other_arrays_are_refused(array: object) -> None:
    with pytest.raises(ValueError, match="an array has one or two dimensions, C order"):
        read_npz(packed(array=array))
