"""Metrics for Prometheus: quantities only, never names or cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from toctoc.server.bot_pools.fair_queue import WorkerPool
from toctoc.server.bot_pools.warmup import Warmup
from toctoc.server.features.admin.token import Admin
from toctoc.server.features.push.pusher import PushCounters
from toctoc.server.live.hub import Hub
from toctoc.server.loop_pauses import LoopPauses
from toctoc.server.nodes.forwarding import Forwarding
from toctoc.server.readiness import THERE, WRITABLE, Ready
from toctoc.server.security.access_control import AccessControl
from toctoc.storage import Store


@dataclass(frozen=True, eq=False)  # Prometheus hashes collectors
class Metrics(Collector):
    """Collects the metrics of one node; `pools` are its worker pools by name."""

    hub: Hub
    access: AccessControl
    pools: Mapping[str, WorkerPool]
    warmup: Warmup
    admin: Admin
    pushes: PushCounters | None = None
    forwarding: Forwarding | None = None
    pauses: LoopPauses | None = None
    found: Ready | None = None  # the state of the store, if it was just probed

    def exposition(self, found: Ready | None = None) -> bytes:
        """Return the metrics in Prometheus' text format; those of the store if its state `found` is given."""
        registry = CollectorRegistry(auto_describe=False)
        registry.register(replace(self, found=found))
        return generate_latest(registry)

    def collect(self) -> Iterator[Metric]:
        """Yield the current metrics."""
        hub, access, counters = self.hub, self.access, self.hub.counters
        awake = [live for live in hub.tables.values() if live.connections]
        yield GaugeMetricFamily("toctoc_tables", "Tables in memory", len(hub.tables))
        yield GaugeMetricFamily("toctoc_tables_awake", "Tables with at least one connection", len(awake))
        playing = sum(live.table.is_live for live in awake)
        yield GaugeMetricFamily("toctoc_games", "Running games at tables with at least one connection", playing)
        addresses, sockets = access.addresses, access.connections
        yield GaugeMetricFamily("toctoc_connections", "Open websockets", addresses.connections)
        yield GaugeMetricFamily("toctoc_sockets", "Open TCP connections, websockets included", sockets.open)
        yield GaugeMetricFamily(
            "toctoc_sockets_most", "TCP connections that the limit and the file descriptors allow", sockets.limit
        )
        yield CounterMetricFamily(
            "toctoc_sockets_refused", "TCP connections refused because there were too many", sockets.refused
        )
        waited, refused = addresses.waited, addresses.refused
        yield CounterMetricFamily(
            "toctoc_waited", "Requests and messages over the budget of their address that were delayed", waited
        )
        yield CounterMetricFamily(
            "toctoc_refused", "Requests and messages over the budget of their address that were refused", refused
        )
        yield CounterMetricFamily("toctoc_writes", "Steps of tables that were stored", counters.writes)
        yield CounterMetricFamily(
            "toctoc_writes_failed", "Steps of tables that could not be stored", counters.failures
        )
        yield CounterMetricFamily(
            "toctoc_admin", "Actions with the admin token: tables closed or removed, notices", self.admin.done
        )
        yield CounterMetricFamily("toctoc_admin_refused", "Requests with a wrong admin token", self.admin.refused)
        if self.pauses is not None:
            yield GaugeMetricFamily(
                "toctoc_longest_pause_seconds",
                "Longest pause of the event loop in the last minute or two: nobody was served meanwhile",
                self.pauses.longest,
            )
        if self.pushes is not None:
            yield from _pushes(self.pushes)
        if self.forwarding is not None:
            yield from _forwarding(self.forwarding)
        if self.found is not None:
            yield from _store(hub.store, self.found)
        yield from _pools(self.pools, self.warmup)


def _forwarding(forwarding: Forwarding) -> Iterator[Metric]:
    traffic = forwarding.traffic
    yield GaugeMetricFamily(
        "toctoc_forwarded_lines",
        "Several nodes: open connections to other nodes",
        len(forwarding.lines),
    )
    yield CounterMetricFamily(
        "toctoc_forwarded",
        "Several nodes: requests and websockets forwarded to other nodes",
        traffic.passed_on,
    )
    yield CounterMetricFamily(
        "toctoc_forwards_failed",
        "Several nodes: requests and websockets that reached no node in time",
        traffic.failed,
    )
    yield CounterMetricFamily(
        "toctoc_forwards_received",
        "Several nodes: requests and websockets that other nodes forwarded to this one",
        traffic.came,
    )


def _pushes(pushes: PushCounters) -> Iterator[Metric]:
    counted = CounterMetricFamily(
        "toctoc_pushes",
        "Push notifications, by outcome: sent, failed, gone (unknown to the push service), dropped (too many)",
        labels=["outcome"],
    )
    for outcome in ("sent", "failed", "gone", "dropped"):
        counted.add_metric([outcome], getattr(pushes, outcome))
    yield counted


def _store(store: Store, found: Ready) -> Iterator[Metric]:
    yield GaugeMetricFamily("toctoc_ready", "1 if /readyz answers 200, else 0", found.ready)
    yield GaugeMetricFamily(
        "toctoc_store_writable", "1 if the last probe could commit, else 0", found.store == WRITABLE
    )
    yield GaugeMetricFamily(
        "toctoc_store_there", "1 if the file of the store is in its place, else 0", found.file == THERE
    )
    if found.free_bytes is not None:
        yield GaugeMetricFamily(
            "toctoc_store_free_bytes", "Free bytes on the disk of the store, if they are known", found.free_bytes
        )
    yield GaugeMetricFamily(
        "toctoc_lease_held", "1 if this node holds its lease; always 1 on SQLite", store.health().is_leased
    )
    took = store.commit_timing
    yield HistogramMetricFamily("toctoc_commit_seconds", "Duration of commits", took.buckets(), took.total)


def _pools(pools: Mapping[str, WorkerPool], warmup: Warmup) -> Iterator[Metric]:
    metrics: tuple[GaugeMetricFamily | CounterMetricFamily, ...] = (
        GaugeMetricFamily(
            "toctoc_pool_jobs_waiting",
            "Jobs in the queue of a worker pool, sampled every ten seconds",
            labels=["pool"],
        ),
        CounterMetricFamily("toctoc_pool_jobs", "Jobs that a worker pool has started", labels=["pool"]),
        CounterMetricFamily(
            "toctoc_pool_jobs_waited_seconds",
            "Total time that jobs waited in the queue of a worker pool",
            labels=["pool"],
        ),
        CounterMetricFamily(
            "toctoc_pool_jobs_rejected",
            "Jobs that a worker pool rejected: queue full, waited too long, or outdated",
            labels=["pool"],
        ),
    )
    for name, pool in pools.items():
        found = pool.figures()
        figures = (found.waiting, found.started, found.waited, found.rejected)
        for metric, figure in zip(metrics, figures, strict=True):
            metric.add_metric([name], figure)
    yield from metrics
    yield GaugeMetricFamily("toctoc_warming", "Games being compiled or loaded for searching bots", warmup.games)
