"""Every event and every question has the clause of the rules that explains it."""

from typing import get_args, get_type_hints

from tests.scale import each
from toctoc import rulebook
from toctoc.core.registry import GAMES
from toctoc.server.facts import facts


@each("game", GAMES)
def test_every_event_has_a_clause_of_its_game(game: str) -> None:
    events = facts(GAMES[game]).events.values()
    found = {clause for event in events for clause in (event.clause, *event.clauses.values())}
    assert len(events) == len(GAMES[game].events)
    assert {rulebook.book_of(clause) for clause in found} == {game}


@each("game", GAMES)
def test_where_it_depends_on_a_value_only_one_field_can_have_it(game: str) -> None:
    for kind in GAMES[game].events:
        for value in kind.clauses:
            assert sum(value in spoken(hint) for hint in kind.__annotations__.values()) == 1, (kind, value)


def spoken(hint: object) -> tuple[str, ...]:
    """The words that may stand in a field."""
    words = get_args(hint)[-1:] if hint is not bool else (("true", "false"),)
    return words[0] if words and isinstance(words[0], tuple) else ()


@each("game", GAMES)
def test_every_phase_has_a_clause(game: str) -> None:
    found = GAMES[game].asked
    phases = get_args(get_type_hints(GAMES[game].views[0], include_extras=True)["phase"])[1]
    assert {phase.partition(":")[0] for phase in found} == set(phases)
    assert {rulebook.book_of(clause) for clause in found.values()} <= {game, "house"}


def test_clients_find_them_in_the_facts() -> None:
    joined = facts(GAMES["toctoctoc"]).events["Joined"]
    assert (joined.clause, joined.clauses) == ("T11", {"scarecrow": "T12"})
    assert facts(GAMES["chocottes"]).asked["effect:7"] == "C14"
