"""The HTTP side of the REST API: reads requests, answers them, and records violations."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from aiohttp import web

from discord_standin.addresses import API
from discord_standin.faults import (
    FORM_REFUSED,
    INVALID_JSON,
    NOT_FOUND,
    RATE_LIMITED,
    UNAUTHORIZED,
    DiscordError,
)
from discord_standin.model.attachments import Upload
from discord_standin.model.world import World
from discord_standin.rest import application, callbacks, messages, places, scheduled, webhooks
from discord_standin.rest.call import Answer, Body, Call, Route
from discord_standin.rest.forms import parts_of
from discord_standin.rest.limits import OldEdits, RateLimits
from discord_standin.traffic import Exchange, Traffic
from discord_standin.trouble import (
    Delay,
    Fail,
    Hang,
    Limit,
    Refuse,
    RefuseKept,
    RefuseUploads,
    Reset,
    Troubles,
)
from discord_standin.vocabulary import Json

_LOOK_EVERY: Final = 0.01
MOST_BYTES: Final = 30 * 1024 * 1024

Validator: TypeAlias = Callable[[str, str, Body], Iterable[str]]
"""Given method, path as in the routes, and body: the faults by Discord's spec."""

ROUTES: Final = (
    *application.ROUTES,
    *places.ROUTES,
    *scheduled.ROUTES,
    *messages.ROUTES,
    *callbacks.ROUTES,
    *webhooks.ROUTES,
)


@dataclass(frozen=True)
class House:
    """Everything that a request can reach."""

    world: World
    token: str
    traffic: Traffic
    troubles: Troubles
    limits: RateLimits | None
    validator: Validator | None


@dataclass(frozen=True)
class Outcome:
    """What goes back; status 0 cuts the connection."""

    status: int
    body: Answer = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    def response(self, request: web.Request) -> web.Response:
        """The HTTP response, of exactly the content type that the client looks for."""
        if self.status == 0:
            if request.transport:
                request.transport.abort()
            # aiohttp wants a response, although this one goes nowhere.
            return web.Response(status=502)
        if self.body is None:
            return web.Response(status=self.status, headers=self.headers)
        return web.Response(
            body=json.dumps(self.body).encode(),
            status=self.status,
            headers=self.headers,
            content_type="application/json",
        )


_NONE: Final = Outcome(0)


