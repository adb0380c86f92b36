"""docs/reference/python has every public name with a docstring and its parameters, and every example runs."""

import dataclasses
import doctest
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple, get_args

import pytest

from tests.scale import each
from toctoc.core.game import Action, Event
from toctoc.core.notation import Phrase
from toctoc.testing.conformance import Conformance, Counts
from tools import ROOT

FOLDER = ROOT / "docs/reference/python"
PAGES = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.md"))}
PACKAGES = ("toctoc", "toctoc.core", "toctoc.bots", "toctoc.arena", "toctoc.lab")
COMPILED = ("lab",)  # pages whose examples need Numba; the others do without it, which saves half a minute
DIRECTIVE = re.compile(r"^\.\. (?:auto\w+|py:data):: ([\w.]+)\n((?: +:.*\n)*)", re.MULTILINE)
SECTION = re.compile(r"^Args:\n((?:(?: .*)?\n)*)", re.MULTILINE)


class Documented(NamedTuple):
    """A name on a page."""

    page: str
    path: str
    options: str

    @property
    def thing(self) -> Any:
        package, _, name = self.path.rpartition(".")
        return getattr(import_module(package), name)

    @property
    def members(self) -> Iterator[tuple[str, Any]]:
        """Yield the methods that the page shows."""
        found = re.search(r":members:(.*)", self.options)
        if not found or not inspect.isclass(self.thing):
            return
        wanted = re.findall(r"\w+", found[1])
        inherited = ":inherited-members:" in self.options
        for name, member in inspect.getmembers(self.thing):
            own = inherited or any(name in vars(base) for base in self.thing.__mro__[:1])
            if (name in wanted if wanted else own and not name.startswith("_")) and inspect.isroutine(member):
                yield name, member


DOCUMENTED = [Documented(page, *found) for page, text in PAGES.items() for found in DIRECTIVE.findall(text)]
PUBLIC = [(package, name) for package in PACKAGES for name in import_module(package).__all__]
CODE = [one for one in DOCUMENTED if inspect.isclass(one.thing) or inspect.isroutine(one.thing)]
every_name = each("one", CODE)


def parameters(thing: Any) -> list[str]:
    """Return the names of the parameters; of none where a class has those of its base or is a protocol."""
    if inspect.isclass(thing) and issubclass(thing, Exception) and "__init__" not in vars(thing):
        return []
    try:
        found = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return []
    return [p.name for p in found if p.name != "self" and not (p.name == "args" and p.kind is p.VAR_POSITIONAL)]


def described(thing: Any) -> list[str]:
    """Return the parameters in the section `Args` of a docstring."""
    found = SECTION.search((inspect.getdoc(thing) or "") + "\n")
    return re.findall(r"^    \**(\w+):", found[1], re.MULTILINE) if found else []


@each("package, name", PUBLIC)
def test_every_public_name_is_on_a_page(package: str, name: str) -> None:
    value = getattr(import_module(package), name)
    assert any(one.thing is value and one.path.rpartition(".")[2] == name for one in DOCUMENTED)


def test_no_name_is_on_two_pages() -> None:
    paths = [one.path for one in DOCUMENTED]
    assert len(paths) > 100
    assert len(set(paths)) == len(paths)


@every_name
def test_every_docstring_begins_with_a_sentence(one: Documented) -> None:
    things = [(one.path, one.thing), *one.members]
    assert [name for name, thing in things if not re.match(r"[A-Z].*[.:]", vars_doc(thing))] == []


@every_name
def test_the_docstring_of_a_property_has_no_colon(one: Documented) -> None:
    """Napoleon would take the text before a colon for the type."""
    for name, member in inspect.getmembers(one.thing):
        if isinstance(member, property) and re.search(rf":members:(\n|.*\b{name}\b)", one.options):
            assert ":" not in (member.__doc__ or "").partition("\n")[0], name


def vars_doc(thing: Any) -> str:
    """Return the docstring of a thing itself: a dataclass without one has a signature for it."""
    found = inspect.getdoc(thing) or ""
    return "" if inspect.isclass(thing) and found.startswith(f"{thing.__name__}(") else found


