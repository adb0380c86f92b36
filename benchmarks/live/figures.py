"""Hold the measured times, and compute figures from them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

MB = 1e6


@dataclass(frozen=True, slots=True)
class Phase:
    """Hold some seconds of load; the times of its moves from sent to seen by all seats, in milliseconds."""

    moves: int
    seconds: float
    p50: float
    p95: float
    p99: float
    worst: float
    held_p99: float  # how late the client itself sent due moves
    server_cpu: float  # seconds, as the two below
    client_cpu: float
    others_cpu: float  # of everybody else on the machine: a quiet one has none

    @property
    def pace(self) -> float:
        return self.moves / self.seconds

    @property
    def cpu(self) -> float:
        """Return the CPU µs of the server a move."""
        return 1e6 * self.server_cpu / self.moves

    @property
    def client(self) -> float:
        """Return the CPU µs of the client a move."""
        return 1e6 * self.client_cpu / self.moves


@dataclass(frozen=True, slots=True)
class Figures:
    """Hold the figures of one server under load."""

    title: str
    about: str
    tables: int
    pace: float  # moves a second at each table, while paced
    resident: tuple[int, int, int]  # bytes: before the first table, with all of them seated, after the paced moves
    paced: Phase
    saturated: Phase

    @property
    def memory(self) -> float:
        """Return the MB a table, its moves included."""
        return (self.resident[2] - self.resident[0]) / self.tables / MB


@dataclass(frozen=True, slots=True)
class Crowd:
    """Hold the figures of one server with many tables, at the pace of people."""

    title: str
    tables: int
    pace: float  # moves a second at each table
    resident: tuple[int, int]  # bytes: before the first table, after the moves
    paced: Phase

    @property
    def memory(self) -> float:
        """Return the MB a table, its moves included."""
        return (self.resident[1] - self.resident[0]) / self.tables / MB


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return the smallest of the ordered values that at least this share of them does not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
