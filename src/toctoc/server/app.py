"""The HTTP application: all routes, with the objects that their handlers need."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from toctoc import __version__
from toctoc.server.bot_pools.fair_queue import WorkerPool
from toctoc.server.bot_pools.offered_bots import bot_facts
from toctoc.server.bot_pools.worker_pools import pools_by_name
from toctoc.server.features.admin import routes as admin
from toctoc.server.features.admin.tables import LoadMeter
from toctoc.server.features.admin.token import Admin
from toctoc.server.features.analysis import routes as analysis
from toctoc.server.features.analysis.analysis_jobs import AnalysisJobs
from toctoc.server.features.contacts import routes as contacts
from toctoc.server.features.daily import routes as daily
from toctoc.server.features.daily.bot_tries import BotTries
from toctoc.server.features.daily.deals import Deals, make_deals
from toctoc.server.features.groups import routes as groups
from toctoc.server.features.matching import routes as matching
from toctoc.server.features.matching.matching import Matching
from toctoc.server.features.push import routes as push
from toctoc.server.features.push.pusher import Pusher
from toctoc.server.http.client import Client, service
from toctoc.server.http.problems import ERROR_HANDLERS, HTTPRequest, problems
from toctoc.server.http.render_cache import RenderCache
from toctoc.server.live.table_lookup import TableLookup
from toctoc.server.loop_pauses import LoopPauses
from toctoc.server.metrics import Metrics
from toctoc.server.nodes.forwarding import Forwarding
from toctoc.server.pages.static import API_PATHS, StaticFiles
from toctoc.server.readiness import Readiness, Ready
from toctoc.server.security.access_control import AccessControl
from toctoc.server.tables import devices, games, records
from toctoc.server.tables import routes as tables
from toctoc.server.tables.game_list import GameList
from toctoc.server.tables.opening import TableOpener
from toctoc.server.tables.records import ReplayPool
from toctoc.server.transport.middleware import PEER, Middleware

NOT_READY = ResponseSpec(Ready, generate_examples=False, description="Better not: what is wrong")


class ClientSeen(msgspec.Struct, frozen=True):
    """The client of a request as its limits, links and cookies depend on it."""

    address: str
    scheme: str


@get("/api/client", summary="How this server sees you, through its proxies", responses=problems())
async def client_seen(request: HTTPRequest) -> ClientSeen:
    return ClientSeen(Client(request).address, request.url.scheme)


@get("/healthz", media_type=MediaType.TEXT, summary="Whether the server is well")
async def healthz() -> str:
    return "well\n"


def check_inside(request: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Raise `HTTPError` unless the host's own programs have sent a request, or another node answers for itself.

    A check of the path, before the router, would have to know all its spellings: `/metrics/` leads here, too.
    """
    state = request.scope["state"]
    if not state.get("is_hop"):
        own = (request.scope.get("server") or ("", 0))[0]
        service(request, AccessControl).check_inside(request.headers, state[PEER], own)


@get(
    "/readyz", summary="Whether people may be sent to this server", responses={503: NOT_READY},
    guards=[check_inside],
)  # fmt: skip
async def readyz(request: HTTPRequest) -> Response[Ready]:
    found = await service(request, Readiness).look()
    return Response(found, status_code=HTTPStatus.OK if found.ready else HTTPStatus.SERVICE_UNAVAILABLE)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False, guards=[check_inside])
async def metrics(request: HTTPRequest) -> Response[bytes]:
    found = await service(request, Readiness).look() if request.app.state.probes else None
    return Response(service(request, Metrics).exposition(found), media_type="text/plain; version=0.0.4")


ROUTES = [
    *games.GAME_ROUTES,
    *tables.TABLE_ROUTES,
    *matching.MATCHING_ROUTES,
    *push.PUSH_ROUTES,
    *daily.DAILY_ROUTES,
    *groups.GROUP_ROUTES,
    *contacts.CONTACT_ROUTES,
    *records.RECORD_ROUTES,
    *analysis.ANALYSIS_ROUTES,
    *devices.DEVICE_ROUTES,
    *admin.ADMIN_ROUTES,
    client_seen,
    healthz,
    readyz,
    metrics,
]


class Description(JsonRenderPlugin):
    """Describes the API; made at the first request for it."""

    def render(self, request: HTTPRequest, openapi_schema: dict[str, Any]) -> bytes:
        """Remove the media type from answers without a body, to which Litestar gives JSON's."""
        for path in openapi_schema["paths"].values():
            for asked in (path.get("post"), path.get("delete")):
                if asked and "204" in asked["responses"]:
                    asked["responses"]["204"].pop("content", None)
        return super().render(request, openapi_schema)


@dataclass(frozen=True)
class AppOptions:
    """The parts of a server besides its tables."""

    bots: Mapping[str, str] = field(default_factory=dict)  # names, with the levels or files behind them
    probes: bool = False  # whether each request for metrics lets the store commit
    without: tuple[str, ...] = ()  # features that are switched off
    admin: Admin = field(default_factory=Admin)
    deals: Deals | None = None  # by default, days begin at midnight, UTC
    analyses: AnalysisJobs | None = None  # None without analyses
    pusher: Pusher | None = None  # None without pushes
    forwarding: Forwarding | None = None  # None without other nodes
    bot_tries: BotTries | None = None  # None: no bots play the daily deals
    pauses: LoopPauses | None = None  # None: they are not measured


def make_app(
    lookup: TableLookup,
    access: AccessControl,
    replays: WorkerPool,
    background: WorkerPool,
    options: AppOptions,
) -> Middleware:
    """Return the application for the tables of `lookup`; `replays` is the pool that renders replays.

    `background` is only measured: the jobs of `options` submit the work.
    """
    hub, facts = lookup.hub, bot_facts(options.bots)
    pools = pools_by_name(hub.services.decisions, hub.services.hints, replays, background)
    pushes = options.pusher.counters if options.pusher else None
    warmup = hub.services.decisions.warmup
    services = [
        access,
        lookup,
        hub,
        TableOpener(hub, access, options.forwarding is not None),
        RenderCache(),
        ReplayPool(replays),
        GameList(facts, options.without),
        Matching(hub, hub.clock),
        options.deals or make_deals(hub.store.documents, facts, 0),
        options.admin,
        LoadMeter(hub, access, pools),
        Readiness(hub.store, access.limits.space_bytes, wall=hub.wall),
        Metrics(hub, access, pools, warmup, options.admin, pushes, options.forwarding, options.pauses),
        *(
            part
            for part in (options.analyses, options.pusher, options.forwarding, options.bot_tries)
            if part is not None
        ),
    ]
    description = OpenAPIConfig(
        "Toctoc", __version__, path="/api", render_plugins=[Description(path="/openapi.json")],
        components=Components(security_schemes={admin.SECURITY_SCHEME: SecurityScheme("http", scheme="bearer")}),
    )  # fmt: skip
    by_type = {type(each): each for each in services}
    app = Litestar(
        list(ROUTES),
        state=State({"services": by_type, "without": options.without, "probes": options.probes}),
        exception_handlers=ERROR_HANDLERS,
        request_max_body_size=access.limits.request_bytes,
        openapi_config=description,
        logging_config=None,
    )
    paths = (*API_PATHS, "/admin") if options.admin.is_on else API_PATHS
    return Middleware(app, access, lookup, StaticFiles(api_paths=paths), options.forwarding)