@every_name
def test_every_docstring_describes_all_parameters_and_no_others(one: Documented) -> None:
    if getattr(one.thing, "_is_protocol", False):
        return
    if one.path == "toctoc.server.config.ServerConfig":  # docs/reference/server-options.md has its fields
        return
    wanted, found = parameters(one.thing), described(one.thing)
    if wanted and not found:  # one line may name them all
        found = [name for name in wanted if f"`{name}`" in inspect.getdoc(one.thing).partition("\n")[0]]  # type: ignore[union-attr]  # it has one
    assert found == wanted


@every_name
def test_the_docstring_of_a_method_names_its_parameters(one: Documented) -> None:
    for name, member in one.members:
        said = inspect.getdoc(member) or ""
        words = {word for span in re.findall(r"`([^`]+)`", said) for word in re.findall(r"\w+", span)}
        words |= set(described(member))
        assert [p for p in parameters(member) if p not in words] == [], name


@each("package, name", PUBLIC)
def test_every_public_name_is_in_an_example(package: str, name: str) -> None:
    texts = [*PAGES.values(), *(inspect.getdoc(one.thing) or "" for one in CODE)]
    lines = [line for text in texts for line in text.splitlines() if re.match(r" *(>>>|\.\.\.) ", line)]
    assert any(re.search(rf"\b{name}\b", line) for line in lines)


def run_examples(text: str, names: dict[str, Any], page: str, patch: pytest.MonkeyPatch) -> None:
    """Run the examples in `text`, without Numba where `page` does not need it; all must pass."""
    if page not in COMPILED:
        patch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    patch.chdir(ROOT)
    printed: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(doctest.DocTestParser().get_doctest(text, names, page, page, 0), out=printed.append)
    assert runner.failures == 0, "".join(printed)


@each("page", [name for name, text in PAGES.items() if ">>>" in text])
def test_the_examples_of_a_page_run(page: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        run_examples(re.sub(r"^```.*$", "", PAGES[page], flags=re.MULTILINE), {}, page, patch)


@every_name
def test_the_examples_of_a_docstring_run(one: Documented) -> None:
    names = vars(import_module(one.thing.__module__)) if inspect.isclass(one.thing) else {}
    for _, thing in [(one.path, one.thing), *one.members]:
        with pytest.MonkeyPatch.context() as patch:
            run_examples(inspect.getdoc(thing) or "", dict(names), one.page, patch)


@each("page", [name for name, text in PAGES.items() if "```python" in text])
def test_the_programs_of_a_page_import_names_that_exist(page: str) -> None:
    for program in re.findall(r"^```python\n(.*?)```", PAGES[page], re.MULTILINE | re.DOTALL):
        compile(program, page, "exec")
        for module, names in re.findall(r"^from (toctoc[\w.]*) import (.+)$", program, re.MULTILINE):
            assert [name for name in names.split(", ") if not hasattr(import_module(module), name)] == []


@pytest.mark.parametrize("example", ["player.py", "grudge.py", "seat_by_seat.py"])
def test_the_examples_import_stable_names(example: str) -> None:
    stable = {*PACKAGES, "toctoc.record", *re.findall(r"^\| `(toctoc[\w.]*)`", PAGES["game"], re.MULTILINE)}
    used = re.findall(
        r"^from (toctoc[\w.]*) import", (ROOT / "examples" / example).read_text("utf-8"), re.MULTILINE
    )
    own = re.compile(r"toctoc\.games\.\w+\.(words|events|view)")
    assert [module for module in used if module not in stable and not own.fullmatch(module)] == []


def test_run_describes_its_options() -> None:
    """Keywords of a TypedDict are not in the signature."""
    from toctoc.arena import run

    [options] = get_args(run.__annotations__["how"])
    assert [name for name in options.__annotations__ if f"`{name}`" not in (inspect.getdoc(run) or "")] == []


def test_the_pages_have_all_that_the_author_of_a_game_declares() -> None:
    """They have the class variables of actions and events, and the fields of the conformance suites."""
    said = {word for span in re.findall(r"`([^`\n]+)`", PAGES["game"]) for word in re.findall(r"\w+", span)}
    words = {name for kind in (Phrase, Action, Event) for name in inspect.get_annotations(kind)} - {"HISTORY"}
    assert len(words) > 15
    assert words - said == set()
    for kind in (Conformance, Counts):
        assert described(kind) == [field.name for field in dataclasses.fields(kind)]
