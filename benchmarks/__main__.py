"""Run the benchmarks from the command line."""

import sys
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console

from toctoc.core.compile import compiled
from toctoc.core.registry import GAMES

from . import machine, measure, openspiel, playouts, report, start

SUBJECTS = ("playouts", "start")


@click.command(name="benchmarks")
@click.argument("subjects", nargs=-1, type=click.Choice(SUBJECTS))
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="Only this game; repeatable.")
@click.option("--players", "numbers", multiple=True, type=int, help="Only so many players; repeatable.")
@click.option("--seconds", default=1.0, show_default=True, help="CPU time of each round of playouts.")
@click.option("--rounds", default=5, show_default=True, help="Rounds of playouts, and second starts.")
@click.option("--quick", is_flag=True, help="Two rounds of a twentieth of a second: to see that it works.")
@click.option("--openspiel/--no-openspiel", "beside", default=True, help="Measure OpenSpiel too if it is there.")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/performance.md.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write them here, as JSON."
)
def main(
    subjects: tuple[str, ...],
    games: tuple[str, ...],
    numbers: tuple[int, ...],
    seconds: float,
    rounds: int,
    quick: bool,
    beside: bool,
    write: bool,
    file: Path | None,
) -> None:
    """Measure random games on one core, plain and compiled, beside OpenSpiel, and the start of a process.

    SUBJECTS are playouts and start; both unless you choose. The figures are shown, and whether they reach the
    targets of the project; missing one is no error. `browser`, `bulk-play`, `gpu`, `lab`, `live`, `nodes`,
    `flood`, `soak` and `endurance`, alone and with options of their own, measure tables in the browser itself,
    games of bots, tables on a GPU, tables in arrays, live tables, several servers on one database, attacks, the
    rest that tables leave, and hours of faults.
    """
    if quick:
        seconds, rounds = 0.05, 2
    chosen = [GAMES[name] for name in games or GAMES]
    found = report.Report(machine.facts())
    with Console(stderr=True).status("Starting") as status:
        if "playouts" in (subjects or SUBJECTS):
            contestants = [machine.yardstick()]
            if beside and openspiel.available():
                contestants += openspiel.contestants()
            for game in chosen:
                for players in game.players:
                    if not numbers or players in numbers:
                        contestants += playouts.contestants(game, players)
            found.results.extend(measure.measure(contestants, seconds, rounds, status.update))
        if "start" in (subjects or SUBJECTS) and compiled.available():
            found.starts.extend(start.measure(chosen, rounds, status.update))
    report.keep(asdict(found), file)
    report.publish(report.tables(found), (report.BEGIN, report.END), write)


if __name__ == "__main__":
    if sys.argv[1:2] == ["live"]:
        from benchmarks.live.command import main as live  # it needs Linux, and the server's packages

        sys.exit(live(sys.argv[2:], prog_name="python -m benchmarks live"))
    if sys.argv[1:2] == ["browser"]:
        from .browser import main as browser  # it needs Chromium, and the engine

        sys.exit(browser(sys.argv[2:], prog_name="python -m benchmarks browser"))
    if sys.argv[1:2] == ["gpu"]:
        from .gpu import main as gpu  # it needs an NVIDIA GPU

        sys.exit(gpu(sys.argv[2:], prog_name="python -m benchmarks gpu"))
    if sys.argv[1:2] == ["lab"]:
        from benchmarks.lab.command import main as lab

        sys.exit(lab(sys.argv[2:], prog_name="python -m benchmarks lab"))
    if sys.argv[1:2] == ["dataset"]:
        from .dataset import main as dataset

        sys.exit(dataset(sys.argv[2:], prog_name="python -m benchmarks dataset"))
    if sys.argv[1:2] == ["nodes"]:
        from benchmarks.nodes.command import main as nodes

        sys.exit(nodes(sys.argv[2:], prog_name="python -m benchmarks nodes"))
    if sys.argv[1:2] == ["flood"]:
        from benchmarks.flood.command import main as flood

        sys.exit(flood(sys.argv[2:], prog_name="python -m benchmarks flood"))
    if sys.argv[1:2] == ["soak"]:
        from .soak import main as soak

        sys.exit(soak(sys.argv[2:], prog_name="python -m benchmarks soak"))
    if sys.argv[1:2] == ["endurance"]:
        from benchmarks.endurance.command import main as endurance

        sys.exit(endurance(sys.argv[2:], prog_name="python -m benchmarks endurance"))
    if sys.argv[1:2] == ["bulk-play"]:
        from .bulk_play import main as bulk_play

        sys.exit(bulk_play(sys.argv[2:], prog_name="python -m benchmarks bulk-play"))
    sys.exit(main(prog_name="python -m benchmarks"))
