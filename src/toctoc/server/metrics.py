"""Figures for Prometheus: how much goes on, never what."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from toctoc.server.house import House

if TYPE_CHECKING:
    from toctoc.server.reception import Reception


class _Figures(Collector):
    def __init__(self, house: House, reception: "Reception") -> None:
        self.house, self.reception = house, reception

    def collect(self) -> Iterator[Metric]:
        house = self.house
        awake = [hosted for hosted in house.tables.values() if hosted.connections]
        yield GaugeMetricFamily("toctoc_tables", "Tables in memory", len(house.tables))
        yield GaugeMetricFamily("toctoc_tables_awake", "Tables where somebody is", len(awake))
        playing = sum(hosted.table.is_live for hosted in awake)
        yield GaugeMetricFamily("toctoc_games", "Games being played where somebody is", playing)
        yield GaugeMetricFamily("toctoc_connections", "Websockets", self.reception.addresses.connections)
        yield CounterMetricFamily("toctoc_writes", "Steps of tables that were stored", house.writes)
        yield CounterMetricFamily("toctoc_writes_failed", "Steps that could not be stored", house.failures)


def exposition(house: House, reception: "Reception") -> bytes:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(house, reception))
    return generate_latest(registry)
