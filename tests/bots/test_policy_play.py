"""Compiled policies observe, forget and decide as the bots do, and read no more than these."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import inf, sqrt
from random import Random
from typing import Any

import pytest

from tests.bots.tables import at_random, seat_info, turns
from tests.conftest import Report
from tests.games.conformance import conformance, rule_options
from tests.scale import each, scaled, spread
from toctoc import GAMES, Match
from toctoc.bots import LEVELS, LevelBot, level
from toctoc.bots.bot_modules import part
from toctoc.bots.bulk_play import BulkTable, plays_by_policy, seat_recall, seat_traits
from toctoc.bots.engine import engine
from toctoc.bots.level import Level, read
from toctoc.core import fields
from toctoc.core.game import Game, Move
from toctoc.core.options import complete
from toctoc.games.toctoctoc.events import Answered
from toctoc.testing.worlds import redealt

every_game = pytest.mark.parametrize("game", GAMES)
COMPILED = LEVELS[:-1]
POLICY_GAMES = scaled(6, most=60)  # that plain and compiled policies play alike
DRAWS = 12  # of what comes to mind at a moment
SURE = [-inf, 1.0, 0.5]  # who forgets nothing


class Noted:
    """A state and its notes, which follow a match."""

    def __init__(self, match: Match, names: list[str]) -> None:
        self.match, self.game, self.done = match, match.game, 0
        self.plain = engine(match.game, wants_compiled=False)
        self.state = fields.blank(match.game.rules.State)
        match.game.rules.setup(self.state, *match.game.settings(match.players, match.options))
        observations, mind = part(match.game, "observations"), part(match.game, "mind")
        self.notes = (
            [fields.blank(observations.Notes)],
            [fields.blank(mind.Mind) for _ in range(observations.MINDS)],
        )
        seats = range(match.game.rules.SEATS)
        self.traits = [[seat_traits(names[seat % len(names)], match.game, seat)] * len(seats) for seat in seats]
        self.rng = [12345678901]
        observations.begin(self.state, self.notes, self.traits, self.rng)

    def catch_up(self) -> None:
        """Take the steps that the match has taken."""
        for step in self.match.steps[self.done :]:
            if isinstance(step, Move):
                code = self.game.action_code(step.action)
                self.plain.observations.act(self.state, self.notes, self.traits, step.seat, code, self.rng)
            else:
                outcome = self.game.outcome_code(self.state, step.outcome)
                self.plain.observations.take_chance(self.state, self.notes, self.traits, outcome, self.rng)
        self.done = len(self.match.steps)
        assert fields.same(self.state, self.match.state)

    def mind(self, seat: int) -> Any:
        return self.notes[1][self.plain.observations.mind_of(seat)]

    def recalls(self, seat: int, recall: list[float]) -> Any:
        """What comes to the mind of a seat."""
        self.plain.observations.come_to_mind(self.state, self.notes, recall, seat, self.rng)
        return self.mind(seat)


@cache
def unforgetting(name: str) -> Level:
    """A level that plays as it does, and forgets nothing."""
    sharp = "capacity = 4\nswap_loss = 0\nturn_loss = 0\nmissed = 0\n"
    return read(name, f'like = "{name}"\n[memory]\nthreshold = -inf\n[escalier]\n{sharp}')


def followed(game: str, seed: int, own: Level) -> Iterator[tuple[Match, int, Noted, list[LevelBot]]]:
    """A game of any moves, shown before every decision, with notes and with bots that heard it."""
    rng = Random(seed)
    chosen = rule_options(game)[seed % len(rule_options(game))]
    noted, bots = None, []
    for match, seat in at_random(game, rng.choice(GAMES[game].players), seed, **chosen):
        if noted is None:
            noted = Noted(match, [own.name])
            noted.traits = traits_of(own, match.game)
            noted.plain.observations.begin(noted.state, noted.notes, noted.traits, noted.rng)
            bots = [LevelBot(seat_info(match, p), own) for p in range(match.players)]
            for p, bot in enumerate(bots):
                match.follow(p, bot.observe)
        noted.catch_up()
        yield match, seat, noted, bots


def traits_of(own: Level, game: Game) -> list[list[list[float]]]:
    """Traits of every seat, each of which takes all others to be like itself."""
    return [[list(own.at(seat).traits[game.name])] * game.rules.SEATS for seat in range(game.rules.SEATS)]


def played(game: str, seed: int, own: Level) -> Iterator[tuple[Match, int, Noted, list[LevelBot]]]:
    """The beginning of a game of bots, likewise: every kind of question is asked."""
    match = Match(game, GAMES[game].players[-1], chance=Random(seed).randrange)
    noted = Noted(match, [own.name])
    noted.traits = traits_of(own, match.game)
    noted.plain.observations.begin(noted.state, noted.notes, noted.traits, noted.rng)
    bots = [LevelBot(seat_info(match, p), own) for p in range(match.players)]
    for number, seat in enumerate(turns(match, bots)):
        if number == 150:
            return
        noted.catch_up()
        yield match, seat, noted, bots


# --- noticing ----------------------------------------------------------------------------------------------------


def drawn(noted: Noted) -> list[tuple[int, int, int]]:
    [n] = noted.notes[0]
    return sorted(
        (p, n.drawn[p][i], 6 * (n.clock - n.drawn_at[p][i]))
        for p in range(noted.state.players)
        for i in range(n.drawn_size[p])
    )


def test_T5_cards_seen_drawn_are_noted_with_their_time() -> None:
    most = 0
    for seed in range(2):
        for _, _, noted, bots in followed("toctoctoc", seed, level("voyante")):
            memory: Any = bots[0].memory
            assert drawn(noted) == sorted((p, kind, memory.clock - at) for p, kind, at in memory.drawn)
            most = max(most, len(memory.drawn))
    assert most > 10


def test_T8_doors_opened_and_refused_are_noted_as_a_bot_remembers_them() -> None:
    for match, seat, noted, bots in followed("toctoctoc", 1, level("voyante")):
        memory: Any = bots[seat].memory
        there, [n] = noted.recalls(seat, SURE), noted.notes[0]
        assert (n.opened, n.refused) == (there.opened, there.refused) == (memory.opened, memory.refused)
        for p in range(match.players):
            own = [e.opened for e in match.history(seat) if isinstance(e, Answered) and e.seat == p]
            assert (n.opened[p], n.refused[p]) == (own.count(True), own.count(False))
    assert min(map(sum, zip(memory.opened[: match.players], memory.refused[: match.players], strict=True))) > 5


def sightings(noted: Noted, viewer: int, p: int, i: int) -> list[int]:
    [n], minds = noted.notes
    found, sighting = [], n.last[viewer][minds[0].name[p][i]]
    while sighting:
        found.append(3 * (n.clock - n.seen_at[sighting]))
        sighting = n.before[sighting]
    return found[::-1]


def test_C27_the_viewers_of_a_card_are_noted_with_the_time() -> None:
    seen = often = 0
    for seed in range(scaled(1, most=3)):
        for number, (match, _, noted, bots) in enumerate(followed("chocottes", seed, level("voyante"))):
            if number > 400:
                break
            memory: Any = bots[0].memory
            mind = noted.notes[1][0]
            for p in range(match.players):
                size = match.state.row_size[p]
                assert mind.knows[p][:size] == memory.mind.knows[p][:size]
                assert mind.ceiling[p][:size] == memory.mind.ceiling[p][:size]
                for i in range(size):
                    for viewer in range(match.players):
                        times = memory.seen.get((viewer, memory.mind.name[p][i]), [])
                        assert sightings(noted, viewer, p, i) == [memory.clock - at for at in times]
                        seen += len(times) > 0
                        often += len(times) > 1
    assert seen > 1000
    assert often > 100


def test_E2_E14_every_seat_follows_the_ghosts_in_its_own_mind() -> None:
    for seed in range(scaled(1, most=3)):
        for match, _, noted, bots in followed("escalier", seed, unforgetting("voyante")):
            for p in range(match.players):
                memory: Any = bots[p].memory
                assert noted.mind(p).belief[: match.players] == memory.minds[0].belief[: match.players]


@every_game
def test_decisions_are_valued_as_bots_value_them(game: str, report: Report) -> None:
    """On the table as it is, a compiled policy has the values that its bot has in a partial world."""
    compared = 0
    for seed, name in enumerate(spread(COMPILED, 2)):
        rng = Random(seed)
        for match, seat, noted, bots in played(game, seed, unforgetting(name)):
            if len(match.legal(seat)) == 1:
                continue
            world, mind = bots[seat].memory.believed(rng)
            there = noted.recalls(seat, SURE)
            policy, traits = noted.plain.policy, noted.traits[seat]
            policy.prepare(noted.state, there, traits, seat)
            policy.prepare(world, mind, bots[seat].traits, seat)
            for action in match.legal(seat):
                code = match.game.action_code(action)
                here = policy.value(noted.state, there, traits, seat, code)
                assert here == policy.value(world, mind, bots[seat].traits, seat, code)
                compared += 1
    report(f"values of policies in {game}", compared)
    assert compared > 100


# --- forgetting --------------------------------------------------------------------------------------------------


def in_mind(noted: Noted, seat: int) -> int:
    """How many cards of others come to mind in Toc Toc Toc!, and how many cards in Chocottes."""
    mind = noted.mind(seat)
    if noted.game.name == "toctoctoc":
        return sum(sum(seen) for p, seen in enumerate(mind.seen) if p != seat)
    rows = range(noted.state.players)
    return sum(mind.knows[p][i] >> seat & 1 for p in rows for i in range(noted.state.row_size[p]))


def chances(noted: Noted, seat: int, own: Level) -> list[float]:
    """How likely each card is to come to mind, by the bots' own equation."""
    if noted.game.name == "toctoctoc":
        return [own.recall.chance([age]) for p, _, age in drawn(noted) if p != seat]
    rows = range(noted.state.players)
    ages = (sightings(noted, seat, p, i) for p in rows for i in range(noted.state.row_size[p]))
    return [own.recall.chance(times) for times in ages if times]


