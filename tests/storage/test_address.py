"""A store is named by a file or an address, and no password in it is ever shown."""

import pytest

from tests.scale import each
from toctoc.storage.address import check_address, is_database, locate, split_password, without_password
from toctoc.storage.store import StoreError

# However it is typed, right or wrong.
WITH_PASSWORDS = [
    "postgresql://anna:hush@db.example.org/toctoc",
    "postgres://anna:hush@db.example.org:5433/toctoc?sslmode=require",
    "postgresql://anna@db.example.org/toctoc?password=hush",
    "postgresql://anna:a/hush@db.example.org/toctoc",
    "postgresql://anna:a#hush@db.example.org/toctoc",
    "postgresql://anna:a?hush@db.example.org/toctoc",
    "postgresql://anna:a@hush@db.example.org/toctoc",
    "postgresql://anna:hush/",
    "postgresql://db.example.org/toctoc?user=anna&password=a@hush",
    "postgre://anna:hush@db.example.org/toctoc",
    "POSTGRESQL://anna:hush@db.example.org/toctoc",
    "postgresql://:hush@db.example.org/toctoc",
    "postgresql://anna@db.example.org/toctoc?sslmode=require&sslpassword=hush&options=hush",
]


@each("url", WITH_PASSWORDS)
def test_a_password_is_not_shown(url: str) -> None:
    assert "hush" not in without_password(url)
    if not is_database(url):
        with pytest.raises(StoreError) as caught:
            locate(url)
        assert "hush" not in str(caught.value)


@each(
    "url, bare, password",
    [
        (WITH_PASSWORDS[0], "postgresql://anna@db.example.org/toctoc", "hush"),
        (WITH_PASSWORDS[1], "postgres://anna@db.example.org:5433/toctoc?sslmode=require", "hush"),
        (WITH_PASSWORDS[2], "postgresql://anna@db.example.org/toctoc", "hush"),
        ("postgresql://anna:h%40sh@[::1]:5433/toctoc", "postgresql://anna@[::1]:5433/toctoc", "h@sh"),
        ("postgresql://one/toctoc?user=anna&password=%2Fhush", "postgresql://one/toctoc?user=anna", "/hush"),
        ("postgresql:///toctoc", "postgresql:///toctoc", ""),
        ("postgresql://anna@one,two/toctoc", "postgresql://anna@one,two/toctoc", ""),
    ],
)
def test_a_password_is_taken_out(url: str, bare: str, password: str) -> None:
    assert split_password(url) == (bare, password)


def test_other_parts_of_a_url_are_shown() -> None:
    assert without_password(WITH_PASSWORDS[0]) == "postgresql://anna@db.example.org/toctoc"
    assert without_password(WITH_PASSWORDS[1]) == "postgres://anna@db.example.org:5433/toctoc?sslmode=require"
    assert without_password("postgresql://anna@one,two/toctoc") == "postgresql://anna@one,two/toctoc"
    assert without_password("postgresql://one/toctoc?password=x&user=anna") == "postgresql://one/toctoc?user=anna"
    assert without_password("postgresql://[::1]:5432/toctoc") == "postgresql://[::1]:5432/toctoc"
    assert without_password("postgresql:///toctoc") == "postgresql:///toctoc"
    assert without_password("/srv/a@b/toctoc.db") == "/srv/a@b/toctoc.db"
    assert without_password("sqlite:////srv/a@b/toctoc.db") == "sqlite:////srv/a@b/toctoc.db"


def test_an_address_that_could_be_read_in_two_ways_is_refused() -> None:
    check_address("postgresql://anna:%40%2F%23@one,two:5433/toctoc?sslmode=require")
    for url in WITH_PASSWORDS[3:8]:
        with pytest.raises(StoreError, match="write @ as %40") as caught:
            check_address(url)
        assert caught.value.why == "address"


def test_a_database_is_no_file() -> None:
    with pytest.raises(StoreError) as caught:
        locate(WITH_PASSWORDS[0])
    assert caught.value.why == "database"
