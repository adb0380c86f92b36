"""JSON Schema of dataclasses: views and events of games in messages."""

import dataclasses
import inspect
import re
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from toctoc.core.game import EACH_SEAT

Schema = dict[str, Any]
PLAIN_TYPES: dict[object, Schema] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}
SECTIONS = re.compile(r"\n+(?:Args|Attributes|Raises|Returns|Example):\n.*", re.DOTALL)
ARGUMENTS = re.compile(r"^Args:\n((?: .*\n)*)", re.MULTILINE)


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def choice(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


def described(schema: Schema, about: str | None) -> Schema:
    return {"description": about, **schema} if about else schema


def comments(kind: type) -> dict[str, str]:
    """Return the descriptions of the fields of `kind`: in its docstring, or as comments beside them."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__[:-1]):
        if not each.__module__.startswith("msgspec"):
            if arguments := ARGUMENTS.search(inspect.cleandoc(each.__doc__ or "") + "\n"):
                said = re.findall(r"^    (\w+): (.+(?:\n {5,}.+)*)", arguments[1], re.MULTILINE)
                found |= {name: " ".join(text.split()) for name, text in said}
            found |= re.findall(r"^    (\w+): .*  # (.+)$", inspect.getsource(each), re.MULTILINE)
    return found


def summary(docstring: str) -> str:
    """Return a docstring without its sections, such as `Args`."""
    return SECTIONS.sub("", inspect.cleandoc(docstring))


def doc(kind: type) -> str | None:
    """Return a type's docstring, unless it is the signature that dataclasses write there."""
    text = kind.__doc__
    return None if text is None or text.startswith(f"{kind.__name__}(") else summary(text)


class Shapes:
    """Definitions that refer to each other; `prefix` separates those of one game from the others'."""

    def __init__(self, prefix: str, *modules: ModuleType) -> None:
        self.prefix = prefix
        self.defs: dict[str, Schema] = {}
        # Kinds of words, such as `Card = Annotated[str, CARDS]`, have the name of their module.
        self.kinds = {
            hint: name
            for module in modules
            for name, hint in vars(module).items()
            if get_origin(hint) is Annotated
        }

    def define(self, name: str, schema: Schema) -> Schema:
        name = self.prefix + name
        if self.defs.setdefault(name, schema) != schema:
            raise ValueError(f"two different things are called {name}")
        return ref(name)

    def of(self, hint: Any) -> Schema:
        """Return the schema of a field of this type."""
        if hint in PLAIN_TYPES:
            return PLAIN_TYPES[hint]
        if dataclasses.is_dataclass(hint):
            return self.record(hint)  # type: ignore[arg-type]  # a class
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._kind(hint, *arguments[1:])
        if origin in (Union, UnionType):
            return choice(*map(self.of, arguments))
        if origin is tuple:
            return {"type": "array", "items": self.of(arguments[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        raise TypeError(f"no message has a {hint}")

    def record(self, kind: type, name: str | None = None, without: tuple[str, ...] = ()) -> Schema:
        """Return the schema of an object with the fields of a dataclass."""
        fields = {n: schema for n, schema in self.fields(kind).items() if n not in without}
        return self.define(name or kind.__name__, closed(fields, doc(kind)))

    def fields(self, kind: type) -> dict[str, Schema]:
        """Return the schema of each field, in order."""
        hints, said = get_type_hints(kind, include_extras=True), comments(kind)
        names = [field.name for field in dataclasses.fields(kind)]
        return {name: described(self.of(hints[name]), said.get(name)) for name in names}

    def _kind(self, hint: Any, first: Any, *bounds: int) -> Schema:
        if first == EACH_SEAT:
            return self.of(get_args(hint)[0])
        if isinstance(first, tuple):
            return self.define(self.kinds[hint], {"enum": list(first)})
        return {"description": first, "type": "integer", "minimum": bounds[0], "maximum": bounds[1]}


def closed(fields: dict[str, Schema], about: str | None = None, optional: bool = False) -> Schema:
    """Return the schema of an object with these fields and no others."""
    required = {} if optional or not fields else {"required": list(fields)}
    return described({"type": "object", "properties": fields, **required, "additionalProperties": False}, about)
