"""Provide the workers of commands that play many games: processes of this machine, or a Dask cluster."""

import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager

import click

from toctoc import extras
from toctoc.arena.cluster import Cluster, ClusterFailed
from toctoc.arena.pool import Processes, Workers
from toctoc.cli.failures import Failure
from toctoc.lang import Catalogue


@contextmanager
def workers_for(cores: int | None, cluster: str | None, say: Catalogue) -> Iterator[Workers]:
    """Yield workers on `cores` of this machine (None: all), or on the cluster at an address."""
    if cluster is None:
        yield Processes(cores, lambda _: _tell(say("workers.lost")))
        return
    if cores is not None:
        raise click.UsageError(say("cluster.cores"))
    try:
        executor = Cluster(cluster)
    except ClusterFailed as error:
        raise Failure(worker_failure(error, say)) from None
    with executor:
        yield executor


def worker_failure(error: BrokenExecutor, say: Catalogue) -> str:
    """Say why the workers of a run are lost."""
    if isinstance(error, ClusterFailed):
        return say(f"cluster.{error.why}", detail=error.detail, how=extras.how("cluster"))
    return say("workers.died")


def _tell(line: str) -> None:
    """Print a line on standard error, below the progress bar if that is there."""
    click.echo(f"\n{line}" if sys.stderr.isatty() else line, err=True)
