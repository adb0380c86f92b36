"""Run a server from start to end: the store, the tables, the connections, and an orderly shutdown."""

import asyncio
import ctypes
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from toctoc.bots import usual_opponent
from toctoc.core.registry import GAMES
from toctoc.server.app import AppOptions, make_app
from toctoc.server.bot_pools.background import ONE_CORE
from toctoc.server.bot_pools.offered_bots import bot_facts, offers, player_maker, searched
from toctoc.server.bot_pools.worker_pools import WorkerPools
from toctoc.server.collector import Collector
from toctoc.server.config import ALL_ADDRESSES, ServerConfig
from toctoc.server.features import ANALYSIS, DAILY, PUSH
from toctoc.server.features.admin.token import Admin
from toctoc.server.features.analysis.analysis_jobs import AnalysisJobs, AnalysisProcess
from toctoc.server.features.daily import results
from toctoc.server.features.daily.bot_tries import BotTries, TriesProcess
from toctoc.server.features.daily.deals import Deals, make_deals
from toctoc.server.features.groups import games as group_games
from toctoc.server.features.push.endpoints import PushServices
from toctoc.server.features.push.pusher import Pusher
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import TableServices
from toctoc.server.live.table_lookup import TableLookup
from toctoc.server.loop_pauses import LoopPauses
from toctoc.server.nodes.forwarding import Forwarding
from toctoc.server.nodes.takeover import Takeover
from toctoc.server.security.access_control import AccessControl, Site
from toctoc.server.security.connection_limit import raise_descriptors
from toctoc.server.security.identity import Keys, check_secret
from toctoc.server.security.limits import Limits
from toctoc.server.transport.admission import Admissions
from toctoc.server.transport.http_protocol import Ingress, client_protocol, node_protocol
from toctoc.server.transport.websocket import websocket_protocol
from toctoc.server.watchdog import notify, show_life
from toctoc.storage import Store, StoreError, is_database, open_store, without_password
from toctoc.table.scheduler import BOT_PAUSE_MS, Scheduler

LOST_TABLES_SECONDS = 0.2  # between two checks for tables that other nodes own now
CARE_SECONDS = 1.0  # between two checks for work of the caretaker
EXPIRY_SECONDS = 600.0  # between two removals of expired documents
RETURN_SECONDS = 60.0  # between two returns of memory while there are tables
MANY_TABLES = 100  # whose memory, some 13 MB, is worth a return
SWITCH_SECONDS = 0.0005  # for which a bot that thinks in Python may keep the interpreter from other threads
logger = logging.getLogger("toctoc.server")

HANGUP = getattr(signal, "SIGHUP", None)  # a terminal was closed, an SSH session was lost; not on Windows


@dataclass(frozen=True, kw_only=True)
class ServerSetup:
    """A configuration with the objects that were loaded for it.

    Args:
        config: The configuration.
        keys: The keys that sign identities.
        limits: The limits.
        bots: By the names that people see: levels, TOML files and Python classes.
        admin: The access to the administration page.
        push: The push services to which notifications may be sent.
        ready: A function to call with the port once it is open.
    """

    config: ServerConfig
    keys: Keys
    limits: Limits
    bots: Mapping[str, str]
    admin: Admin = field(default_factory=Admin)
    push: PushServices = field(default_factory=PushServices)
    ready: Callable[[int], None] = field(default=lambda _port: None)


class CannotListen(OSError):
    """The server cannot listen at `host` and `port`."""

    def __init__(self, error: OSError, host: str, port: int) -> None:
        super().__init__(error.errno or 0, error.strerror)
        self.host, self.port = host, port


def serve(setup: ServerSetup) -> None:
    """Run a server until it is interrupted.

    Args:
        setup: The setup.

    Raises:
        CannotListen: If the address or the port is in use or not allowed.
    """
    config = setup.config
    for name, threads in ONE_CORE.items():  # else the network of a bot would take all cores from the event loop
        os.environ.setdefault(name, threads)
    web = uvicorn.Config(
        "unused", host=config.host, port=config.port, access_log=False, log_config=None, server_header=False,
        proxy_headers=False, h11_max_incomplete_event_size=setup.limits.header_bytes,
        timeout_graceful_shutdown=3, lifespan="on",
    )  # fmt: skip
    with ExitStack() as stack:
        listener, nodes = stack.enter_context(listen(config.host, config.port)), None
        if is_database(config.store):
            nodes = stack.enter_context(listen(*(config.node_endpoint or (own_host(config.store), 0))))
        runner = stack.enter_context(asyncio.Runner(loop_factory=web.get_loop_factory()))
        runner.run(_serve(setup, web, listener, nodes))


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket, or raise `CannotListen`; uvicorn would only log the error, and exit."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    is_both = host == "::" and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, dualstack_ipv6=is_both)
    except OSError as error:
        raise CannotListen(error, host, port) from None


