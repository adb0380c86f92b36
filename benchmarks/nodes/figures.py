"""Hold the measurements of one setting, and compute figures from them."""

from dataclasses import dataclass

from benchmarks.live.figures import Phase


@dataclass(frozen=True, slots=True)
class Setting:
    """A number of nodes, and whether players connect to another node than that of their table."""

    nodes: int
    is_database: bool = True  # or SQLite
    is_elsewhere: bool = False

    @property
    def title(self) -> str:
        return ("PostgreSQL" if self.is_database else "SQLite") + f", {self.nodes} node" + "s" * (self.nodes > 1)

    @property
    def players(self) -> str:
        return "another node" if self.is_elsewhere else "the node of their table"

    def place(self, table: int) -> tuple[int, int]:
        """Return the node of a table, and the node to which its players connect."""
        owner = table % self.nodes
        return owner, (owner + self.is_elsewhere) % self.nodes


SETTINGS = [
    Setting(1, is_database=False), Setting(1), Setting(2), Setting(2, is_elsewhere=True),
    Setting(3), Setting(3, is_elsewhere=True),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Used:
    """The resources that a database has used so far, or in a time."""

    cpu: float | None  # seconds of all its processes; None where it runs on another machine
    wal: int  # bytes of its write-ahead log
    size: int  # bytes of tables and indexes

    def since(self, before: "Used") -> "Used":
        cpu = None if self.cpu is None or before.cpu is None else self.cpu - before.cpu
        return Used(cpu, self.wal - before.wal, self.size - before.size)


@dataclass(frozen=True, slots=True)
class Row:
    """Hold the figures of one setting."""

    setting: Setting
    phase: Phase
    commits: int
    resident: tuple[int, int]  # bytes of all nodes, before the first table and after the moves
    idle: float  # CPU µs of all nodes, a second and player, without moves
    used: Used | None = None  # by PostgreSQL

    @property
    def database_cpu(self) -> float | None:
        """Return the CPU µs of PostgreSQL a move."""
        return 1e6 * self.used.cpu / self.phase.moves if self.used and self.used.cpu is not None else None

    @property
    def others(self) -> float:
        """Return the cores that other processes of the machine used."""
        mine = self.used.cpu or 0.0 if self.used else 0.0
        return max(0.0, self.phase.others_cpu - mine) / self.phase.seconds
