"""One's own cards: see them, lay them out by taps, confirm, give up."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial

from bot.game import placing, play
from bot.game.errors import StaleError
from bot.game.games import address, next_waiting
from bot.game.loading import loaded
from bot.game.results import with_news
from bot.handlers.request import Answer, AnswerOrLater, Found, Request, Services, Visitor
from bot.handlers.serving import also_on, changes, on, personal
from bot.ofc.draft import Draft
from bot.screens.components import Kept, Screen, Style, button, link, note, row, text
from bot.screens.presses import (
    Arm,
    Brush,
    Confirm,
    Gather,
    Put,
    ShowCards,
    Surrender,
    SurrenderNow,
    Undo,
)
from bot.screens.replies import Private, Redraw, says
from bot.screens.waiting import call_me_row
from bot.store import seats, surfaces
from bot.texts import Texts, texts_for


@also_on(ShowCards)
@personal
def show(at: Request) -> AnswerOrLater:
    """One's own cards, in private."""
    found, _ = at.found, at.texts
    _verify_part(found)
    offers_dms = found.player.dm_closed and found.player.preferences.calls == "dm"
    again = in_own_message(at, found, _("Here they are again."))
    return again or ShownCards(found, offers_dms=offers_dms)


@on(Put, Gather, Brush, Undo, Arm)
@personal
def tap(at: Request, press: Put | Gather | Brush | Undo | Arm) -> AnswerOrLater:
    """Change what one is laying out; only texts and buttons of the message change."""
    try:
        draft = placing.verified_draft(at.db, at.table, at.player, press)
    except StaleError:
        return refreshed(at)
    changed = _tapped(draft, press, at.visitor.chosen)
    if changed is not draft:
        changed = placing.timed(changed, at.player, at.now)
        seats.put_draft(at.db, *placing.kept_at(at.table, at.player), placing.row_of(changed))
    at.due_at = changed.places_at
    return own_cards(at, Found(at.table, at.player, changed), keeps=True)


def _tapped(
    draft: Draft, press: Put | Gather | Brush | Undo | Arm, chosen: Collection[int]
) -> Draft:
    """The draft with a card put into a row or taken back, another row to tap into, and so on."""
    match press:
        case Put():
            return draft.put(press.card, press.letter)
        case Gather():
            return draft.gather(press.letter, chosen)
        case Brush():
            return draft.take_brush(press.letter)
        case Undo():
            return draft.undo()
        case Arm():
            return draft.arm()


@on(Confirm)
@changes
def confirm(at: Request, press: Confirm) -> AnswerOrLater:
    """Place what is laid out."""
    try:
        operation = placing.confirmed(at.db, at.table, at.player, press)
    except StaleError:
        return refreshed(at)
    play.carry_out(at.db, at.table, operation, at.now)
    return own_cards(at, at.after(), keeps_if_busy=True)


@on(Surrender)
@personal
def surrender(at: Request, press: Surrender) -> Answer:
    """Ask once more before giving up (R8)."""
    placing.verify_press(at.table, at.player, press)
    play.verify_surrender(at.table, at.player)
    _, points = at.texts, at.table.rules.surrender
    warning = _("Giving up costs you {points} points per opponent.", points=points)
    sure = button(SurrenderNow(press.spot), _("Give up"), Style.RED)
    return Answer(Private(Screen((text(warning), row(sure)))))


@on(SurrenderNow)
@changes
def surrender_now(at: Request, press: SurrenderNow) -> Answer:
    """Give up the hand."""
    placing.verify_press(at.table, at.player, press)
    play.surrender(at.db, at.table, at.player, at.now)
    _ = at.texts
    return Answer(Redraw(note(_("You have given up this hand."))))


def refreshed(at: Request) -> AnswerOrLater:
    """A message that was out of date, as things are now; nothing has been written before."""
    found, _ = at.found, at.texts
    at.leave_as_is()
    _verify_part(found)
    return own_cards(at, found, said=_("This is out of date. Your cards are in another message."))


def own_cards(
    at: Request, found: Found, *, keeps: bool = False, keeps_if_busy: bool = False, said: str = ""
) -> AnswerOrLater:
    """The visitor's own cards; for whoever has nothing to place, with a way to where they have.

    Where they stand in another direct message, that shows them, and this one what is `said`.
    """
    elsewhere = in_own_message(at, found, said) if said else None
    if elsewhere is not None:
        return elsewhere
    next_table_url = None if found.draft else next_url(at, found)
    if found.table.running is None:
        found = replace(found, table=with_news(at.db, found.table))
    return OwnCards(found, next_table_url, keeps, keeps_if_busy)


