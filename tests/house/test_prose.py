"""Docstrings say what something does, with a verb.

A function's begins with one, `Return …`, unless it states a clause of the rules (`C5: rows may be reordered`) or
is a test, which states what holds. In those, and for classes and modules, a verb elsewhere in the first sentence
will do. No list of words can tell a verb from a noun that is spelt alike, so FINITE has the forms that in these
sentences are hardly ever anything else. What a list lacks is added to it.
"""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tools import ROOT

SOURCES = ROOT / "src/toctoc"
CLAUSE = r"[A-Z]\d+(?:[-–][A-Z]?\d+)?"
CLAUSES = re.compile(rf"{CLAUSE}(?:(?:, | and ){CLAUSE})*: ")
BEFORE = re.compile(rf"\A(?:{CLAUSES.pattern}|`toctoc \w+`: |Never )")  # the verb
SENTENCE = re.compile(r"(?s)(.*?)(?:(?<!Toc Toc Toc)[.!?](?=\s)|$)")

IMPERATIVES = """
add advise analyse answer append ask begin branch bring call carry change check choose close collect come commit
compare compile compute convert copy count deal decide decline define delay describe discard dismiss do draw drop
end enter estimate exchange explain fail fill find follow forget format generate give go hold host ignore import
infer introduce join judge keep learn leave let list load look make map mark match measure merge move name note
offer open order own paint parse plan play print put raise rank rate read recall refuse remember remove replay
report return ring run sample say scale search seat see seed send serve show sign sort split spread stand start
step store study sum take tell throw track try turn update value wait weigh wrap write yield
"""
FINITE = """
adds agrees allows are asks be becomes begins belongs brings calls came can cannot carries change changed
changes chooses chose closes comes costs did differ differs does draws ends fails flee follows gave get gets gives
glides goes had happen happened happens has have hears hides hits holds is joins keeps knocks know knows lasts
leaves led left lets lies lives loads looks loses make makes may means might must names narrates need needs
opens owns passes plays raises ran refers refuses remembers saw says see seems sees sends shall share shares
should show showed shows speak starts stays takes tells think thinks told touches tries turns use waits wants
was went were will wins works would writes
"""
BASE_FORMS, FINITE_FORMS = frozenset(IMPERATIVES.split()), frozenset(FINITE.split())


class Docstring(NamedTuple):
    """One docstring, and where it is written."""

    place: str
    owner: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    text: str

    @property
    def states_a_clause(self) -> bool:
        return CLAUSES.match(self.text) is not None

    @property
    def words(self) -> list[str]:
        """Return the words of its first sentence, without the clauses or the command before it."""
        found = SENTENCE.match(BEFORE.sub("", self.text, count=1))
        return re.findall(r"[a-zé]+", found[1].lower()) if found else []

    @property
    def begins_with_a_verb(self) -> bool:
        first, *_ = [*self.words, ""]
        return first in BASE_FORMS or first.removesuffix("s") in BASE_FORMS


def docstrings() -> Iterator[Docstring]:
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_docstring(node)
                if text is not None:
                    yield Docstring(f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}", node, text)


def bare(docstring: Docstring) -> bool:
    """Tell whether a docstring has no verb where it needs one."""
    if docstring.begins_with_a_verb:
        return False
    owner = docstring.owner
    if isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef) and not owner.name.startswith("test_"):
        return not docstring.states_a_clause or FINITE_FORMS.isdisjoint(docstring.words)
    return FINITE_FORMS.isdisjoint(docstring.words)


def test_every_docstring_has_a_verb() -> None:
    found = list(docstrings())
    assert len(found) > 1000
    assert [f"{each.place} {each.text.splitlines()[0]}" for each in found if bare(each)] == []


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ('def f():\n  """Return the cards."""', False),
        ('def f():\n  """The cards that are left."""', True),
        ('def f():\n  """C5, C9: rows may be reordered."""', False),
        ('def f():\n  """T16: the total."""', True),
        ('def f():\n  """T18."""', True),
        ('def test_f():\n  """Views are built by allow-list."""', False),
        ('class C:\n  """A connection."""', True),
        ('class C:\n  """A connection that stays."""', False),
        ('class C:\n  """Keeps what was asked."""', False),
    ],
)
def test_what_a_docstring_without_a_verb_is(source: str, wrong: bool) -> None:
    (node,) = ast.parse(source).body
    assert isinstance(node, ast.ClassDef | ast.FunctionDef)
    assert bare(Docstring("", node, ast.get_docstring(node) or "")) is wrong