@each("game, name", spread(product(["toctoctoc", "chocottes"], COMPILED), 4))
def test_as_much_comes_to_mind_as_the_equation_says(game: str, name: str) -> None:
    own, rng = level(name), Random(1)
    found = there = 0
    expected = variance = 0.0
    for number, (_, seat, noted, _) in enumerate(followed(game, 0, own)):
        if number > 400 or rng.random() > 0.3:
            continue
        known = chances(noted, seat, own)
        for _ in range(DRAWS):
            noted.recalls(seat, seat_recall(name))
            found += in_mind(noted, seat)
        expected += DRAWS * sum(known)
        variance += DRAWS * sum(chance * (1 - chance) for chance in known)
        there += DRAWS * len(known)
    assert found == pytest.approx(expected, abs=4.5 * sqrt(variance))
    assert there - expected > 7 * sqrt(variance)  # so that it would be seen if nothing were forgotten


def test_E7_ghosts_are_lost_by_a_policy_as_by_its_bot() -> None:
    """How many places a seat still has in mind, over whole games of its bots."""
    lost: list[tuple[int, int]] = []
    for seed in range(POLICY_GAMES):
        for _, seat, noted, bots in followed("escalier", seed, level("chasseur")):
            memory: Any = bots[seat].memory
            own = [noted.mind(seat).belief[seat], memory.minds[0].belief[seat]]
            lost.append((own[0].count(-1), own[1].count(-1)))
    policy, bot = (sum(counts) / len(lost) for counts in zip(*lost, strict=True))
    assert policy == pytest.approx(bot, abs=0.35)
    assert bot > 1.8  # one place is free


