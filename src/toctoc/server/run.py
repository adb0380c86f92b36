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
from toctoc.server.admin.token import Admin
from toctoc.server.config import ALL_ADDRESSES, ServerConfig
from toctoc.server.daily.deals import Deals
from toctoc.server.entry.access import Access
from toctoc.server.entry.door import raise_descriptors
from toctoc.server.entry.identity import Keys
from toctoc.server.entry.limits import Limits
from toctoc.server.features import ANALYSIS, PUSH
from toctoc.server.http.app import make_app
from toctoc.server.http.daily import FEATURE, make_deals
from toctoc.server.http_protocol import hop_protocol, http_protocol
from toctoc.server.live.heir import Heir
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import Services
from toctoc.server.nodes.forwarding import Forwarding
from toctoc.server.push.endpoints import Services as PushServices
from toctoc.server.push.pusher import Pusher
from toctoc.server.thinking.bots import bot_facts, offers, player_maker, searched
from toctoc.server.thinking.lookbacks import ONE_CORE, Lookbacks
from toctoc.server.thinking.minds import Minds
from toctoc.server.websocket import protocol
from toctoc.storage import StoreError, is_database, open_store
from toctoc.table.scheduler import BOT_PAUSE_MS, Scheduler

LOOK = 1.0  # seconds between two looks at which tables other nodes have taken
TIDY = 600.0  # seconds between two looks for documents whose time is over
SWITCH = 0.0005  # seconds for which a bot that thinks in Python may keep the interpreter from everybody else
logger = logging.getLogger("toctoc.server")


@dataclass(frozen=True, kw_only=True)
class ServerSetup:
    """A configuration with the objects that were loaded for it: all that one process needs to serve."""

    config: ServerConfig
    keys: Keys
    limits: Limits
    bots: Mapping[str, str]  # by the names that people see: levels, files and classes
    admin: Admin = field(default_factory=Admin)
    push: PushServices = field(default_factory=PushServices)  # to which pushes may be sent
    worker: int | None = None  # number of this process among those at the same port; None: it is the only one
    ready: Callable[[int], None] = field(default=lambda _port: None)  # called with the port once it is open

    @property
    def node_endpoint(self) -> tuple[str, int] | None:
        """Return the host and the port at which other nodes reach this process."""
        if (endpoint := self.config.node_endpoint) is None:
            return None
        host, port = endpoint
        return host, port and port + (self.worker or 0)


class CannotListen(OSError):
    """Nobody can be let in at that address."""

    def __init__(self, error: OSError, host: str, port: int) -> None:
        super().__init__(error.errno or 0, error.strerror)
        self.host, self.port = host, port


def serve(setup: ServerSetup) -> None:
    """Serve until it is interrupted."""
    for name, threads in ONE_CORE.items():  # else a bot's net would take all cores from the event loop
        os.environ.setdefault(name, threads)
    config = setup.config
    web = uvicorn.Config(
        "unused", host=config.host, port=config.port, access_log=False, log_config=None, server_header=False,
        proxy_headers=False, h11_max_incomplete_event_size=setup.limits.header_bytes,
        timeout_graceful_shutdown=3, lifespan="on",
    )  # fmt: skip
    with ExitStack() as stack:
        listener = stack.enter_context(listen(config.host, config.port, setup.worker is not None))
        nodes = None
        if is_database(config.store):
            nodes = stack.enter_context(listen(*(setup.node_endpoint or (own_host(config.store), 0))))
        runner = stack.enter_context(asyncio.Runner(loop_factory=web.get_loop_factory()))
        runner.run(_serve(setup, web, listener, nodes))


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


def _address(setup: ServerSetup, nodes: socket.socket | None) -> str:
    """Return where other nodes reach this one."""
    if nodes is None:
        return ""
    found, port = nodes.getsockname()[:2]
    host = setup.node_endpoint[0] if setup.node_endpoint else str(found)
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


async def _serve(
    setup: ServerSetup, web: uvicorn.Config, listener: socket.socket, nodes: socket.socket | None
) -> None:
    loop, config = asyncio.get_running_loop(), setup.config
    store = await open_store(config.store, _address(setup, nodes))
    lookbacks: Lookbacks | None = None
    pusher: Pusher | None = None
    minds = Minds(loop, setup.limits, lambda address: access.addresses.hint(address))
    try:
        scheduler = Scheduler(
            player_maker(setup.bots),
            usual_opponent,
            Random(),
            config.grace_ms,
            BOT_PAUSE_MS if config.bots_pause else (0, 0),
        )
        talk = (setup.limits.talk_burst, setup.limits.talk_per_second)
        services = Services(
            store, scheduler, loop, minds.decisions, minds.hints, minds.analyses, offers(setup.bots), talk
        )
        hub = Hub(services)
        access = Access(
            hub,
            setup.keys,
            setup.limits,
            config.public_origin,
            config.behind_proxy,
            config.host in ALL_ADDRESSES,
            config.allowed_hosts,
            setup.admin,
        )
        access.door.most = raise_descriptors(setup.limits.sockets)
        if nodes is not None:
            access.forwarding = Forwarding(store.nodes, setup.keys, Heir(hub))
        web.http = http_protocol(access)
        deals = make_deals(store.documents, bot_facts(setup.bots), config.day_start_seconds)
        if ANALYSIS not in config.without:
            lookbacks = Lookbacks(store, loop, setup.limits)
        pusher = _pusher(setup, access)
        app = make_app(access, setup.bots, True, config.without, deals, lookbacks, pusher)
        web.app, web.ws = app, protocol(access, setup.limits)  # type: ignore[assignment]  # uvicorn takes any function that makes protocols
        server = Server(web, partial(_open, setup, minds), hop_protocol(access), nodes, hub.open_tables.end)
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


def _pusher(setup: ServerSetup, access: Access) -> Pusher | None:
    """Return who tells of turns at slow tables; None if the host does not want it."""
    if PUSH in setup.config.without:
        return None
    services = access.hub.services
    pusher = Pusher(services.store.documents, setup.keys.seed("push"), setup.push)
    services.slow_step, access.pushes = pusher.passed, pusher.figures
    return pusher


def _open(setup: ServerSetup, minds: Minds, port: int) -> None:
    """Tell that people can come, and only then begin to compile for those who will play against strong bots."""
    setup.ready(port)
    if not setup.worker:  # one of several processes compiles for all
        minds.begin(searched(setup.bots))


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
