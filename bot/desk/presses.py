"""Which press is served by what."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeAlias

from bot.desk import (
    absence,
    advice,
    cards,
    computers,
    rematch,
    replays,
    seating,
    server_settings,
    settings,
    showing,
    stopping,
    time_calls,
)
from bot.desk.desk import Desk, by_id
from bot.desk.visitors import Answer, Visitor
from bot.screens.drafts import Draft
from bot.screens.ids import Press, Verb
from bot.screens.replies import Noted

Server: TypeAlias = Callable[[Desk, Visitor, Press], Awaitable[Answer]]

_PUT: Final = re.compile(r"(\d+)([fmbx.])")


async def press(desk: Desk, visitor: Visitor, pressed: Press, entry: str = "") -> Answer:
    """Answer a press; `entry` is what was typed into a form or chosen from a menu."""
    if pressed.verb is Verb.TYPED:
        return await desk.answered(visitor, cards.typed(desk, visitor, pressed, entry))
    if pressed.verb is Verb.COMPUTER:
        return await desk.answered(visitor, computers.choose(desk, visitor, pressed, entry))
    if pressed.verb is Verb.SET:
        return await desk.answered(visitor, settings.change(desk, visitor, pressed, entry))
    if pressed.verb is Verb.SERVER:
        return await desk.answered(visitor, _server(desk, visitor, pressed, entry))
    return await desk.answered(visitor, _SERVERS[pressed.verb](desk, visitor, pressed))


def _server(desk: Desk, visitor: Visitor, pressed: Press, entry: str) -> Awaitable[Answer]:
    match pressed.argument:
        case "":
            return server_settings.show(desk, visitor)
        case "own":
            return settings.show_again(desk, visitor)
        case "options":
            return server_settings.form(desk, visitor)
        case _:
            return server_settings.change(desk, visitor, pressed, entry)


def _put(draft: Draft, argument: str) -> Draft:
    match = _PUT.fullmatch(argument)
    return draft if match is None else draft.put(int(match[1]), match[2])


def _tap(change: cards.Tap) -> Server:
    return lambda desk, visitor, pressed: cards.tap(desk, visitor, pressed, change)


def _at_table(serve: Callable[..., Awaitable[Answer]]) -> Server:
    return lambda desk, visitor, pressed: serve(desk, visitor, by_id(pressed.table))


def _quiet(serve: Server) -> Server:
    """The same without a sentence: the pressed message shows the change by itself."""

    async def served(desk: Desk, visitor: Visitor, pressed: Press) -> Answer:
        return replace(await serve(desk, visitor, pressed), reply=Noted())

    return served


def _deal(desk: Desk, visitor: Visitor, pressed: Press) -> Awaitable[Answer]:
    return seating.deal(desk, visitor, by_id(pressed.table), after=pressed.hand)


_SERVERS: Final[dict[Verb, Server]] = {
    Verb.JOIN: _quiet(_at_table(seating.join)),
    Verb.LEAVE: _at_table(seating.leave),
    Verb.LEAVE_NOW: seating.leave_now,
    Verb.START: _quiet(_deal),
    Verb.DEAL: _quiet(_deal),
    Verb.CARDS: _at_table(cards.show),
    Verb.RULES: _at_table(showing.rules),
    Verb.TEXT: showing.text,
    Verb.LEDGER: showing.table_standing,
    Verb.PROOF: showing.proof,
    Verb.REPLAY: replays.step,
    Verb.FILM: replays.film,
    Verb.REVIEW: advice.review,
    Verb.PUT: _tap(_put),
    Verb.BRUSH: _tap(lambda draft, letter: draft.take_brush(letter)),
    Verb.UNDO: _tap(lambda draft, _: draft.undo()),
    Verb.ARM: _tap(lambda draft, _: draft.arm()),
    Verb.CONFIRM: cards.confirm,
    Verb.TYPE: cards.form,
    Verb.SURRENDER: cards.surrender,
    Verb.SURRENDER_NOW: cards.surrender_now,
    Verb.REMATCH: rematch.rematch,
    Verb.BACK: absence.back_by_button,
    Verb.STOP: stopping.agree,
    Verb.STOP_AFTER: stopping.after_this_hand,
    Verb.STOP_NOW: stopping.now,
    Verb.CALL_ME: cards.call_me,
    Verb.TIME: time_calls.ask,
    Verb.TIME_NOW: time_calls.call_now,
}
