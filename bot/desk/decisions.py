"""Which decision is served by what."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from bot.desk import corrections, privacy, removals, seasons
from bot.desk.desk import Desk
from bot.desk.visitors import Answer, Visitor
from bot.screens.decisions import Decision, Deed

Server: TypeAlias = Callable[[Desk, Visitor, Decision], Awaitable[Answer]]

_SERVERS: Final[dict[Deed, Server]] = {
    Deed.AGREE: corrections.agree,
    Deed.DECLINE: corrections.decline,
    Deed.VOID: corrections.void_now,
    Deed.REMOVE: removals.agree,
    Deed.KEEP: removals.decline,
    Deed.END_SEASON: seasons.end_now,
    Deed.FORGET: privacy.forget_now,
}


async def decide(desk: Desk, visitor: Visitor, decision: Decision) -> Answer:
    """Answer a pressed decision."""
    return await desk.answered(visitor, _SERVERS[decision.deed](desk, visitor, decision))
