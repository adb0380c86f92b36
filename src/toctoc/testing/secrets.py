"""Test that hidden information stays hidden: a hidden card changes no byte that a viewer gets."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from toctoc.core import fields, inspection
from toctoc.core.game import Chance, Game, Move, Step
from toctoc.core.match import Match
from toctoc.core.options import complete

from .base import Suite
from .conformance import Conformance, Variant
from .players import make, walk
from .worlds import Worlds, exchanged, lawfully_shown

STEPS_PER_EQUAL_STEP = 8  # a short game needs one equal step for so many of its own


def skip_if_open(game: Game) -> None:
    """Leave a test out for a game in which nothing is hidden."""
    if all(field.seen_by == fields.PUBLIC for field in fields.fields(game.rules.State)):
        pytest.skip("nothing is hidden in this game")


class SecretsSuite(Suite):
    """Test the views, events and legal actions of each viewer of every variant."""

    def test_what_a_viewer_cannot_know_changes_nothing_the_viewer_gets(
        self, variant: Variant, record_property: Callable[[str, object], None]
    ) -> None:
        skip_if_open(variant.game)
        compared = shown = 0
        pairs = self.counts.side_by_side
        for seed in range(pairs):
            rng = Random(f"{variant} {seed}")
            viewer = rng.choice([None, *range(variant.players)])
            # Every other pair from the very first step on: so the deal is compared as well.
            steps, ended_by_showing = play_side_by_side(variant, viewer, rng, from_the_start=seed % 2 == 0)
            compared += steps
            shown += ended_by_showing
        record_property(f"figure: non-interference, {variant.name}: steps compared", compared)
        record_property(f"figure: non-interference, {variant.name}: pairs of worlds", pairs)
        lengths = [
            len(list(walk(variant, Random(seed), fields.blank(variant.game.rules.State)))) for seed in range(4)
        ]
        least = min(self.counts.equal_steps, sum(lengths) / len(lengths) / STEPS_PER_EQUAL_STEP)
        assert compared > least * pairs, (
            f"worlds stayed equal for {compared} steps, not for {least:.1f} in each of {pairs} pairs: "
            "does `hidden` name few cards, or does `shows` allow too much?"
        )
        assert shown > 0, "no hidden card was ever shown: does `draws` follow the cards, and `shows` see them?"

    def test_knowledge_shows_the_same_table_as_the_truth(self, variant: Variant) -> None:
        """The view that follows from the events is that of the table, and of every sampled world."""
        game = variant.game
        for seed in range(min(2, self.counts.walks)):
            rng = Random(f"{variant} {seed}")
            match = Match(game, variant.players, variant.chosen)
            viewers = [None, *range(variant.players)]
            knowledge = {viewer: game.knowledge(variant.players, match.options, viewer) for viewer in viewers}
            for viewer, known in knowledge.items():
                match.listen(viewer, known.observe)
            s = fields.blank(game.rules.State)
            for seat, code in walk(variant, rng, s):
                if seat < 0:
                    match.take_chance(game.outcome(s, code))
                else:
                    match.play(seat, game.action(s, code))
                viewer = rng.choice(viewers)
                known = knowledge[viewer]
                assert known.view() == match.view(viewer)
                world = known.determinize(rng)
                assert game.view(world, viewer) == match.view(viewer)
                variant.conformance.conserved(world)
                if viewer is not None:
                    count = game.rules.legal_count(world, viewer)
                    legal = [game.rules.legal_nth(world, viewer, n) for n in range(count)]
                    assert [game.action(world, n) for n in legal] == list(match.legal(viewer))

    def test_a_view_reads_only_what_its_viewer_may_see(self, variant: Variant) -> None:
        """Views are built by allow-list: they do not even read a field that is hidden from the viewer."""
        for seed in range(min(3, self.counts.walks)):
            s = fields.blank(variant.game.rules.State)
            for _ in walk(variant, Random(f"views {variant} {seed}"), s):
                for viewer in (None, *range(variant.players)):
                    guarded: Any = Guarded(s, variant.conformance, viewer)
                    assert variant.game.view(guarded, viewer) == variant.game.view(s, viewer)
                if variant.game.public:
                    seen, guarded = variant.game.view(s, None), Guarded(s, variant.conformance, None)
                    names = type(seen).__match_args__
                    fields_shown = list(variant.game.public(guarded).items())
                    assert fields_shown == [(name, getattr(seen, name)) for name in names]

    def test_legal_actions_read_only_what_their_seat_may_see(self, variant: Variant) -> None:
        """So legality never reveals a card."""
        rules = variant.game.rules
        for seed in range(min(3, self.counts.walks)):
            s = fields.blank(rules.State)
            for _ in walk(variant, Random(f"legal {variant} {seed}"), s):
                for seat in range(variant.players):
                    guarded: Any = Guarded(s, variant.conformance, seat)
                    for n in range(rules.legal_count(guarded, seat)):
                        assert rules.legal_nth(guarded, seat, n) == rules.legal_nth(s, seat, n)

    def test_every_field_says_who_may_see_it(self, conformance: Conformance) -> None:
        for field in fields.fields(conformance.game.rules.State):
            assert field.seen_by in (fields.PUBLIC, fields.OWNER, fields.ACTIVE, fields.NOBODY)

    def test_a_match_shows_each_seat_what_the_game_narrates_to_it(self, variant: Variant) -> None:
        """A phrase of which a seat sees something of its own is private, and `privy` names that seat if any."""
        game, rules, viewers = variant.game, variant.game.rules, (None, *range(variant.players))
        match = Match(game, variant.players, variant.chosen, narrate=True)
        s = fields.blank(rules.State)
        for seat, code in walk(variant, Random(f"{variant} narrated"), s):
            step: Step = Chance(game.outcome(s, code)) if seat < 0 else Move(seat, game.action(s, code))
            make(rules, after := fields.clone(s), (seat, code))
            (shown,) = match.repeat(step)
            phrase = type(step.outcome if isinstance(step, Chance) else step.action).__name__
            for viewer in viewers:
                assert game.narrate(s, step, after, viewer) == shown.to(viewer), (
                    f"seat {viewer} is shown other events of {phrase} than spectators: it must be is_private, "
                    "and its `privy` must be left out or name that seat"
                )
        assert match.over

    def test_events_name_the_points_that_they_reveal(self, variant: Variant) -> None:
        """Else a table would show new points, or the winners, before the card that they come from.

        The set-up reveals nothing: there is no table before it.
        """
        game, rules = variant.game, variant.game.rules
        inspection.check_reveals(game)
        s = fields.blank(rules.State)
        for seat, code in walk(variant, Random(f"{variant} revealed"), s):
            step: Step = Chance(game.outcome(s, code)) if seat < 0 else Move(seat, game.action(s, code))
            make(rules, after := fields.clone(s), (seat, code))
            was, now = game.view(s, None), game.view(after, None)
            events = game.narrate(s, step, after, None)
            named = {name for event in events for name in event.reveals}
            if was.scores != now.scores and not any(event.setting for event in events):
                assert "scores" in named, f"{step} changes the scores: one of {events} must reveal them"
            if was.winners != now.winners:
                assert "winners" in named, f"{step} ends the game: one of {events} must reveal the winners"


def play_side_by_side(
    variant: Variant, viewer: int | None, rng: Random, from_the_start: bool = False
) -> tuple[int, bool]:
    """Branch off somewhere in a game; return how many steps stayed equal, and whether a card was shown then."""
    game = variant.game
    rules = game.rules
    steps = list(walk(variant, rng, fields.blank(rules.State)))
    leave_at = 0 if from_the_start else rng.randrange(len(steps))
    known = game.knowledge(variant.players, complete(game.options, variant.chosen), viewer)
    a = fields.blank(rules.State)
    rules.setup(a, *variant.settings)
    for n, (seat, code) in enumerate(steps):
        worlds = exchanged(variant.conformance, a, known, viewer, rng) if n >= leave_at else None
        if worlds is not None:
            return _compare(variant, worlds, viewer, rng)
        step: Step = Chance(game.outcome(a, code)) if seat < 0 else Move(seat, game.action(a, code))
        make(rules, after := fields.clone(a), (seat, code))
        for event in game.narrate(a, step, after, viewer):
            known.observe(event)
        a = after
    return 0, False


def _compare(variant: Variant, worlds: Worlds, viewer: int | None, rng: Random) -> tuple[int, bool]:
    rules = variant.game.rules
    policy = rng.choice(variant.conformance.policies)
    left, right = worlds.bytes_shown(viewer, None, None)
    assert left == right
    steps = 0
    while not rules.over(worlds.a):
        before = fields.clone(worlds.a), fields.clone(worlds.b)
        step: Step
        if rules.chance_total(worlds.a):
            assert rules.chance_total(worlds.a) == rules.chance_total(worlds.b)
            outcome = rules.chance_pick(worlds.a, rng.randrange(rules.chance_total(worlds.a)))
            step, other = worlds.chance(outcome, rng)
            rules.take_chance(worlds.a, outcome)
            rules.take_chance(worlds.b, other)
        else:
            seat = rng.choice([p for p in range(variant.players) if rules.actors(worlds.a) >> p & 1])
            code = policy(rules, worlds.a, seat, rng)
            step, other = worlds.move(seat, code, rng)
            assert variant.game.accepts(worlds.b, seat, other)
            rules.act(worlds.a, seat, code)
            rules.act(worlds.b, seat, other)
        left, right = worlds.bytes_shown(viewer, step, before)
        if lawfully_shown(worlds, step, viewer, before):
            return steps, True
        assert left == right, f"{step} showed {viewer} a card that it must not"
        steps += 1
    return steps, False


class Guarded:
    """A state of which only the fields that a viewer may see can be read."""

    def __init__(self, s: Any, conformance: Conformance, viewer: int | None) -> None:
        self._s, self._conformance, self._viewer = s, conformance, viewer
        self._seen_by = {field.name: field.seen_by for field in fields.fields(type(s))}

    def __getattr__(self, field: str) -> Any:
        value = getattr(self._s, field)
        seen_by = self._seen_by[field]
        if seen_by == fields.PUBLIC or field in self._conformance.revealed(self._s):
            return value
        if seen_by == fields.OWNER:
            return Rows(value, self._viewer)
        assert seen_by == fields.ACTIVE, f"a view read {field}"
        assert self._s.active == self._viewer, f"{self._viewer} read {field}"
        return value


class Rows:
    """A field of which only the viewer's own row may be read."""

    def __init__(self, rows: list[Any], viewer: int | None) -> None:
        self.rows, self.viewer = rows, viewer

    def __getitem__(self, seat: int) -> Any:
        assert seat == self.viewer, f"{self.viewer} read the row of {seat}"
        return self.rows[seat]