# --- hidden information ------------------------------------------------------------------------------------------


@every_game
def test_a_policy_reads_nothing_that_its_seat_may_not_know(game: str, report: Report) -> None:
    compared = different = 0
    for seed, name in enumerate(spread(COMPILED, 2)):
        rng = Random(seed)
        for match, seat, noted, bots in followed(game, seed, level(name)):
            if len(match.legal(seat)) == 1 or rng.random() > 0.4:
                continue
            knowledge: Any = bots[seat].memory
            other = redealt(conformance(game), knowledge.knowledge, seat, rng)
            taken = []
            for state in (noted.state, other):
                notes = tuple([fields.clone(one) for one in row] for row in noted.notes)
                lots, recall = [987654321], seat_recall(name)
                taken.append(noted.plain.policy_play.choose(state, notes, noted.traits, recall, seat, lots))
            assert taken[0] == taken[1]
            compared += 1
            different += not fields.same(noted.state, other)
    report(f"worlds in which policies of {game} act alike", compared)
    assert different > compared / 2 > 10


# --- whole games -------------------------------------------------------------------------------------------------


def table(game: str, names: list[str], wants_compiled: bool, **chosen: object) -> BulkTable:
    options = complete(GAMES[game].options, chosen)
    return BulkTable(GAMES[game], GAMES[game].settings(len(names), options), names, wants_compiled)


