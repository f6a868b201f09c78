"""Seats that are not kept for people any more: they are told so where they were called to them."""

from dataclasses import replace

from bot.handlers.request import Answer, Request
from bot.screens.lobby_screen import uninvited_screen
from bot.screens.replies import Acknowledged, Public, Redraw, Shared


def with_uninvited(at: Request, reply: Redraw | Acknowledged) -> Answer:
    """The reply, with a call to those who have lost a kept seat by what was done at the table."""
    before, after = at.table, at.after().table
    lost = [
        before.people[each]
        for each in before.invited
        if each not in after.invited and after.seat_of(each) is None
    ]
    pinged = {each.user_id: each.is_pinged(at.now) for each in lost if each.user_id is not None}
    if not pinged:
        return Answer(reply)
    may_join = not after.options.invited_only
    screen = uninvited_screen([*pinged], at.public_texts, may_join=may_join)
    screen = replace(screen, pings=tuple(user_id for user_id in pinged if pinged[user_id]))
    return Answer(Shared(reply.screen, screen) if isinstance(reply, Redraw) else Public(screen))
