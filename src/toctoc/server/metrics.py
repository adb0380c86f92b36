"""Figures for Prometheus: how much goes on, never what."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from toctoc.server.bot_pools.fair_queue import Lane
from toctoc.server.cluster.forwarding import Forwarding
from toctoc.server.features.push.figures import Pushes
from toctoc.server.http.bodies import Ready
from toctoc.server.live.live_table import Services
from toctoc.server.readiness import THERE, WRITABLE
from toctoc.server.transport.access import Access
from toctoc.storage import Store


class _Figures(Collector):
    def __init__(self, access: Access, found: Ready | None) -> None:
        self.access, self.found = access, found

    def collect(self) -> Iterator[Metric]:
        """Yield the figures as they are now."""
        hub = self.access.hub
        counters = hub.services.counters
        awake = [live for live in hub.tables.values() if live.connections]
        yield GaugeMetricFamily("toctoc_tables", "Tables in memory", len(hub.tables))
        yield GaugeMetricFamily("toctoc_tables_awake", "Tables where somebody is", len(awake))
        playing = sum(live.table.is_live for live in awake)
        yield GaugeMetricFamily("toctoc_games", "Games being played where somebody is", playing)
        yield GaugeMetricFamily("toctoc_connections", "Websockets", self.access.addresses.connections)
        door = self.access.door
        yield GaugeMetricFamily("toctoc_sockets", "TCP connections", door.open)
        yield GaugeMetricFamily("toctoc_sockets_most", "TCP connections for which there is room", door.most)
        yield CounterMetricFamily("toctoc_sockets_refused", "TCP connections that were too many", door.refused)
        who = self.access.addresses
        yield CounterMetricFamily("toctoc_waited", "Requests and messages over budget that waited", who.waited)
        yield CounterMetricFamily("toctoc_refused", "Requests and messages far over budget", who.refused)
        yield CounterMetricFamily("toctoc_writes", "Steps of tables that were stored", counters.writes)
        yield CounterMetricFamily("toctoc_writes_failed", "Steps that could not be stored", counters.failures)
        admin = self.access.admin
        yield CounterMetricFamily("toctoc_admin", "What the host did with the admin token", admin.done)
        yield CounterMetricFamily("toctoc_admin_refused", "Requests with a wrong admin token", admin.refused)
        if self.access.pushes is not None:
            yield from _pushes(self.access.pushes)
        if self.access.forwarding is not None:
            yield from _forwarding(self.access.forwarding)
        if self.found is not None:
            yield from _store(hub.services.store, self.found)
        yield from _thinking(hub.services)


def _forwarding(forwarding: Forwarding) -> Iterator[Metric]:
    """Yield the figures of what goes to other nodes, and comes from them."""
    traffic = forwarding.traffic
    yield GaugeMetricFamily("toctoc_forwarded_lines", "Lines to other nodes", len(forwarding.lines))
    yield CounterMetricFamily("toctoc_forwarded", "Requests passed on to other nodes", traffic.passed_on)
    yield CounterMetricFamily("toctoc_forwards_failed", "Requests that found no node", traffic.failed)
    yield CounterMetricFamily("toctoc_hops", "Requests that came from other nodes", traffic.came)


def _pushes(pushes: Pushes) -> Iterator[Metric]:
    """Yield what became of pushes."""
    told = CounterMetricFamily("toctoc_pushes", "Pushes to those whose turn it is", labels=["outcome"])
    for outcome in ("sent", "failed", "gone", "dropped"):
        told.add_metric([outcome], getattr(pushes, outcome))
    yield told


def _store(store: Store, found: Ready) -> Iterator[Metric]:
    """Yield how the store is."""
    yield GaugeMetricFamily("toctoc_ready", "Whether people may be sent here", found.ready)
    yield GaugeMetricFamily("toctoc_store_writable", "Whether a commit was possible", found.store == WRITABLE)
    yield GaugeMetricFamily("toctoc_store_there", "Whether its file is there", found.file == THERE)
    if found.free_bytes is not None:
        yield GaugeMetricFamily("toctoc_store_free_bytes", "Space on its disk", found.free_bytes)
    yield GaugeMetricFamily("toctoc_lease_held", "Whether nobody else has our tables", store.health().is_leased)
    took = store.durations
    yield HistogramMetricFamily("toctoc_commit_seconds", "How long commits took", took.buckets(), took.total)


LANES = ("quick", "search", "hint", "analysis")


def lanes(services: Services) -> dict[str, Lane]:
    """Return the lanes in which bots think, by name."""
    decisions, hints = services.decisions, services.hints
    return dict(zip(LANES, (decisions.quick, decisions.search, hints.lane, services.analyses), strict=True))


def _thinking(services: Services) -> Iterator[Metric]:
    """Yield the figures of the lanes in which bots think."""
    waiting = GaugeMetricFamily("toctoc_thoughts_waiting", "Thoughts that wait for a thread", labels=["lane"])
    begun = CounterMetricFamily("toctoc_thoughts", "Thoughts that were begun", labels=["lane"])
    waited = CounterMetricFamily("toctoc_thoughts_waited_seconds", "How long they waited", labels=["lane"])
    away = CounterMetricFamily("toctoc_thoughts_turned_away", "Thoughts that were too many", labels=["lane"])
    for name, lane in lanes(services).items():
        figures = lane.figures()
        waiting.add_metric([name], figures.waiting)
        begun.add_metric([name], figures.started)
        waited.add_metric([name], figures.waited)
        away.add_metric([name], figures.turned_away)
    yield from (waiting, begun, waited, away)
    yield GaugeMetricFamily("toctoc_warming", "Games being compiled or loaded", services.decisions.warmup.games)


def exposition(access: Access, found: Ready | None = None) -> bytes:
    """Return the figures in the text format of Prometheus; those of the store if one has just looked at it."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(access, found))
    return generate_latest(registry)
