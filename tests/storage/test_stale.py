"""A write that does not follow the last entry of its table is refused, alone, whoever stands beside it."""

from dataclasses import replace

from tests.storage.helpers import Home, entries, entry, head, log, new, step, stored, together
from toctoc.storage.store import Write, WriteChain

STALE = "store/stale"


def stale(a: str, z: str) -> list[Write]:
    """Return writes that do not follow the second entry of the table `a`; there is no table `z`."""
    return [
        step(a, 2),
        step(a, 1, 3),
        new(a),
        step(a, 4),
        step(a, 0, 9),
        Write(a, 2, (b"x",), snapshot=b"s", record=(1, "line")),
        Write(a, 5, (), snapshot=b"of the future"),
        Write(z, 1, (b"x",)),
        Write(z, 7, (b"x",), head(z)),
    ]


def test_a_stale_write_is_refused_and_its_neighbours_are_stored(home: Home) -> None:
    with home.opened() as store:
        for number in range(len(stale("", ""))):
            a, b, c, z = (f"{letter}{number}" for letter in "abcz")
            write = stale(a, z)[number]
            stored(store, new(a), step(a, 2))
            commits = store.commits
            answers = together(store, new(b), step(b, 2), write, step(a, 3), new(c), step(b, 3))
            assert answers == [None, None, STALE, None, None, None], write
            assert store.commits <= commits + 2  # with the one before, that kept the writer waiting
            assert log(store, a) == entries(a, 3)
            assert log(store, b) == entries(b, 3)
            assert log(store, c) == entries(c, 1)
            assert store.load(z) is None
        assert list(store.records()) == []


def test_writes_after_a_refused_write_are_refused_too(home: Home) -> None:
    """So that a log never has a hole."""
    with home.opened() as store:
        stored(store, new("a"))
        assert together(store, step("a", 3), step("a", 4), step("a", 2)) == [STALE, STALE, None]
        assert log(store, "a") == entries("a", 2)


def test_a_write_behind_a_refused_one_is_refused_though_its_number_fits(home: Home) -> None:
    """Another copy of the table in memory may have taken the number of the refused one."""
    with home.opened() as store:
        stored(store, new("a"), step("a", 2))
        chain, other = WriteChain(), WriteChain()
        first, second, third = (step("a", number)._replace(chain=chain) for number in (2, 3, 4))
        ours = Write("a", 3, (b"of the other copy",), chain=other)
        assert together(store, first, second, ours, third) == [STALE, STALE, None, STALE]
        assert stored(store, third) == [STALE]
        assert log(store, "a") == [*entries("a", 2), b"of the other copy"]
        assert stored(store, step("a", 4)._replace(chain=other)) == [None]


def test_the_same_write_twice_is_stored_once(home: Home) -> None:
    with home.opened() as store:
        assert together(store, new("a"), step("a", 2), step("a", 2)) == [None, None, STALE]
        assert log(store, "a") == entries("a", 2)


def test_a_code_belongs_to_one_table(home: Home) -> None:
    with home.opened() as store:
        assert stored(store, new("a")) == [None]
        thief = Write("b", 1, (b"x",), replace(head("b"), code="code-a"))
        assert together(store, thief, step("a", 2)) == [STALE, None]
        assert store.find("code-a") == "a"
        assert store.load("b") is None


def test_an_unstorable_write_harms_no_other(home: Home) -> None:
    with home.opened() as store:
        stored(store, new("a"), new("b"))
        lone = Write("a", 2, (b"x",), record=(1, "\ud800"))
        no_bytes = Write("b", 2, (object(),))  # type: ignore[arg-type]  # that is the point
        assert together(store, lone, step("a", 2), no_bytes, step("b", 2)) == [
            "store/broken", None, "store/broken", None,
        ]  # fmt: skip
        assert log(store, "a") == [entry("a", 1), entry("a", 2)]
