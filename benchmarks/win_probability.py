"""Compare the win probabilities of a network with the winners: python3 run.py bench win-probability toctoctoc."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import click
import numpy as np

from toctoc.arena.pool import spread
from toctoc.arena.tally import Z95
from toctoc.bots import LEVELS, bot_modules, engine, net
from toctoc.bots.bulk_play import BulkTable
from toctoc.bots.policy_play import Results
from toctoc.codec import codec_modules
from toctoc.core import fields
from toctoc.core.compile import compiled
from toctoc.core.compile.runtime import load
from toctoc.core.game import Game
from toctoc.core.game_package import package
from toctoc.core.options import complete
from toctoc.core.registry import GAMES, find

from . import inputs_kernel
from .report import PICTURES, REPORTS, machine_line, put, rows_in_markdown

PAGE = REPORTS / "calibration.md"
MARKS = "<!-- win probability of {}: written by the command above -->", "<!-- end of the win probability of {} -->"
PEOPLE = LEVELS[:-1]  # at the tables: all levels that play like people
TENTHS = 10
LINE_UPS = 20  # of bots, whose games are one piece of work
THINNED = 8  # one decision of so many has its temperature fitted: those of one game are much alike
SAMPLED = 32  # one of so many is fitted by the layer of the win probabilities
FITS, FIT_RATE = 300, 0.01  # steps and rate of Adam
ROW = re.compile(r"^\| win probability \|.*\n", re.MULTILINE)  # of a card
CHART_PX, EDGE, COLOURS = 420, 40, ("#1d4ed8", "#b45309", "#047857", "#be185d")


class Judged(NamedTuple):
    """Hold the predictions of a net at decisions of games with one number of players: a row for each decision."""

    logits: Any  # of each seat's victory, from the seat to move to the left
    won: Any  # the share of each of these seats in the victory
    game: Any  # the number of the game
    hidden: Any = None  # outputs of the net's last hidden layer at one decision of `SAMPLED`, and who won there
    hidden_won: Any = None

    @classmethod
    def joined(cls, parts: Iterable["Judged"]) -> "Judged":
        """Return the predictions of all `parts`, with their games numbered anew."""
        logits, won, games, *rest = zip(*parts, strict=True)
        first = np.cumsum([0, *(game[-1] + 1 for game in games[:-1])])
        numbered = [game + offset for game, offset in zip(games, first, strict=True)]
        return cls(*map(np.concatenate, (logits, won, numbered, *rest)))

    def chances(self, temperature: float) -> Any:
        """Return the win probabilities at a temperature: above 1 they are less certain."""
        weights = np.exp((self.logits - self.logits.max(axis=1, keepdims=True)) / temperature)
        return weights / weights.sum(axis=1, keepdims=True)


@dataclass(frozen=True, slots=True)
class Tenth:
    """The predictions between two tenths, and their results."""

    said: float
    was: float
    count: int
    margin: float  # 1.96 standard errors of `error`: the predictions of one game depend on each other

    @property
    def error(self) -> float:
        """Return by how much too little was said."""
        return self.was - self.said


@click.command(name="win-probability")
@click.argument("game", type=click.Choice([name for name, game in GAMES.items() if bot_modules.has_net(game)]))
@click.option("--games", default=20_000, show_default=True, help="Games for each number of players, about.")
@click.option("--seed", default="test", show_default=True, help="Any text: of the games that are judged.")
@click.option("--fitted", default="fit", show_default=True, help="Any text: of the games that are fitted.")
@click.option("--cores", type=int, help="Processes. [default: all cores]")
@click.option("--write", is_flag=True, help="Put table and plot into docs/reports/calibration.md.")
@click.option(
    "--adopt",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="First take these weights for the game's own, at the temperatures that suit other games best.",
)
def main(
    game: str, games: int, seed: str, fitted: str, cores: int | None, write: bool, adopt: Path | None
) -> None:
    """Play games of all levels but the strongest, and compare the net's win probabilities with the results."""
    numbers = find(game).players
    if adopt:
        adopt_weights(game, calibrated(adopt.read_bytes(), {}))
        taken = [played(game, players, games, fitted, cores) for players in numbers]
        layer = fitted_layer([(judged.hidden, judged.hidden_won) for judged in taken], net.net(find(game)))
        best = {}
        for players, judged in zip(numbers, taken, strict=True):
            logits = judged.hidden @ layer[0].T + layer[1]
            again = Judged(logits[:, :players], judged.hidden_won, np.arange(len(logits)))
            best[players] = best_temperature(again, thinned=1)
        listed = ", ".join(f"{best[players]:.2f} with {players} players" for players in numbers)
        remark = (
            f"after training, the layer that predicts the winner was fitted to {games:,} games for each number of "
            f"players, of {PEOPLE[0]} to {PEOPLE[-1]}; temperatures: {listed}; the moves are as trained"
        )
        adopt_weights(game, calibrated(adopt.read_bytes(), best, layer), remark)
    temperatures = net.net(find(game)).temperatures
    tenths, own = {}, {}
    for players in numbers:
        judged = played(game, players, games, seed, cores)
        tenths[players] = by_tenths(*predictions(judged, temperatures[players - 1]))
        own[players] = by_tenths(*predictions(judged, temperatures[players - 1], seats=1))
    text = markdown(game, games, tenths, own, temperatures)
    click.echo(text)
    if write:
        begin, end = (mark.format(game) for mark in MARKS)
        put(PAGE, (begin, end), text)
        (PICTURES / f"win-probability-{game}.svg").write_text(plot(tenths), encoding="utf-8")