class Door:
    """Serves every route of the REST API."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._old_edits = OldEdits(house.world.clock)

    def add_to(self, app: web.Application) -> None:
        """Register the routes; any other path is a violation."""
        for route in ROUTES:
            app.router.add_route(route.method, API + route.path, self._handler(route))
        app.router.add_route("*", API + "/{unknown:.*}", self._unknown)

    def _handler(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(request: web.Request) -> web.StreamResponse:
            return await self._serve(request, route)

        return handle

    async def _serve(self, request: web.Request, route: Route) -> web.StreamResponse:
        traffic = self._house.traffic
        traffic.began(request.method, request.path)
        outcome, body = _NONE, None
        try:
            body, uploads = await _read(request)
            outcome = await self._meet(request, route, body, uploads)
        except DiscordError as error:
            outcome = self._refused(request, route, error)
        finally:
            exchange = Exchange(route.method, route.path, outcome.status, body, outcome.body)
            traffic.ended(exchange, request.path)
            # By identity: a connection that is cut on purpose is an equal outcome.
            if outcome is _NONE:
                self._house.world.blame(f"{route}: the stand-in could make nothing of the request")
        return outcome.response(request)

    async def _meet(
        self, request: web.Request, route: Route, body: Body, uploads: Mapping[int, Upload]
    ) -> Outcome:
        """Serve a request, or fail it as planned."""
        trouble = self._house.troubles.next_for(
            route.method, route.path, keeps=_keeps_files(body, uploads), brings=bool(uploads)
        )
        match trouble:
            case Refuse(fault):
                raise DiscordError(fault)
            case RefuseKept() | RefuseUploads():
                raise DiscordError(FORM_REFUSED)
            case Limit(seconds, is_global):
                raise DiscordError(RATE_LIMITED, retry_after=seconds, is_global=is_global)
            case Fail(status):
                self._house.traffic.expect_retry_after_error(request.method, request.path)
                return Outcome(status, {"message": "Something went wrong", "code": 0})
            case Reset(after=False):
                return Outcome(0)
            case Hang(after=False):
                await _given_up(request)
                return Outcome(0)
            case Delay(seconds):
                await self._house.world.clock.sleep(seconds)
            case _:
                pass
        # It is done also where only the answer is to be lost.
        done = self._do(request, route, body, uploads)
        if isinstance(trouble, Hang):
            await _given_up(request)
        return Outcome(0) if isinstance(trouble, Reset | Hang) else done

    def _do(
        self, request: web.Request, route: Route, body: Body, uploads: Mapping[int, Upload]
    ) -> Outcome:
        house = self._house
        if route.needs_token and request.headers.get("Authorization") != f"Bot {house.token}":
            raise DiscordError(UNAUTHORIZED)
        params = request.match_info
        allowance = house.limits and house.limits.take(route.method, route.path, params)
        self._validate(route, body)
        call = Call(house.world, self._old_edits, params, request.query, body, uploads)
        answer = route.handle(call)
        headers = allowance.headers() if allowance else {}
        return Outcome(204 if answer is None else route.status, answer, headers)

    def _validate(self, route: Route, body: Body) -> None:
        if self._house.validator is None or body is None:
            return
        for fault in self._house.validator(route.method, route.path, body):
            self._house.world.blame(f"{route}: {fault}")

    def _refused(self, request: web.Request, route: Route, error: DiscordError) -> Outcome:
        if error.fault.is_mistake:
            self._house.world.blame(f"{route}: {error}")
        headers: dict[str, str] = {}
        if error.retry_after is not None:
            self._house.traffic.expect_retry(request.method, request.path, error.retry_after)
            # Without it the client takes a 429 for a ban.
            headers = {"Via": "1.1 stand-in", "Retry-After": f"{error.retry_after:.3f}"}
        return Outcome(error.fault.status, error.as_json(), headers)

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(API)
        self._house.world.blame(f"{request.method} {path}: no such route")
        missing = DiscordError(NOT_FOUND)
        return Outcome(missing.fault.status, missing.as_json()).response(request)


def _keeps_files(body: Body, uploads: Mapping[int, Upload]) -> bool:
    """True if a message's body, or an answer's, lists files that are not brought along."""
    fields: Json = body if isinstance(body, dict) else {}
    message: Json = fields.get("data") or fields
    listed: list[Json] = message.get("attachments") or []
    return any(str(entry.get("id")) not in map(str, uploads) for entry in listed)


async def _given_up(request: web.Request) -> None:
    """Wait until the client has closed the connection, of which aiohttp tells nobody."""
    while request.transport is not None and not request.transport.is_closing():  # noqa: ASYNC110
        await asyncio.sleep(_LOOK_EVERY)


async def _read(request: web.Request) -> tuple[Body, Mapping[int, Upload]]:
    """The JSON body and the files of a request; raises DiscordError."""
    content_type = request.headers.get("Content-Type", "")
    content = await request.read()
    try:
        if content_type.startswith("multipart/form-data"):
            return _read_form(content_type, content)
        return (json.loads(content) if content else None), {}
    except json.JSONDecodeError:
        raise DiscordError(INVALID_JSON) from None


def _read_form(content_type: str, content: bytes) -> tuple[Body, Mapping[int, Upload]]:
    body: Body = None
    uploads: dict[int, Upload] = {}
    for part in parts_of(content_type, content):
        if part.name == "payload_json":
            body = json.loads(part.content)
        elif part.file_name is not None:
            number = int(part.name.removeprefix("files[").removesuffix("]"))
            uploads[number] = Upload(part.file_name, part.content)
    return body, uploads
