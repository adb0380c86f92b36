"""Limits are set clearly, kept per address, and remembered in bounded memory."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scale import each
from toctoc.server.security.limits import PUBLIC, UNKNOWN_ADDRESS, Addresses, BadLimit, Limits, network_of, site_of
from toctoc.server.security.message_budgets import MessageBudgets


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_options_come_before_the_environment_and_that_before_the_defaults() -> None:
    environ = {"TOCTOC_LIMIT_TABLES": "7", "TOCTOC_LIMIT_HINTS_PER_SECOND": "0.25", "HOME": "/"}
    limits = Limits.load(environ, {"tables": 8, "connections": None, "sockets": "1_000"})
    assert limits == Limits(tables=8, hints_per_second=0.25, sockets=1_000)
    assert Limits.load({}, {}) == Limits()


def test_every_limit_with_a_reason_to_change_it_can_be_set_and_no_other() -> None:
    for limit in fields(Limits):
        assert limit.metadata["about"]
        if limit.name in PUBLIC:
            assert limit.metadata["change_for"]
            assert getattr(Limits.load({f"TOCTOC_LIMIT_{limit.name.upper()}": "3"}, {}), limit.name) == 3
            assert getattr(Limits.load({}, {limit.name: 3}), limit.name) == 3
        else:
            with pytest.raises(BadLimit, match=f"no limit '{limit.name}'"):
                Limits.load({}, {limit.name: 3})


@each("value", ["", "many", "0", "-1", "1.5", "1e3", "nan", "9" * 5_000, "١" * 20, True, b"1"])
def test_a_value_that_makes_no_sense_is_refused(value: object) -> None:
    with pytest.raises(BadLimit, match="tables is a whole number from 1 to 1_000_000_000, not ") as refused:
        Limits.load({}, {"tables": value})
    assert len(str(refused.value)) < 200


@each("value", ["nan", "inf", "-inf", "0", "x"])
def test_a_pace_that_makes_no_sense_is_refused(value: str) -> None:
    with pytest.raises(BadLimit, match=r"TOCTOC_LIMIT_HINTS_PER_SECOND is a number from 0\.01"):
        Limits.load({"TOCTOC_LIMIT_HINTS_PER_SECOND": value}, {})


def test_a_limit_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadLimit, match="no limit 'TOCTOC_LIMIT_TABELS'; there are: tables, sockets, "):
        Limits.load({"TOCTOC_LIMIT_TABELS": "7"}, {})
    with pytest.raises(BadLimit, match="no limit 'tabels'"):
        Limits.load({}, {"tabels": 7})


@each(
    "address, expected",
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", UNKNOWN_ADDRESS),
        (None, UNKNOWN_ADDRESS),
        ("localhost", UNKNOWN_ADDRESS),
        ("1.2.3", UNKNOWN_ADDRESS),
        ("1" * 1_000_000, UNKNOWN_ADDRESS),
    ],
)
def test_an_address_is_counted_by_its_network(address: str | None, expected: str) -> None:
    assert network_of(address) == expected
    assert network_of(expected) == expected


@given(st.text())
def test_any_address_has_a_place(address: str) -> None:
    assert len(network_of(address)) < 50


def test_connections_are_counted_per_address_and_together(clock: Clock) -> None:
    addresses = Addresses(Limits(connections=3, connections_per_address=2), clock)
    assert [addresses.connect("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [addresses.connect("192.0.2.2"), addresses.connect("192.0.2.3")] == [True, False]
    addresses.disconnect("192.0.2.1")
    assert addresses.connections == 2
    assert addresses.connect("192.0.2.3")
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.3"):
        addresses.disconnect(address)
    assert addresses.connections == len(addresses) == 0
    with pytest.raises(KeyError):
        addresses.disconnect("192.0.2.1")
    assert addresses.connections == 0


def test_neighbours_in_an_ipv6_network_are_one(clock: Clock) -> None:
    addresses = Addresses(Limits(connections_per_address=1), clock)
    assert addresses.connect("2001:db8::1")
    assert not addresses.connect("2001:db8::2")
    assert addresses.connect("2001:db8:0:1::1")


def test_requests_tables_and_guesses_have_their_own_budgets(clock: Clock) -> None:
    limits = Limits(cost_burst=2, cost_per_second=0.1, tables_per_hour=1, missed_codes_per_hour=1)
    addresses = Addresses(limits, clock)
    assert [addresses.spend("192.0.2.1", 1) for _ in range(3)] == [0, 0, None]
    assert [addresses.make_table("192.0.2.1") for _ in range(2)] == [True, False]
    assert [addresses.miss_code("192.0.2.1") for _ in range(2)] == [True, False]
    assert addresses.spend("192.0.2.2", 1) == 0
    clock.now += 13
    assert [addresses.spend("192.0.2.1", 1) for _ in range(2)] == [0, None]
    assert not addresses.make_table("192.0.2.1")
    clock.now += 3_600
    assert addresses.make_table("192.0.2.1")


def test_no_more_addresses_are_remembered_than_allowed(clock: Clock) -> None:
    addresses = Addresses(Limits(addresses=10, cost_burst=1, cost_per_second=0.01), clock)
    assert addresses.spend("192.0.2.1", 1) == 0
    for n in range(1_000):
        assert addresses.spend(f"2001:db8:0:{n:x}::", 1) == 0
        assert addresses.spend("192.0.2.1", 1) is None  # seen all the time, so never forgotten
        assert len(addresses) <= 10


def test_addresses_are_forgotten_after_an_hour(clock: Clock) -> None:
    addresses = Addresses(Limits(), clock)
    for n in range(100):
        addresses.spend(f"192.0.2.{n}", 1)
    clock.now += 3_600
    addresses.spend("192.0.2.200", 1)
    assert len(addresses) == 1


def test_connected_addresses_are_never_forgotten(clock: Clock) -> None:
    addresses = Addresses(Limits(addresses=1, connections_per_address=1), clock)
    assert addresses.connect("192.0.2.1")
    for n in range(100):
        addresses.spend(f"2001:db8:0:{n:x}::", 1)
    assert not addresses.connect("192.0.2.1")


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans())))
def test_the_count_of_connections_is_right_after_any_steps(steps: list[tuple[str, bool]]) -> None:
    addresses = Addresses(Limits(connections=4, connections_per_address=2), Clock())
    opened: list[str] = []
    for letter, opens in steps:
        address = f"2001:db8:0:{letter}::"
        if opens:
            allowed = addresses.connect(address)
            assert allowed == (len(opened) < 4 and opened.count(address) < 2)
            opened += [address] * allowed
        elif address in opened:
            addresses.disconnect(address)
            opened.remove(address)
        assert addresses.connections == len(opened)
        assert len(addresses) == len(set(opened))


def test_a_guest_has_one_budget_over_all_connections_and_after_coming_back(clock: Clock) -> None:
    budgets = MessageBudgets(Limits(messages_burst=4, messages_per_second=2), clock)
    one, other = budgets.join("anna"), budgets.join("anna")
    assert [budget.take(clock()) for budget in (one, other, one, other, one)] == [True] * 4 + [False]
    assert budgets.join("bob").take(clock())
    budgets.leave("anna")
    assert not budgets.join("anna").take(clock())
    for _ in range(2):
        budgets.leave("anna")
    clock.now += 1
    back = budgets.join("anna")
    assert [back.take(clock()) for _ in range(3)] == [True, True, False]


def test_budgets_are_forgotten_once_they_are_full_again(clock: Clock) -> None:
    budgets = MessageBudgets(Limits(messages_burst=4, messages_per_second=2, addresses=10), clock)
    budgets.join("anna")
    for number in range(30):
        budgets.join(f"guest {number}").take(clock())
        budgets.leave(f"guest {number}")
        assert len(budgets) <= 11
    clock.now += 2
    budgets.join("bob")
    assert len(budgets) == 2


@pytest.mark.parametrize("kind", ["make_table", "match", "miss_code"])
def test_all_networks_of_a_site_share_four_times_the_limit_of_one(kind: str) -> None:
    limits = Limits(tables_per_hour=5, matches_per_hour=5, matches_burst=5, missed_codes_per_hour=5)
    addresses = Addresses(limits, lambda: 0.0)
    count = getattr(addresses, kind)

    def counted(pattern: str) -> int:
        return sum(count(pattern.format(n)) for n in range(256) for _ in range(6))

    assert counted("2001:db8:1:{:x}::1") == 20
    assert counted("2001:db8:2:1::{:x}") == 5, "a neighbour has a limit of its own"
    assert counted("2001:db8:2:2::{:x}") == 5
    assert counted("192.0.2.{}") == 5 * 256, "nothing is shared in IPv4"
    if kind == "miss_code":
        addresses.found_code("2001:db8:1:ffff::1")
        assert addresses.miss_code("2001:db8:1:ffff::1")
        assert not addresses.miss_code("2001:db8:1:fffe::1")


def test_a_site_is_a_network_of_ipv6_alone() -> None:
    assert site_of(network_of("2001:db8:1:2::3")) == "2001:db8:1::/48"
    assert [site_of(network_of(each)) for each in ("192.0.2.1", "::ffff:192.0.2.1", "", "x")] == [None] * 4
