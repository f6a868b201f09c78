"""One's own cards at a table: see them, lay them out, place them, give up."""

from dataclasses import replace
from functools import partial

from bot.game import play
from bot.game.games import address, next_waiting
from bot.game.loading import loaded
from bot.game.results import with_news
from bot.handlers.laying import Laying, lays
from bot.handlers.request import Answer, AnswerOrDeferred, Request, Services, TableVisit, Visitor
from bot.handlers.serving import also_on, changes, on, personal
from bot.screens.components import AttachedPicture, Screen, link, note, row, text
from bot.screens.decision_screens import sure_screen
from bot.screens.presses import ShowCards, Surrender, SurrenderNow
from bot.screens.private_screen import call_me_row
from bot.screens.replies import Private, Redraw, says
from bot.store import surfaces
from bot.store.drafts import DraftKey
from bot.texts import Texts, texts_for
from bot.values.draft import Draft, Spot
from bot.values.phrases import in_points


@also_on(ShowCards)
@personal
def show(at: Request) -> AnswerOrDeferred:
    """One's own cards, in private."""
    found, _ = at.before, at.texts
    _verify_part(found)
    offers_dms = found.player.dm_closed and found.player.preferences.calls == "dm"
    again = in_own_message(at, found, _("Here they are again."))
    return again or partial(_new_message, found, offers_dms=offers_dms)


@lays(Spot)
class OwnHand(Laying):
    """The visitor's own cards at a table."""

    spot: Spot

    @property
    def key(self) -> DraftKey:
        """The key of their draft in the running hand."""
        return play.key_of(self.at.table, self.at.player.id)

    def draft(self) -> Draft:
        """Their draft; raises StaleError, or another OfcError if they have nothing to place."""
        play.verify_spot(self.at.table, self.at.player, self.spot)
        return play.own_draft(self.at.db, self.at.table, self.at.player)

    def placed(self, draft: Draft, said: str, /) -> AnswerOrDeferred:
        """Play on at the table."""
        at = self.at
        play.place(at.db, at.table, at.player, draft.placement, at.now)
        if at.visitor.message_id is not None:
            return own_cards(at, at.after(), said=said)
        screen = with_link(note(said), next_url(at, at.after()), at.texts)
        return Answer(Private(screen))

    def shown(self, draft: Draft, said: str = "", /) -> AnswerOrDeferred:
        """The cards in the pressed message, or in the one that shows them."""
        at = self.at
        if not said:
            return own_cards(at, TableVisit(at.table, at.player, draft), keeps=True)
        if at.visitor.message_id is not None:
            return own_cards(at, at.after(), said=said)
        found = at.after()
        return in_own_message(at, found, said) or partial(_new_message, found)

    def resorted(self) -> AnswerOrDeferred:
        """The cards in the pressed message, with a new picture."""
        return own_cards(self.at, self.at.after())

    def refreshed(self) -> AnswerOrDeferred:
        """The message as things are now; nothing has been written before."""
        at, _ = self.at, self.at.texts
        at.leave_unchanged()
        _verify_part(at.before)
        said = _("This is out of date. Your cards are in another message.")
        return own_cards(at, at.before, said=said)


@on(Surrender)
@personal
def surrender(at: Request, press: Surrender) -> Answer:
    """Ask for confirmation before giving up (R8)."""
    play.verify_spot(at.table, at.player, press.spot)
    play.verify_surrender(at.table, at.player)
    _, points = at.texts, at.table.rules.surrender
    warning = _("Giving up costs you {points} per opponent.", points=in_points(points, _))
    return Answer(Private(sure_screen(warning, SurrenderNow(press.spot), _("Give up"))))


@on(SurrenderNow)
@changes
def surrender_now(at: Request, press: SurrenderNow) -> Answer:
    """Give up the hand."""
    play.verify_spot(at.table, at.player, press.spot)
    play.surrender(at.db, at.table, at.player, at.now)
    _ = at.texts
    return Answer(Redraw(note(_("You've given up this hand."))))


def own_cards(
    at: Request,
    found: TableVisit,
    *,
    keeps: bool = False,
    said: str = "",
) -> AnswerOrDeferred:
    """The visitor's own cards; if they have nothing to place, with a link to a table where they do.

    If another direct message shows them, that one is updated, and this one says what is `said`.
    """
    elsewhere = in_own_message(at, found, said) if said else None
    if elsewhere is not None:
        return elsewhere
    next_table_url = None if found.draft else next_url(at, found)
    if found.table.running is None:
        found = replace(found, table=with_news(at.db, found.table))
    return partial(_own_message, found, next_table_url, keeps=keeps)


def in_own_message(at: Request, found: TableVisit, said: str) -> Answer | None:
    """Update the visitor's own message, which shows their cards, and tell them so.

    After a typed command it is posted again below that. None unless the visitor is in direct
    messages, and another message there shows their cards of the latest hand.
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


def ended(at: Request, number: int) -> AnswerOrDeferred:
    """The end of a hand of the table, in one's own message, which already has its picture."""
    found = TableVisit(loaded(at.db, at.table.id, hand=number), at.player, None)
    _verify_part(found)
    return own_cards(at, found, keeps=True)


def next_url(at: Request, found: TableVisit) -> str | None:
    """The address of the next table that waits for the visitor, if any does."""
    elsewhere = next_waiting(at.db, found.player, but=found.table.id)
    return None if elsewhere is None else elsewhere.url


def _verify_part(found: TableVisit) -> None:
    played = found.table.played
    if played is None or played.seat_of(found.player.id) is None:
        found.table.verify_seated(found.player.id)


# --- drawn after the commit ------------------------------------------------------------------


async def _own_message(
    found: TableVisit,
    next_table_url: str | None,
    services: Services,
    visitor: Visitor,
    *,
    keeps: bool,
) -> Answer:
    """One's own cards in the pressed message, with what to do next.

    With `keeps` its picture stays. If Discord refuses that, it is sent with a new picture, then
    without one. `next_table_url` is the address of another table that waits for them.
    """
    newest = services.gateway.newest_picture(visitor.message_id, visitor.picture)
    kept = newest if keeps else None

    async def screen(*, kept: AttachedPicture | None = None, pictured: bool = True) -> Screen:
        own = await _own_screen(services, found, kept=kept, pictured=pictured)
        return with_link(own, next_table_url, texts_for(found.player.locale))

    others = (screen,) if kept else ()
    reply = Redraw(await screen(kept=kept), others=(*others, partial(screen, pictured=False)))
    # With its old picture the surface is not up to date: the painter brings the new one.
    shown = None if kept else found.surface
    return Answer(reply, shown=shown, cards_of=found.table.id)


async def _new_message(
    found: TableVisit, services: Services, visitor: Visitor, *, offers_dms: bool = False
) -> Answer:
    """One's own cards in a new private message.

    With `offers_dms`, for those whose direct messages were refused, it has a way back to these.
    """
    screen = await _own_screen(services, found)
    if offers_dms:
        screen = replace(screen, components=(*screen.components, call_me_row(visitor.texts)))
    return Answer(Private(screen), cards_of=found.table.id)


def with_link(screen: Screen, url: str | None, _: Texts) -> Screen:
    """The screen with a link to the next table that waits for the player, if any does."""
    if url is None:
        return screen
    way = row(link(url, _("Your turn at another table")))
    return replace(screen, components=(*screen.components, way))


async def _own_screen(
    services: Services,
    found: TableVisit,
    *,
    kept: AttachedPicture | None = None,
    pictured: bool = True,
) -> Screen:
    return await services.composer.private(
        found.table, found.player.id, found.draft, pictured=pictured, kept=kept
    )
