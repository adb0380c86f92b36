"""Make signatures readable: functions as defaults, the types of arrays, constructors of protocols."""

import re

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sphinx.application import Sphinx
from sphinx.util.typing import stringify_annotation

UNREADABLE = re.compile(r"<function [\w.<>]*?>>?(?: at 0x[0-9a-f]+>)?|<factory>")

ARRAYS = {stringify_annotation(ArrayLike, "smart"): "ArrayLike"} | {
    stringify_annotation(NDArray[kind], "smart"): f"NDArray[{kind.__name__}]"  # type: ignore[valid-type]  # a loop
    for kind in (np.bool_, np.int8, np.int16, np.int64, np.float32)
}
OF_PROTOCOLS = "(*args, **kwargs)"  # a protocol is not constructed


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to autodoc."""
    app.connect("autodoc-process-signature", readable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def readable(
    _app: Sphinx,
    _kind: str,
    _name: str,
    _thing: object,
    _options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Return the signature as people would write it."""
    signature = "" if signature == OF_PROTOCOLS else signature and UNREADABLE.sub("...", signature)
    return short(signature), short(returns)


def short(text: str | None) -> str | None:
    """Return `text` with the short names of array types."""
    for long, name in ARRAYS.items():
        text = text and text.replace(long, name)
    return text
