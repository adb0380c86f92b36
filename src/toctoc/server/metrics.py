"""Figures for Prometheus: how much goes on, never what."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from toctoc.server.hub import Hub

if TYPE_CHECKING:
    from toctoc.server.access import Access


class _Figures(Collector):
    def __init__(self, hub: Hub, access: "Access") -> None:
        self.hub, self.access = hub, access

    def collect(self) -> Iterator[Metric]:
        hub = self.hub
        awake = [live for live in hub.tables.values() if live.connections]
        yield GaugeMetricFamily("toctoc_tables", "Tables in memory", len(hub.tables))
        yield GaugeMetricFamily("toctoc_tables_awake", "Tables where somebody is", len(awake))
        playing = sum(live.table.is_live for live in awake)
        yield GaugeMetricFamily("toctoc_games", "Games being played where somebody is", playing)
        yield GaugeMetricFamily("toctoc_connections", "Websockets", self.access.addresses.connections)
        yield CounterMetricFamily("toctoc_writes", "Steps of tables that were stored", hub.writes)
        yield CounterMetricFamily("toctoc_writes_failed", "Steps that could not be stored", hub.failures)


def exposition(hub: Hub, access: "Access") -> bytes:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(hub, access))
    return generate_latest(registry)