@pytest.mark.compiled
@pytest.mark.parametrize("game", spread(["escalier", "toctoctoc", "chocottes"], 1))
def test_plain_and_compiled_games_are_the_same(game: str) -> None:
    names = [*COMPILED, "random"][-GAMES[game].players[-1] :]
    plain, fast = (table(game, names, compiled, start="random") for compiled in (False, True))
    one, other = plain.play(5, 3, POLICY_GAMES, keep_steps=True), fast.play(5, 3, POLICY_GAMES, keep_steps=True)
    assert other.steps.tolist()[: one.ends[-1]] == one.steps[: one.ends[-1]]
    assert (other.decisions.tolist(), other.ends.tolist()) == (one.decisions, one.ends)
    assert (other.scores.tolist(), other.wins.tolist()) == (one.scores, one.wins)


def test_games_do_not_depend_on_those_before_nor_on_whether_steps_are_kept() -> None:
    seated = table("escalier", ["voyante", "apprenti", "random"], False)
    many, last = seated.play(9, 0, 6), seated.play(9, 5, 1, keep_steps=True)
    assert (many.decisions[5], many.scores[5], many.wins[5]) == (last.decisions[0], last.scores[0], last.wins[0])
    assert not many.steps
    assert sum(seat >= 0 for seat, _ in last.steps[: last.ends[0]]) == last.decisions[0]


def test_a_game_that_is_longer_than_the_room_for_its_steps_is_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    seated = table("escalier", ["voyante", "apprenti"], False)
    whole = seated.play(9, 0, 2, keep_steps=True)
    monkeypatch.setattr("toctoc.bots.bulk_play.FIRST_ROOM", 5)
    tight, played = table("escalier", ["voyante", "apprenti"], False), []
    play = tight.runtime.policy_play.games

    def noted(*what: Any) -> None:
        played.append(what[4])
        play(*what)

    monkeypatch.setattr(tight.runtime.policy_play, "games", noted)
    again, later = tight.play(9, 0, 2, keep_steps=True), tight.play(9, 2, 2, keep_steps=True)
    assert again.steps[: again.ends[-1]] == whole.steps[: whole.ends[-1]]
    assert later.ends[-1] > 10
    assert played == [0, 0, 2]  # once more, and from then on with enough room


def test_bots_with_a_compiled_policy(tmp_path: Any) -> None:
    game = GAMES["toctoctoc"]
    assert [name for name in (*LEVELS, "random") if plays_by_policy(name, game)] == [*COMPILED, "random"]
    (tmp_path / "mamie.toml").write_text('like = "voyante"\n[memory]\nthreshold = -2.4\n')
    (tmp_path / "deep.toml").write_text('like = "voyante"\n[search.toctoctoc]\nworlds = 4\n')
    assert plays_by_policy(str(tmp_path / "mamie.toml"), game)
    assert seat_recall(str(tmp_path / "mamie.toml"))[0] == -2.4
    assert not plays_by_policy(str(tmp_path / "deep.toml"), game)
    assert not plays_by_policy("nemesis:voyante", game)


def test_a_random_player_takes_every_action_as_often_as_any_other() -> None:
    match = Match("escalier", 2, chance=Random(3).randrange)
    noted = Noted(match, ["random"])
    bots = [LevelBot(seat_info(match, p), level("voyante")) for p in range(2)]
    for seat in turns(match, bots):
        noted.catch_up()
        if (count := len(match.legal(seat))) > 3:
            break
    taken = [
        noted.plain.policy_play.choose(noted.state, noted.notes, noted.traits, SURE, seat, noted.rng)
        for _ in range(200 * count)
    ]
    assert len(set(taken)) == count
    assert min(taken.count(action) for action in set(taken)) > 140