# --- games -------------------------------------------------------------------------------------------------------


def played(name: str, players: int, games: int, seed: str, cores: int | None = None) -> Judged:
    """Play about `games` games, and evaluate the net at every decision with a choice."""
    line_ups = max(1, games // players)
    pieces = [range(first, min(first + LINE_UPS, line_ups)) for first in range(0, line_ups, LINE_UPS)]
    work = partial(judge, name, players, seed, compiled.available())
    if compiled.available():
        work(range(1))  # compiles, before the cores share it
    return Judged.joined(spread(work, pieces, cores))


def judge(name: str, players: int, seed: str, wants_compiled: bool, line_ups: Iterable[int]) -> Judged:
    """Play the games of some line-ups: one for each seat at which the first bot can sit."""
    game, found = find(name), []
    settings = tuple(game.settings(players, complete(game.options, {})))
    for number in line_ups:
        rng = Random(f"{name} {seed} {players} {number}")
        line_up = [rng.choice(PEOPLE) for _ in range(players)]
        table = BulkTable(game, settings, line_up, wants_compiled)
        results = table.play(rng.getrandbits(40), 0, players, keep_steps=True)
        found.append(evaluate(game, settings, results, wants_compiled))
    return Judged.joined(found)


def evaluate(game: Game, settings: tuple[int, ...], results: Results, wants_compiled: bool) -> Judged:
    """Replay games, and evaluate the net at every decision with a choice."""
    features, coding = bot_modules.part(game, "features"), codec_modules.coding(game)
    known = codec_modules.offsets(coding.FIELDS)[-1] if features.OBSERVED else 0
    records = (game.rules.State, coding.Trace, bot_modules.part(game, "mind").Mind, features.Story)
    wins = np.array(results.wins, np.float32)
    shares, players = wins / wins.sum(axis=1, keepdims=True), wins.shape[1]
    rows = np.zeros((int(results.ends[-1]), known + features.FEATURES), np.int8)
    seats, count, first, won, games = np.zeros(len(rows), np.int64), 0, 0, [], []
    for number, end in enumerate(map(int, results.ends)):
        memory = inputs_kernel.Memory(*(_blank(record, wants_compiled) for record in records))
        steps = inputs_kernel.Steps(results.steps, first, end)
        more = _kernel(game, wants_compiled).replay(memory, settings, steps, known, rows[count:], seats[count:])
        there = (seats[count : count + more, None] + np.arange(players)) % players
        won.append(shares[number][there])
        games.append(np.full(more, number))
        count, first = count + more, end
    found, every_won = net.net(game), np.concatenate(won)
    logits = np.array(found.victory(rows[:count]), np.float32)[:, :players]  # type: ignore[arg-type]  # an array
    if not isinstance(found, net.NumpyNet):
        raise TypeError("calibration needs a net in NumPy")
    return Judged(
        logits, every_won, np.concatenate(games), found.hidden(rows[:count:SAMPLED]), every_won[::SAMPLED]
    )


def _blank(record: type, wants_compiled: bool) -> Any:
    return np.zeros(1, compiled.record(record))[0] if wants_compiled else fields.blank(record)


@cache
def _kernel(game: Game, wants_compiled: bool) -> Any:
    """Load the kernel that replays games, for one game and runtime."""
    features = bot_modules.part(game, "features")
    if wants_compiled:
        import_module("toctoc.lab.rows")  # compiles the `write` of codecs
        texts = [*engine.modules(game), *codec_modules.modules(game), features, inputs_kernel]
        return compiled.compile_modules(game.rules, texts, engine.copy_record)[-1]
    bound = {"coding": codec_modules.coding(game), "features": features}
    file = Path(str(inputs_kernel.__file__))
    return load(file, f"{inputs_kernel.__name__}_{game.name}", rules=game.rules, **bound)


# --- calibration -------------------------------------------------------------------------------------------------


def predictions(judged: Judged, temperature: float, seats: int | None = None) -> tuple[Any, Any, Any]:
    """Return all predictions at a temperature, the shares that came of them, and their games.

    With `seats`, of so many seats only: the first one decides.
    """
    chances = judged.chances(temperature)[:, :seats]
    return chances.ravel(), judged.won[:, :seats].ravel(), np.repeat(judged.game, chances.shape[1])


def by_tenths(said: Any, was: Any, game: Any) -> list[Tenth]:
    """Sort predictions into tenths; `game` has the number of the game of each."""
    found = []
    tenths = np.minimum((TENTHS * said).astype(np.int64), TENTHS - 1)
    for tenth in range(TENTHS):
        here = tenths == tenth
        if count := int(here.sum()):
            errors = np.bincount(game[here], was[here] - said[here])
            margin = Z95 * float(np.sqrt((errors**2).sum())) / count
            found.append(Tenth(float(said[here].mean()), float(was[here].mean()), count, margin))
    return found


def expected_error(tenths: Sequence[Tenth]) -> float:
    """Return the expected calibration error: the mean distance, weighed by how often each tenth was said."""
    return sum(abs(tenth.error) * tenth.count for tenth in tenths) / sum(tenth.count for tenth in tenths)


def fitted_layer(games: Sequence[tuple[Any, Any]], start: Any) -> tuple[Any, Any]:
    """Return weights and biases of the layer that predicts the winner, fitted to `games` by their likelihood.

    The layer learned in games of the net, which plays better than those who sit at the tables now: it expects
    too much of the seat that decides. `games` has, for each number of players, the outputs of the last hidden
    layer and the shares of the victory; `start` is the net.
    """
    weight, bias = start.layers[net.WIN_PROBABILITY]
    values = np.vstack([weight, bias]).astype(np.float32)
    mean, square = np.zeros_like(values), np.zeros_like(values)
    count = sum(len(hidden) for hidden, _ in games)
    for step in range(1, FITS + 1):
        gradient = np.zeros_like(values)
        for hidden, won in games:
            players = won.shape[1]
            logits = hidden @ values[:-1, :players] + values[-1, :players]
            wrong = (Judged(logits, won, None).chances(1.0) - won).astype(np.float32) / count
            gradient[:-1, :players] += hidden.T @ wrong
            gradient[-1, :players] += wrong.sum(axis=0)
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        values -= FIT_RATE * (1 - step / (FITS + 1)) * mean / (1 - 0.9**step) / size
    return np.ascontiguousarray(values[:-1].T), values[-1]


def best_temperature(judged: Judged, thinned: int = THINNED) -> float:
    """Return the temperature with the smallest errors: their mean square over the tenths, which count alike.

    The greatest likelihood fits low probabilities, which are most, at the cost of high ones.
    """
    some = Judged(*(part[::thinned] for part in judged[:3]))

    def error(temperature: float) -> float:
        return fmean(tenth.error**2 for tenth in by_tenths(*predictions(some, temperature)))

    return min((0.7 + 0.02 * n for n in range(56)), key=error)


def calibrated(packed: bytes, temperatures: Mapping[int, float], layer: tuple[Any, Any] | None = None) -> bytes:
    """Return the weights of a network with the temperatures of its win probabilities, by number of players.

    `layer` has other weights and biases for the layer that predicts the winner.
    """
    with np.load(BytesIO(packed), allow_pickle=False) as found:
        weights = {name: found[name] for name in found.files}
    seats = len(weights[f"{net.WIN_PROBABILITY}.bias"])
    weights[net.TEMPERATURES] = np.array([temperatures.get(1 + n, 1.0) for n in range(seats)], np.float32)
    if layer:
        for name, values in zip(("weight", "bias"), layer, strict=True):
            weights[f"{net.WIN_PROBABILITY}.{name}"] = values.astype(np.float16)
    written = BytesIO()
    np.savez(written, **weights)
    return written.getvalue()


def adopt_weights(game: str, packed: bytes, remark: str = "as it was trained") -> None:
    """Make weights those that a game's bots have, and say so on their card."""
    home = Path(str(import_module(str(package(find(game), "bots"))).__file__)).parent
    card = home / bot_modules.CARD
    text = ROW.sub("", card.read_text(encoding="utf-8"))
    line = f"| win probability | {remark} |\n| SHA-256 | `{sha256(packed).hexdigest()}` |"
    (home / bot_modules.WEIGHTS).write_bytes(packed)
    card.write_text(net.DIGEST.sub(line, text), encoding="utf-8")
    net.net.cache_clear()


def markdown(
    game: str, games: int, tenths: Mapping[int, Sequence[Tenth]], own: Mapping[int, Sequence[Tenth]],
    temperatures: Sequence[float],
) -> str:  # fmt: skip
    """Return the tables, and notes about them."""
    title, numbers = find(game).title, list(tenths)
    notes = (
        f"{title}: about {games:,} games for each number of players, each bot of any level from `{PEOPLE[0]}` to\n"
        f"`{PEOPLE[-1]}`. Differences are in points, with 95 % confidence intervals."
    )
    summary = [
        [
            str(players), f"{temperatures[players - 1]:.2f}", f"{sum(tenth.count for tenth in found):,}",
            f"{100 * expected_error(found):.1f}", f"{100 * max(abs(tenth.error) for tenth in found):.1f}",
            f"{found[-1].said:.3f}", f"{found[-1].was:.3f} ± {found[-1].margin:.3f}",
        ]
        for players, found in tenths.items()
    ]  # fmt: skip

    def rows(found: Mapping[int, Sequence[Tenth]]) -> list[list[str]]:
        return [
            [
                f"{n / TENTHS:.1f} to {(n + 1) / TENTHS:.1f}",
                *(_difference(found[players], n) for players in numbers),
            ]
            for n in range(TENTHS)
        ]

    header = [
        "players", "temperature", "predictions", "expected calibration error", "largest difference of a tenth",
        "highest tenth: predicted", "observed",
    ]  # fmt: skip
    shown = [
        rows_in_markdown(header, summary),
        "All seats:",
        rows_in_markdown(["predicted", *(f"{n} players" for n in numbers)], rows(tenths)),
        "The seat that decides, which is the one whose player sees the prediction:",
        rows_in_markdown(["predicted", *(f"{n} players" for n in numbers)], rows(own)),
    ]
    picture = f"![Observed over predicted shares of victories](../images/win-probability-{game}.svg)"
    return "\n\n".join([notes, *shown, picture, machine_line()])


def _difference(tenths: Sequence[Tenth], number: int) -> str:
    """Return the difference of a tenth, in points; empty where nothing was predicted."""
    here = [tenth for tenth in tenths if min(int(TENTHS * tenth.said), TENTHS - 1) == number]
    return f"{100 * here[0].error:+.1f} ± {100 * here[0].margin:.1f}" if here else "–"


def plot(tenths: Mapping[int, Sequence[Tenth]]) -> str:
    """Draw results over predictions, a line for each number of players: calibrated ones are on the diagonal."""

    def place(share: float) -> float:
        return EDGE + (CHART_PX - 2 * EDGE) * share

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CHART_PX} {CHART_PX}" font-family="sans-serif"'
        ' font-size="12" role="img" aria-label="Observed share of victories over predicted win probability">',
        f'<rect width="{CHART_PX}" height="{CHART_PX}" fill="white"/>',
        f'<path d="M{EDGE} {CHART_PX - EDGE}L{CHART_PX - EDGE} {EDGE}" stroke="#9ca3af" stroke-dasharray="4"/>',
        f'<path d="M{EDGE} {EDGE}V{CHART_PX - EDGE}H{CHART_PX - EDGE}" stroke="#374151" fill="none"/>',
        f'<text x="{CHART_PX / 2:.0f}" y="{CHART_PX - 8}" text-anchor="middle">predicted win probability</text>',
        f'<text x="8" y="{EDGE - 14}">observed share of victories; larger dots: more predictions</text>',
    ]
    for tenth in range(0, 11, 2):
        there = place(tenth / 10)
        lines.append(f'<text x="{there - 8:.0f}" y="{CHART_PX - EDGE + 16}">{tenth / 10:.1f}</text>')
        lines.append(f'<text x="{EDGE - 24}" y="{CHART_PX - there + 4:.0f}">{tenth / 10:.1f}</text>')
    for order, (players, found) in enumerate(tenths.items()):
        colour, most = COLOURS[order], max(tenth.count for tenth in found)
        dots = [(place(tenth.said), CHART_PX - place(tenth.was), tenth.count) for tenth in found]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in dots)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        for x, y, count in dots:
            size = 2 + 5 * (count / most) ** 0.5
            lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{colour}" fill-opacity="0.7"/>')
        y = EDGE + 16 * (order + 1)
        lines.append(f'<text x="{EDGE + 12}" y="{y}" fill="{colour}">{players} players</text>')
    return "\n".join([*lines, "</svg>", ""])
