"""Let compiled code write a row of a state into an observation at once: `toctoc.codec.rows.write`.

Then `STORE_WIDTH` numbers are read and written, whatever the length. So a row has at most so many, observations
are written from front to back, and neither the last field of a record nor that of an observation may be shorter.
"""

from importlib import import_module
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from toctoc.codec.rows import write

STORE_WIDTH = 16  # numbers that compiled code writes at once
ir: Any = import_module("llvmlite.ir")  # of Numba, without types
proxy: Any = cgutils.create_struct_proxy  # likewise


def _typed(_context: Any, out: Any, _at: Any, row: Any) -> Any:
    """Load `STORE_WIDTH` numbers of 16 bits, and store them as numbers of 8."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        arrays = [proxy(signature.args[n])(context, builder, value=arguments[n]).data for n in (0, 2)]
        wide, narrow = (ir.VectorType(ir.IntType(bits), STORE_WIDTH) for bits in (16, 8))
        numbers = builder.load(builder.bitcast(arrays[1], wide.as_pointer()), align=2)
        place = builder.bitcast(builder.gep(arrays[0], [arguments[1]]), narrow.as_pointer())
        builder.store(builder.trunc(numbers, narrow), place, align=1)
        return context.get_dummy_value()

    return types.void(out, types.int64, row), generate


_write_all: Any = intrinsic(_typed)


@overload(write, inline="always")
def _write(out: Any, at: Any, row: Any, length: Any) -> Any:  # noqa: ARG001  # the same as those of `write`
    def implementation(out: Any, at: Any, row: Any, length: Any) -> Any:  # noqa: ARG001
        _write_all(out, at, row)

    return implementation
