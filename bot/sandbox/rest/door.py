"""The HTTP side of the REST API: reads requests, answers them, and writes down what was wrong."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from aiohttp import web

from bot.sandbox.addresses import API
from bot.sandbox.faults import (
    INVALID_JSON,
    NOT_FOUND,
    UNAUTHORIZED,
    DiscordError,
)
from bot.sandbox.model.attachments import Upload
from bot.sandbox.model.world import World
from bot.sandbox.rest import application, callbacks, messages, places, webhooks
from bot.sandbox.rest.call import Answer, Body, Call, Route
from bot.sandbox.rest.limits import OldEdits, RateLimits
from bot.sandbox.traffic import Exchange, Traffic
from bot.sandbox.trouble import Delay, Fail, Limit, Refuse, Reset, Trouble, Troubles, limited

MOST_BYTES: Final = 30 * 1024 * 1024
_SERVER_RETRY: Final = 1.0

Validator: TypeAlias = Callable[[str, str, Body], Iterable[str]]
"""Given method, path as in the routes, and body: what Discord's spec has against it."""

ROUTES: Final = (
    *application.ROUTES,
    *places.ROUTES,
    *messages.ROUTES,
    *callbacks.ROUTES,
    *webhooks.ROUTES,
)


@dataclass(frozen=True)
class House:
    """What the door leads to."""

    world: World
    token: str
    traffic: Traffic
    troubles: Troubles
    limits: RateLimits | None
    validator: Validator | None


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

    def _handler(self, route: Route) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.StreamResponse:
            return await self._serve(request, route)

        return handle

    async def _serve(self, request: web.Request, route: Route) -> web.StreamResponse:
        house = self._house
        house.traffic.began(request.method, request.path)
        body, status = None, 0
        try:
            body, uploads = await _read(request)
            trouble = house.troubles.next_for(route.method, route.path)
            answer = await self._answer(request, route, (body, uploads), trouble)
            status = answer.status
        except DiscordError as error:
            answer = self._refused(request, route, error)
            status = error.fault.status
        finally:
            house.traffic.ended(Exchange(route.method, route.path, status, body))
        return answer

    async def _answer(
        self,
        request: web.Request,
        route: Route,
        sent: tuple[Body, Mapping[int, Upload]],
        trouble: Trouble | None,
    ) -> web.Response:
        match trouble:
            case Refuse(fault):
                raise DiscordError(fault)
            case Limit():
                raise limited(trouble)
            case Fail(status):
                self._house.traffic.expect_retry(request.method, request.path, _SERVER_RETRY)
                return _json({"message": "something went wrong", "code": 0}, status)
            case Reset(after=False):
                return _cut(request)
            case Delay(seconds):
                await self._house.world.clock.sleep(seconds)
            case _:
                pass
        done = self._do(request, route, *sent)
        return _cut(request) if isinstance(trouble, Reset) else done

    def _do(
        self, request: web.Request, route: Route, body: Body, uploads: Mapping[int, Upload]
    ) -> web.Response:
        house = self._house
        if route.needs_token and request.headers.get("Authorization") != f"Bot {house.token}":
            raise DiscordError(UNAUTHORIZED)
        params = request.match_info
        allowance = house.limits and house.limits.take(route.method, route.path, params)
        self._validate(route, body)
        call = Call(house.world, self._old_edits, params, request.query, body, uploads)
        answer = route.handle(call)
        return _json(answer, route.status, allowance.headers() if allowance else {})

    def _validate(self, route: Route, body: Body) -> None:
        if self._house.validator is None or body is None:
            return
        for fault in self._house.validator(route.method, route.path, body):
            self._house.world.blame(f"{route}: {fault}")

    def _refused(self, request: web.Request, route: Route, error: DiscordError) -> web.Response:
        if error.fault.is_mistake:
            self._house.world.blame(f"{route}: {error}")
        headers: dict[str, str] = {}
        if error.retry_after is not None:
            self._house.traffic.expect_retry(request.method, request.path, error.retry_after)
            # Without it the client takes a 429 for a ban.
            headers = {"Via": "1.1 stand-in", "Retry-After": f"{error.retry_after:.3f}"}
        return _json(error.as_json(), error.fault.status, headers)

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(API)
        self._house.world.blame(f"{request.method} {path}: no such route")
        error = DiscordError(NOT_FOUND)
        return _json(error.as_json(), error.fault.status)


async def _read(request: web.Request) -> tuple[Body, Mapping[int, Upload]]:
    """The JSON body and the files of a request; raises DiscordError."""
    try:
        if request.content_type == "multipart/form-data":
            return await _read_form(request)
        text = await request.text()
        return (json.loads(text) if text else None), {}
    except json.JSONDecodeError:
        raise DiscordError(INVALID_JSON) from None


async def _read_form(request: web.Request) -> tuple[Body, Mapping[int, Upload]]:
    fields = await request.post()
    uploads: dict[int, Upload] = {}
    for name, field in fields.items():
        if isinstance(field, web.FileField):
            number = int(name.removeprefix("files[").removesuffix("]"))
            uploads[number] = Upload(field.filename, field.file.read())
    return json.loads(str(fields.get("payload_json", "null"))), uploads


def _json(answer: Answer, status: int, headers: Mapping[str, str] | None = None) -> web.Response:
    """An answer of exactly the content type that the client looks for."""
    if answer is None:
        return web.Response(status=204, headers=headers)
    return web.Response(
        body=json.dumps(answer).encode(),
        status=status,
        headers=headers,
        content_type="application/json",
    )


def _cut(request: web.Request) -> web.Response:
    """Drop the connection; what is returned reaches nobody."""
    if request.transport:
        request.transport.abort()
    return web.Response(status=499)
