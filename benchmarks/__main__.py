"""Run the benchmarks from the command line."""

import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import click
from rich.console import Console

from toctoc.core.compile import compiled
from toctoc.core.registry import GAMES

from . import COMMANDS, machine, measure, openspiel, playouts, report, start

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
    name = "".join(sys.argv[1:2])
    if name in COMMANDS:
        command = import_module(COMMANDS[name]).main
        sys.exit(command(sys.argv[2:], prog_name=f"python -m benchmarks {name}"))
    sys.exit(main(prog_name="python -m benchmarks"))