def own_host(store: str) -> str:
    """Return this machine's address in the network of the database, where other nodes can reach it."""
    database = urlsplit(store)
    with suppress(OSError, ValueError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect((database.hostname or "127.0.0.1", database.port or 5432))  # nothing is sent
        return str(line.getsockname()[0])
    return "127.0.0.1"


def _own_address(config: ServerConfig, nodes: socket.socket | None) -> str:
    """Return the address of this node for others; empty if there are none."""
    if nodes is None:
        return ""
    host, port = nodes.getsockname()[:2]
    if config.node_endpoint is not None:
        host = config.node_endpoint[0]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class _Parts:
    """The parts of a running server, made in the order in which they need each other."""

    def __init__(self, setup: ServerSetup, store: Store, is_clustered: bool) -> None:
        loop, config, limits = asyncio.get_running_loop(), setup.config, setup.limits
        site = Site(
            config.public_origin, config.behind_proxy, config.host in ALL_ADDRESSES, config.allowed_hosts,
            config.hsts_days,
        )  # fmt: skip
        self.setup, self.store, self.access = setup, store, AccessControl(setup.keys, limits, site)
        self.pauses = LoopPauses(time.monotonic)
        self.access.connections.limit = raise_descriptors(limits.sockets)
        self.pools = WorkerPools(loop, limits, self.access.addresses.hint)
        self.pusher, self.analyses = None, None
        if PUSH not in config.without:
            self.pusher = Pusher(store.documents, setup.keys.seed("push"), setup.push, store.nodes.wall)
        if ANALYSIS not in config.without:
            analyser = AnalysisProcess(limits.analysis_niceness)
            self.analyses = AnalysisJobs(store, self.pools.background, analyser)
        self.hub = Hub(self._table_services(loop))
        self.forwarding = Forwarding(store.nodes, setup.keys, Takeover(self.hub)) if is_clustered else None
        self.deals = make_deals(store.documents, bot_facts(setup.bots), config.day_start_seconds)
        self.bot_tries = None
        if DAILY not in config.without:
            player = TriesProcess(self.pools.background, limits.analysis_niceness)
            self.bot_tries = BotTries(store.documents, self.deals.days, setup.bots, player)

    def _table_services(self, loop: asyncio.AbstractEventLoop) -> TableServices:
        setup, config, limits = self.setup, self.setup.config, self.setup.limits
        pause = BOT_PAUSE_MS if config.bots_pause else (0, 0)
        services = TableServices(
            self.store,
            Scheduler(player_maker(setup.bots), usual_opponent, Random(), config.grace_ms, pause),
            loop,
            self.pools.decisions,
            self.pools.hints,
            offers(setup.bots),
            (limits.talk_burst, limits.talk_per_second),
            (limits.extra_changes_burst, limits.extra_changes_per_second),
            limits.table_changes_per_hour,
            self.access.addresses.change,
            (results.documents_of, group_games.documents_of),
            link_key=self.access.keys.link_key,
            wall=self.store.nodes.wall,
        )
        if self.pusher is not None:
            services.slow_step = self.pusher.step_stored
        return services

    def server(self, web: uvicorn.Config, nodes: socket.socket | None) -> "Server":
        """Return the uvicorn server for these parts; `nodes` is the socket for other nodes."""
        setup, lookup = self.setup, TableLookup(self.hub, self.access)
        ingress = Ingress(self.access, Admissions(lookup, self.access), self.forwarding)
        options = AppOptions(
            setup.bots, True, setup.config.without, setup.admin, self.deals, self.analyses, self.pusher,
            self.forwarding, self.bot_tries, self.pauses,
        )  # fmt: skip
        web.app = make_app(lookup, self.access, self.pools.replays, self.pools.background, options)
        web.http = client_protocol(ingress)
        web.ws = websocket_protocol(self.access)  # type: ignore[assignment]  # any function that makes protocols
        ready = partial(_open, setup, self.pools)
        return Server(web, ready, node_protocol(ingress), nodes, self.hand_over)

    async def hand_over(self) -> None:
        """Give all tables to other nodes, and close all connections of websockets."""
        await self.hub.hand_over()
        if self.forwarding is not None:
            self.forwarding.close()

    async def close(self) -> None:
        """End all threads, processes and tasks."""
        if self.bot_tries:
            await self.bot_tries.close()
        if self.analyses:
            self.analyses.close()
        self.pools.close()
        if self.pusher:
            await self.pusher.close()


async def _serve(
    setup: ServerSetup, web: uvicorn.Config, listener: socket.socket, nodes: socket.socket | None
) -> None:
    loop, config, collector = asyncio.get_running_loop(), setup.config, Collector()
    store = await open_store(config.store, _own_address(config, nodes))
    parts: _Parts | None = None
    try:
        await check_secret(store.documents, setup.keys, without_password(config.store), config.wants_new_secret)
        parts = _Parts(setup, store, nodes is not None)
        server = parts.server(web, nodes)
        resumed = loop.create_task(parts.analyses.resume()) if parts.analyses else None
        deals = None if DAILY in config.without else parts.deals
        caretakers = [
            loop.create_task(each)
            for each in (
                _keep(parts.hub, config.idle_seconds, deals, collector),
                parts.pauses.run(),
                show_life(),
            )
        ]
        if nodes is not None:
            caretakers.append(loop.create_task(_leave_lost(parts.hub)))
        collector.start()
        sys.setswitchinterval(SWITCH_SECONDS)
        await server.serve([listener])
        for task in (*caretakers, *([resumed] if resumed else [])):
            task.cancel()
        await asyncio.gather(*caretakers, return_exceptions=True)
    finally:
        collector.stop()
        if parts is not None:
            await parts.close()
        await store.close()


def _open(setup: ServerSetup, pools: WorkerPools, port: int) -> None:
    """Report that the server is ready, and then compile games for strong bots."""
    notify("READY=1")
    setup.ready(port)
    pools.compile(searched(setup.bots))


class Server(uvicorn.Server):
    """uvicorn's server, which also listens for other nodes.

    `ready` is called with the port once clients can connect, `ending` when no new ones can any more.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[int], None],
        node_protocol: Any,
        nodes: socket.socket | None,
        ending: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__(config)
        self._ready, self._node_protocol, self._nodes, self._ending = ready, node_protocol, nodes, ending

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started and self._nodes is not None:
            make = partial(self._node_protocol, config=self.config, server_state=self.server_state, app_state={})
            self.servers.append(await asyncio.get_running_loop().create_server(make, sock=self._nodes))
        if self.started:
            port = self.servers[0].sockets[0].getsockname()[1]
            logger.info("open at port %d", port)
            self._ready(port)

    async def shutdown(self, sockets: Any = None) -> None:
        notify("STOPPING=1")
        for server in self.servers:
            server.close()
        if self._ending is not None:
            await self._ending()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Shut down on a signal, and do not raise it again: uvicorn would, before the store is closed.

        SIGHUP stays ignored if it is: `nohup` does that.
        """
        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread may handle signals
            return
        before = {sign: signal.signal(sign, self.handle_exit) for sign in HANDLED_SIGNALS}
        if HANGUP is not None and signal.getsignal(HANGUP) is not signal.SIG_IGN:
            before[HANGUP] = signal.signal(HANGUP, self.handle_exit)
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)


