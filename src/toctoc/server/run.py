"""Run a server from its first line to its last: the store, the hub, the connections, and an orderly end."""

import asyncio
import gc
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from toctoc.bots import usual_opponent
from toctoc.games.registry import GAMES
from toctoc.server.app import make_app
from toctoc.server.bot_pools.offered_bots import bot_facts, offers, player_maker, searched
from toctoc.server.bot_pools.worker_pools import Minds
from toctoc.server.cluster.forwarding import Forwarding
from toctoc.server.cluster.takeover import Heir
from toctoc.server.features import ANALYSIS, PUSH
from toctoc.server.features.admin.token import Admin
from toctoc.server.features.analysis.analysis_jobs import ONE_CORE, Lookbacks
from toctoc.server.features.daily.deals import Deals
from toctoc.server.features.daily.routes import FEATURE, make_deals
from toctoc.server.features.push.endpoints import Services as PushServices
from toctoc.server.features.push.pusher import Pusher
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import Services
from toctoc.server.security.connection_limit import raise_descriptors
from toctoc.server.security.identity import Keys
from toctoc.server.security.limits import Limits
from toctoc.server.transport.access import Access
from toctoc.server.transport.http_protocol import hop_protocol, http_protocol
from toctoc.server.transport.websocket import protocol
from toctoc.storage import StoreError, is_database, open_store
from toctoc.table.scheduler import GRACE, PAUSE, Scheduler

ALL_ADDRESSES = ("0.0.0.0", "::")
IDLE = 60.0  # seconds after which a table where nobody is left is forgotten
LOOK = 1.0  # seconds between two looks at which tables other nodes have taken
TIDY = 600.0  # seconds between two looks for documents whose time is over
SWITCH = 0.0005  # seconds for which a bot that thinks in Python may keep the interpreter from everybody else
logger = logging.getLogger("toctoc.server")


@dataclass(frozen=True)
class ServerConfig:
    """Where and how a server is run."""

    store: str
    keys: Keys
    limits: Limits
    bots: Mapping[str, str]  # names that people see, and what they are made of: levels or files
    host: str = "127.0.0.1"
    port: int = 8080
    public_url: str | None = None
    behind_proxy: int = 0
    allowed_hosts: tuple[str, ...] = ()
    grace_ms: int = GRACE
    pause_ms: tuple[int, int] = PAUSE
    idle_seconds: float = IDLE
    admin: Admin = field(default_factory=Admin)
    node_address: tuple[str, int] | None = None  # where other nodes reach this one, if the store has several
    has_siblings: bool = False  # whether other processes listen at the same port
    compiles: bool = True  # for strong bots, before anybody asks for one
    without: tuple[str, ...] = ()  # features that the host has switched off
    day_begins: int = 0  # of daily deals, in seconds after midnight, UTC
    push: PushServices = field(default_factory=PushServices)  # where pushes may go
    ready: Callable[[int], None] = field(default=lambda _port: None)  # told the port once people can come


class CannotListen(OSError):
    """Nobody can be let in at that address."""

    def __init__(self, error: OSError, host: str, port: int) -> None:
        super().__init__(error.errno or 0, error.strerror)
        self.host, self.port = host, port


def serve(config: ServerConfig) -> None:
    """Serve until it is interrupted."""
    for name, threads in ONE_CORE.items():  # else a bot's net would take all cores from the event loop
        os.environ.setdefault(name, threads)
    web = uvicorn.Config(
        "unused", host=config.host, port=config.port, access_log=False, log_config=None, server_header=False,
        proxy_headers=False, h11_max_incomplete_event_size=config.limits.header_bytes,
        timeout_graceful_shutdown=3, lifespan="on",
    )  # fmt: skip
    with ExitStack() as stack:
        listener = stack.enter_context(listen(config.host, config.port, config.has_siblings))
        nodes = None
        if is_database(config.store):
            nodes = stack.enter_context(listen(*(config.node_address or (own_host(config.store), 0))))
        runner = stack.enter_context(asyncio.Runner(loop_factory=web.get_loop_factory()))
        runner.run(_serve(config, web, listener, nodes))


