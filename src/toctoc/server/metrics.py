"""Metrics for Prometheus: quantities only, never names or cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from toctoc.server.bot_pools.fair_queue import WorkerPool
from toctoc.server.bot_pools.warmup import Warmup
from toctoc.server.cluster.forwarding import Forwarding
from toctoc.server.features.admin.token import Admin
from toctoc.server.features.push.pusher import PushCounters
from toctoc.server.live.hub import Hub
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
        yield GaugeMetricFamily("toctoc_tables_awake", "Tables where somebody is", len(awake))
        playing = sum(live.table.is_live for live in awake)
        yield GaugeMetricFamily("toctoc_games", "Games being played where somebody is", playing)
        addresses, sockets = access.addresses, access.connections
        yield GaugeMetricFamily("toctoc_connections", "Websockets", addresses.connections)
        yield GaugeMetricFamily("toctoc_sockets", "TCP connections", sockets.open)
        yield GaugeMetricFamily("toctoc_sockets_most", "TCP connections for which there is room", sockets.limit)
        yield CounterMetricFamily("toctoc_sockets_refused", "TCP connections that were too many", sockets.refused)
        waited, refused = addresses.waited, addresses.refused
        yield CounterMetricFamily("toctoc_waited", "Requests and messages over budget that waited", waited)
        yield CounterMetricFamily("toctoc_refused", "Requests and messages far over budget", refused)
        yield CounterMetricFamily("toctoc_writes", "Steps of tables that were stored", counters.writes)
        yield CounterMetricFamily("toctoc_writes_failed", "Steps that could not be stored", counters.failures)
        yield CounterMetricFamily("toctoc_admin", "What the host did with the admin token", self.admin.done)
        yield CounterMetricFamily("toctoc_admin_refused", "Requests with a wrong admin token", self.admin.refused)
        if self.pushes is not None:
            yield from _pushes(self.pushes)
        if self.forwarding is not None:
            yield from _forwarding(self.forwarding)
        if self.found is not None:
            yield from _store(hub.store, self.found)
        yield from _pools(self.pools, self.warmup)


def _forwarding(forwarding: Forwarding) -> Iterator[Metric]:
    traffic = forwarding.traffic
    yield GaugeMetricFamily("toctoc_forwarded_lines", "Lines to other nodes", len(forwarding.lines))
    yield CounterMetricFamily("toctoc_forwarded", "Requests passed on to other nodes", traffic.passed_on)
    yield CounterMetricFamily("toctoc_forwards_failed", "Requests that found no node", traffic.failed)
    yield CounterMetricFamily("toctoc_hops", "Requests that came from other nodes", traffic.came)


def _pushes(pushes: PushCounters) -> Iterator[Metric]:
    counted = CounterMetricFamily("toctoc_pushes", "Pushes to those whose turn it is", labels=["outcome"])
    for outcome in ("sent", "failed", "gone", "dropped"):
        counted.add_metric([outcome], getattr(pushes, outcome))
    yield counted


def _store(store: Store, found: Ready) -> Iterator[Metric]:
    yield GaugeMetricFamily("toctoc_ready", "Whether people may be sent here", found.ready)
    yield GaugeMetricFamily("toctoc_store_writable", "Whether a commit was possible", found.store == WRITABLE)
    yield GaugeMetricFamily("toctoc_store_there", "Whether its file is there", found.file == THERE)
    if found.free_bytes is not None:
        yield GaugeMetricFamily("toctoc_store_free_bytes", "Space on its disk", found.free_bytes)
    yield GaugeMetricFamily("toctoc_lease_held", "Whether nobody else has our tables", store.health().is_leased)
    took = store.commit_timing
    yield HistogramMetricFamily("toctoc_commit_seconds", "How long commits took", took.buckets(), took.total)


def _pools(pools: Mapping[str, WorkerPool], warmup: Warmup) -> Iterator[Metric]:
    waiting = GaugeMetricFamily("toctoc_thoughts_waiting", "Thoughts that wait for a thread", labels=["lane"])
    started = CounterMetricFamily("toctoc_thoughts", "Thoughts that were begun", labels=["lane"])
    waited = CounterMetricFamily("toctoc_thoughts_waited_seconds", "How long they waited", labels=["lane"])
    rejected = CounterMetricFamily("toctoc_thoughts_turned_away", "Thoughts that were too many", labels=["lane"])
    for name, pool in pools.items():
        figures = pool.figures()
        waiting.add_metric([name], figures.waiting)
        started.add_metric([name], figures.started)
        waited.add_metric([name], figures.waited)
        rejected.add_metric([name], figures.rejected)
    yield from (waiting, started, waited, rejected)
    yield GaugeMetricFamily("toctoc_warming", "Games being compiled or loaded", warmup.games)