async def _keep(hub: Hub, idle: float, deals: Deals | None, collector: Collector) -> None:
    """Do the regular work, for ever.

    Drop idle tables, remove expired documents, draw the next day's deals; in quiet moments, collect garbage.
    """
    tables, tidied, expired = IdleTables(hub, idle, collector), time.monotonic(), -EXPIRY_SECONDS
    while True:
        writes = hub.counters.writes
        await asyncio.sleep(min(CARE_SECONDS, idle / 2))
        try:
            if hub.counters.writes == writes and collector.is_due:
                collector.collect_all()
            if time.monotonic() - tidied >= idle / 2:
                tidied = time.monotonic()
                await tables.forget()
            if time.monotonic() - expired >= EXPIRY_SECONDS:
                expired = time.monotonic()
                with suppress(StoreError):  # try again the next time
                    await hub.store.documents.expire()
                    if deals is not None:
                        await deals.seal_ahead(list(GAMES), hub.wall())
        except Exception:
            logger.exception("an error in the upkeep, which continues")


class IdleTables:
    """Drops idle tables and returns their memory: after the last table, or once a minute if many have left."""

    def __init__(
        self, hub: Hub, idle: float, collector: Collector, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._hub, self._idle, self._collector, self._clock = hub, idle, collector, clock
        self._left, self._returned = 0, clock()  # tables since memory was returned, and when that was

    async def forget(self) -> None:
        """Drop the tables that are idle now."""
        self._left += await self._hub.forget_idle(self._idle)
        if self._left and not self._hub.tables:
            self._collector.collect_all()  # takes milliseconds without tables, and half a second with many
        elif self._left < MANY_TABLES or self._clock() - self._returned < RETURN_SECONDS:
            return
        self._left, self._returned = 0, self._clock()
        await asyncio.to_thread(return_memory)


def return_memory() -> None:
    """Return free memory to the system, where it can be done (glibc)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


async def _leave_lost(hub: Hub) -> None:
    """Drop the tables that this node has lost, for ever; waits for no answer of the store."""
    while True:
        await asyncio.sleep(LOST_TABLES_SECONDS)
        hub.leave_lost()
