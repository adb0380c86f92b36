"""The HTTP application: tables are made, found and read; all that happens at one goes over its websocket."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from litestar import Litestar, MediaType, Response, get
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from toctoc import __version__
from toctoc.server.bot_pools.offered_bots import bot_facts
from toctoc.server.features.admin import routes as admin
from toctoc.server.features.analysis import routes as analyses
from toctoc.server.features.analysis.analysis_jobs import Lookbacks
from toctoc.server.features.daily import routes as daily
from toctoc.server.features.daily.deals import Deals
from toctoc.server.features.groups import routes as groups
from toctoc.server.features.matching import routes as matches
from toctoc.server.features.matching.matching import Matching
from toctoc.server.features.push import routes as push
from toctoc.server.features.push.pusher import Pusher
from toctoc.server.http.bodies import Ready
from toctoc.server.http.context import Context, HTTPRequest
from toctoc.server.http.errors import ERROR_HANDLERS
from toctoc.server.metrics import exposition
from toctoc.server.pages.static import PROGRAMS, StaticFiles
from toctoc.server.readiness import Readiness
from toctoc.server.tables import devices, games, records, turns
from toctoc.server.tables import routes as tables
from toctoc.server.transport.access import Access
from toctoc.server.transport.middleware import Middleware

NOT_READY = ResponseSpec(Ready, generate_examples=False, description="Better not: what is wrong")


@get("/healthz", media_type=MediaType.TEXT, summary="Whether the server is well")
async def healthz() -> str:
    return "well\n"


@get("/readyz", summary="Whether people may be sent to this server", responses={503: NOT_READY})
async def readyz(request: HTTPRequest) -> Response[Ready]:
    found = await Context.of(request).readiness.look()
    return Response(found, status_code=HTTPStatus.OK if found.ready else HTTPStatus.SERVICE_UNAVAILABLE)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: HTTPRequest) -> Response[bytes]:
    context = Context.of(request)
    found = await context.readiness.look() if context.probes else None
    return Response(exposition(context.access, found), media_type="text/plain; version=0.0.4")


ROUTES = [
    games.list_games,
    games.get_words,
    games.get_rules,
    tables.know_guest,
    tables.list_tables,
    tables.make_table,
    tables.make_token,
    matches.find_match,
    tables.look_at_table,
    turns.look_at_turn,
    push.get_key,
    push.want_push,
    push.want_no_push,
    daily.get_daily,
    daily.try_daily,
    daily.delete_try,
    groups.make_group,
    groups.get_group,
    groups.join_group,
    groups.leave_group,
    groups.close_group,
    groups.lay_table,
    groups.invite_to_group,
    records.get_record,
    records.get_replay,
    records.get_deal,
    analyses.want_analysis,
    analyses.get_analysis,
    devices.get_invitation,
    devices.offer_seats,
    devices.take_seats,
    *admin.ROUTES,
    healthz,
    readyz,
    metrics,
]


class Description(JsonRenderPlugin):
    """Describe the API, when somebody asks for it and not at every start."""

    def render(self, request: HTTPRequest, openapi_schema: dict[str, Any]) -> bytes:
        """Take the type off answers without a body, of which Litestar says that they are JSON."""
        for path in openapi_schema["paths"].values():
            for asked in (path.get("post"), path.get("delete")):
                if asked and "204" in asked["responses"]:
                    asked["responses"]["204"].pop("content", None)
        return super().render(request, openapi_schema)


def make_app(
    access: Access,
    bots: Mapping[str, str],
    probes: bool = False,
    without: tuple[str, ...] = (),
    deals: Deals | None = None,
    lookbacks: Lookbacks | None = None,
    pusher: Pusher | None = None,
) -> Middleware:
    """Return the application for the tables that `access` leads to, with these bots.

    `probes`: whether the figures tell how the store is, so that whoever asks for them makes it commit; `without`:
    the features that clients are not to have; `deals`: those of the day, which begins at midnight, UTC, without;
    `lookbacks`: who analyses games, if somebody does; `pusher`: who tells of turns.
    """
    description = OpenAPIConfig(
        "Toctoc", __version__, path="/api", render_plugins=[Description(path="/openapi.json")],
        components=Components(security_schemes={admin.BEARER: SecurityScheme("http", scheme="bearer")}),
    )  # fmt: skip
    readiness = Readiness(access.hub.services.store, access.limits.space_bytes)
    facts = bot_facts(bots)
    deals = deals or daily.make_deals(access.hub.services.store.documents, facts, 0)
    matching = Matching(access.hub, access.hub.services.clock)
    context = Context(access, facts, readiness, matching, deals, probes, without, lookbacks, pusher)
    app = Litestar(
        list(ROUTES),
        state=State({"context": context}),
        exception_handlers=ERROR_HANDLERS,
        request_max_body_size=access.limits.request_bytes,
        openapi_config=description,
        logging_config=None,
    )
    return Middleware(app, access, StaticFiles(programs=(*PROGRAMS, "/admin") if access.admin.is_on else PROGRAMS))