def in_own_message(at: Request, found: Found, said: str) -> Answer | None:
    """Have the visitor's own message show their cards as they are, and tell them so.

    Whoever has typed a command gets it anew below that. None where the visitor is in no direct
    messages, or no other message there shows their cards of the latest hand.
    """
    own, played = found.surface, found.table.played
    url = None if own is None else address(None, own)
    if own is None or url is None or played is None or not found.player.takes_dms:
        return None
    if own.channel_id != at.visitor.channel_id or own.message_id == at.visitor.message_id:
        return None
    if not own.wanted.key.startswith(f"{played.row.number}."):
        return None
    if at.visitor.message_id is None:
        surfaces.forget(at.db, found.table.id, own.place)
        return Answer(says(said), (found.table.id,))
    surfaces.edit_again(at.db, found.table.id, own.place)
    _ = at.texts
    screen = Screen((text(said), row(link(url, _("To your cards")))))
    return Answer(Redraw(screen), (found.table.id,))


def ended(at: Request, number: int) -> AnswerOrLater:
    """The end of a hand of the table, in one's own message, which has its picture."""
    found = Found(loaded(at.db, at.table.id, hand=number), at.player, None)
    _verify_part(found)
    return own_cards(at, found, keeps=True)


def next_url(at: Request, found: Found) -> str | None:
    """The address of the next table that waits for the visitor, if any does."""
    elsewhere = next_waiting(at.db, found.player, but=found.table.id)
    return None if elsewhere is None else elsewhere.url


def _verify_part(found: Found) -> None:
    played = found.table.played
    if played is None or played.seat_of(found.player.id) is None:
        found.table.verify_seated(found.player.id)


# --- drawn after the commit -----------------------------------------------------------------


@dataclass(frozen=True)
class OwnCards:
    """One's own cards in the pressed message.

    Its picture stays with `keeps`, or with `keeps_if_busy` while many wait for theirs; then the
    new one follows. What Discord does not take comes with a new picture, and then in words.
    `next_table_url` is the address of another table that waits for them.
    """

    found: Found
    next_table_url: str | None = None
    keeps: bool = False
    keeps_if_busy: bool = False

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The message with what there is to do next."""
        is_busy = self.keeps_if_busy and services.studio.illustrator.is_busy
        kept = visitor.picture if self.keeps or is_busy else None
        if kept is not None:
            kept = services.gateway.newest_picture(visitor.message_id, kept)
        screen = partial(self._screen, services)
        others = (screen,) if kept else ()
        reply = Redraw(await screen(kept=kept), others=(*others, partial(screen, pictured=False)))
        # With the picture of before it does not count as shown: the painter brings the new one.
        shown = None if kept else self.found.surface
        return Answer(reply, shown=shown, cards_of=self.found.table.id)

    async def _screen(
        self, services: Services, *, kept: Kept | None = None, pictured: bool = True
    ) -> Screen:
        screen = await _own_screen(services, self.found, kept=kept, pictured=pictured)
        return with_link(screen, self.next_table_url, texts_for(self.found.player.locale))


@dataclass(frozen=True)
class ShownCards:
    """One's own cards in a private message of their own."""

    found: Found
    offers_dms: bool = False

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The message, with a way back to direct messages if they were refused."""
        found, _ = self.found, visitor.texts
        screen = await _own_screen(services, found)
        if self.offers_dms:
            screen = replace(screen, components=(*screen.components, call_me_row(_)))
        return Answer(Private(screen), cards_of=found.table.id)


def with_link(screen: Screen, url: str | None, _: Texts) -> Screen:
    """The screen with a link to the next table that waits for the player, if any does."""
    if url is None:
        return screen
    way = row(link(url, _("Your turn at another table")))
    return replace(screen, components=(*screen.components, way))


async def _own_screen(
    services: Services, found: Found, *, kept: Kept | None = None, pictured: bool = True
) -> Screen:
    return await services.studio.private(
        found.table, found.player.id, found.draft, pictured=pictured, kept=kept
    )