def listen(host: str, port: int, has_siblings: bool = False) -> socket.socket:
    """Open the port before anything else is touched; uvicorn would only log that it cannot, and exit."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    is_both = host == "::" and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, dualstack_ipv6=is_both, reuse_port=has_siblings)
    except OSError as error:
        raise CannotListen(error, host, port) from None


def own_host(store: str) -> str:
    """Return the address of this machine by which it reaches a database: other nodes reach that, too."""
    database = urlsplit(store)
    with suppress(OSError, ValueError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect((database.hostname or "127.0.0.1", database.port or 5432))  # nothing is sent
        return str(line.getsockname()[0])
    return "127.0.0.1"


def _address(config: ServerConfig, nodes: socket.socket | None) -> str:
    """Return where other nodes reach this one."""
    if nodes is None:
        return ""
    found, port = nodes.getsockname()[:2]
    host = config.node_address[0] if config.node_address else str(found)
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


async def _serve(
    config: ServerConfig, web: uvicorn.Config, listener: socket.socket, nodes: socket.socket | None
) -> None:
    loop = asyncio.get_running_loop()
    store = await open_store(config.store, _address(config, nodes))
    lookbacks: Lookbacks | None = None
    pusher: Pusher | None = None
    minds = Minds(loop, config.limits, lambda address: access.addresses.hint(address))
    try:
        scheduler = Scheduler(
            player_maker(config.bots), usual_opponent, Random(), config.grace_ms, config.pause_ms
        )
        talk = (config.limits.talk_burst, config.limits.talk_per_second)
        services = Services(
            store, scheduler, loop, minds.decisions, minds.hints, minds.analyses, offers(config.bots), talk
        )
        hub = Hub(services)
        access = Access(
            hub,
            config.keys,
            config.limits,
            config.public_url,
            config.behind_proxy,
            config.host in ALL_ADDRESSES,
            config.allowed_hosts,
            config.admin,
        )
        access.door.most = raise_descriptors(config.limits.sockets)
        if nodes is not None:
            access.forwarding = Forwarding(store.nodes, config.keys, Heir(hub))
        web.http = http_protocol(access)
        deals = make_deals(store.documents, bot_facts(config.bots), config.day_begins)
        if ANALYSIS not in config.without:
            lookbacks = Lookbacks(store, loop, config.limits)
        pusher = _pusher(config, access)
        app = make_app(access, config.bots, True, config.without, deals, lookbacks, pusher)
        web.app, web.ws = app, protocol(access, config.limits)  # type: ignore[assignment]  # uvicorn takes any function that makes protocols
        server = Server(web, partial(_open, config, minds), hop_protocol(access), nodes, hub.open_tables.end)
        resumed = loop.create_task(lookbacks.resume()) if lookbacks else None
        ahead = None if FEATURE in config.without else deals
        caretaker = loop.create_task(_keep(hub, config.idle_seconds, ahead))
        spare_the_collector()
        sys.setswitchinterval(SWITCH)
        await server.serve([listener])
        caretaker.cancel()
        if resumed:
            resumed.cancel()
        with suppress(asyncio.CancelledError):
            await caretaker
        hub.close_connections()
        if access.forwarding is not None:
            access.forwarding.close()
        await asyncio.sleep(0)
    finally:
        if lookbacks:
            lookbacks.close()
        minds.close()
        if pusher:
            await pusher.close()
        await store.close()


def _pusher(config: ServerConfig, access: Access) -> Pusher | None:
    """Return who tells of turns at slow tables; None if the host does not want it."""
    if PUSH in config.without:
        return None
    services = access.hub.services
    pusher = Pusher(services.store.documents, config.keys.seed("push"), config.push)
    services.slow_step, access.pushes = pusher.passed, pusher.figures
    return pusher


def _open(config: ServerConfig, minds: Minds, port: int) -> None:
    """Tell that people can come, and only then begin to compile for those who will play against strong bots."""
    config.ready(port)
    if config.compiles:
        minds.begin(searched(config.bots))


class Server(uvicorn.Server):
    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[int], None],
        hops: Any,
        nodes: socket.socket | None,
        ending: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config)
        self._ready, self._hops, self._nodes, self._ending = ready, hops, nodes, ending

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started and self._nodes is not None:
            make = partial(self._hops, config=self.config, server_state=self.server_state, app_state={})
            self.servers.append(await asyncio.get_running_loop().create_server(make, sock=self._nodes))
        if self.started:
            port = self.servers[0].sockets[0].getsockname()[1]
            logger.info("open at port %d", port)
            self._ready(port)

    async def shutdown(self, sockets: Any = None) -> None:
        self._ending()  # else those who wait for news would keep the server waiting
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order, whoever asks for it; uvicorn would send itself the signal again before all is put away."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()


async def _keep(hub: Hub, idle: float, deals: Deals | None) -> None:
    tidied, expired = time.monotonic(), -TIDY
    while True:
        await asyncio.sleep(min(LOOK, idle / 2))
        hub.leave_lost()
        if time.monotonic() - tidied >= idle / 2:
            tidied = time.monotonic()
            await hub.forget_idle(idle)
        if time.monotonic() - expired >= TIDY:
            expired = time.monotonic()
            with suppress(StoreError):  # then the next time
                await hub.services.store.documents.expire()
                if deals is not None:
                    await deals.seal_ahead(list(GAMES), hub.services.wall())


def spare_the_collector() -> None:
    """Tell the collector that what is there now stays, and that it need not look often.

    With thousands of connections its pauses would be the longest that players wait. It hardly ever makes a full
    collection then, so no cycle may be left where something is dropped (tests/server/test_freed.py).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
