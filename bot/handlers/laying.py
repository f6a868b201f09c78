"""Laying out cards and confirming them: one handler for each press, at every kind of spot.

Tables, deals that somebody plays alone, and lessons each say in a `Laying` whose cards they are,
what follows once they are placed, and how they are shown.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeVar

from bot.game.play import timed
from bot.game.table import StaleError
from bot.handlers.request import (
    Answer,
    AnswerOrDeferred,
    DeferredAnswer,
    Request,
    Services,
    Visitor,
)
from bot.handlers.serving import changes, follow_up, on, personal, runs, serve
from bot.screens.card_buttons import typing_form
from bot.screens.placements import understand
from bot.screens.presses import (
    AcceptWarning,
    CardPress,
    ChooseRow,
    Confirm,
    FillRow,
    LayOut,
    PlaceHere,
    Put,
    SortCards,
    Type,
    Typed,
    Undo,
)
from bot.screens.replies import Acknowledged, Redraw
from bot.store import drafts, hands, players, tables
from bot.store.drafts import DraftKey, DraftKind, DueDraft
from bot.store.due import DueKind
from bot.store.engine import Connection
from bot.store.players import Person, Player
from bot.surfaces.gateway import GatewayError
from bot.values.draft import DealSpot, Draft, LessonSpot, Spot, Where

log: Final = logging.getLogger(__name__)

P = TypeVar("P", bound=CardPress)
L = TypeVar("L", bound="type[Laying]")


@dataclass(frozen=True)
class Laying(ABC):
    """The visitor and the cards to lay out that a `spot` names."""

    at: Request
    spot: Any

    @property
    @abstractmethod
    def key(self) -> DraftKey:
        """Whose draft it is."""

    @abstractmethod
    def draft(self) -> Draft:
        """The draft as it is now.

        Raises StaleError if the spot is about earlier cards, and another OfcError if there is
        nothing to place.
        """

    @abstractmethod
    def placed(self, draft: Draft, said: str, /) -> AnswerOrDeferred:
        """Place the draft for good, with all that follows, and show what is next.

        `said` confirms a typed placement that no message shows.
        """

    @abstractmethod
    def shown(self, draft: Draft, said: str = "", /) -> AnswerOrDeferred:
        """The message with the draft; `said` as in `placed`."""

    @abstractmethod
    def refreshed(self) -> AnswerOrDeferred:
        """The message as things are now, after a press on an outdated one."""

    def resorted(self) -> AnswerOrDeferred:
        """The message with the cards in another order, in its picture too."""
        return self.refreshed()

    def keep(self, draft: Draft) -> None:
        """Store the draft."""
        drafts.keep(self.at.db, self.key, draft, self.at.visitor.guild_id or 0)

    def entered(self, entry: str, *, as_dealt: bool = False) -> AnswerOrDeferred:
        """Lay out, or with ! confirm, an entry that refers to the cards in the order shown.

        With `as_dealt` it refers to them in the order dealt, as buttons do. Raises OfcError.
        """
        _ = self.at.texts
        draft = self.draft()
        typed = understand(replace(draft, by_suit=False) if as_dealt else draft, entry, _)
        if typed.commits:
            return self.placed(typed.draft, _("Placed."))
        self.keep(typed.draft)
        said = _("Laid out. Look it over in your message, and confirm it there.")
        return self.shown(typed.draft, said)


_LAYINGS: Final[dict[type[Where], type[Laying]]] = {}


def lays(kind: type[Where]) -> Callable[[L], L]:
    """Register the class for laying out cards at spots of a kind."""

    def registered(laying: L) -> L:
        _LAYINGS[kind] = laying
        return laying

    return registered


def laying_at(at: Request, spot: Where) -> Laying:
    """The visitor at the cards that a spot names; may raise OfcError."""
    if isinstance(spot, Spot):
        at.table_id = spot.table
    return _LAYINGS[type(spot)](at, spot)


def _unless_stale(
    serve: Callable[[Laying, P], AnswerOrDeferred],
) -> Callable[[Request, P], AnswerOrDeferred]:
    """Answer a press on an outdated message by showing how things are now."""

    def served(at: Request, press: P) -> AnswerOrDeferred:
        laying = laying_at(at, press.spot)
        try:
            return serve(laying, press)
        except StaleError:
            return laying.refreshed()

    return served


@on(Put, FillRow, ChooseRow, Undo, AcceptWarning)
@personal
@_unless_stale
def tap(
    laying: Laying, press: Put | FillRow | ChooseRow | Undo | AcceptWarning
) -> AnswerOrDeferred:
    """Change the draft; of the message only texts and buttons change."""
    at, draft = laying.at, laying.draft()
    changed = _tapped(draft, press, at.visitor.chosen)
    if changed is not draft:
        changed = timed(changed, at.player, at.now)
        laying.keep(changed)
    at.due_at = changed.places_at
    return laying.shown(changed)


def _tapped(
    draft: Draft, press: Put | FillRow | ChooseRow | Undo | AcceptWarning, chosen: Collection[int]
) -> Draft:
    """The draft after a tap: a card put into a row or taken back, another row chosen, and so on."""
    match press:
        case Put():
            return draft.put(press.card, press.letter)
        case FillRow():
            return draft.gather(press.letter, chosen)
        case ChooseRow():
            return draft.take_brush(press.letter)
        case Undo():
            return draft.undo()
        case AcceptWarning():
            return draft.arm()


@on(SortCards)
@changes
@_unless_stale
def sort(laying: Laying, press: SortCards) -> AnswerOrDeferred:
    """Show the cards of a Fantasyland by suit or by rank, here and from now on."""
    at = laying.at
    laying.draft()
    own = replace(at.player.preferences, by_suit=bool(press.by_suit))
    players.set_preferences(at.db, at.player.id, own)
    at.player = replace(at.player, preferences=own)
    at.touched.update(tables.of_player(at.db, at.player.id))
    return laying.resorted()


@on(Confirm)
@changes
@_unless_stale
def confirm(laying: Laying, press: Confirm) -> AnswerOrDeferred:
    """Place the draft, if it is still the one that the button names."""
    draft = laying.draft()
    if not draft.is_ready or draft.digest != press.digest:
        raise StaleError("Your layout has changed. Look again, then confirm.")
    return laying.placed(draft, "")


@on(Type)
@personal
@_unless_stale
def form(laying: Laying, press: Type) -> Answer:
    """The form for typing a placement."""
    return Answer(typing_form(laying.draft(), Typed(press.spot), laying.at.texts))


@on(Typed, LayOut, PlaceHere)
@changes
@_unless_stale
def typed(laying: Laying, press: Typed | LayOut | PlaceHere) -> AnswerOrDeferred:
    """Lay out what was typed into the form or after a command, or what a hint suggests."""
    match press:
        case Typed():
            return laying.entered(laying.at.visitor.entry)
        case LayOut():
            return laying.entered(press.layout, as_dealt=True)
        case PlaceHere():
            return laying.entered(press.layout + "!" * press.commits, as_dealt=True)


# --- placed automatically --------------------------------------------------------------------


@runs(DueKind.LAYOUT)
async def place_laid_out(services: Services, player_id: int) -> None:
    """Place the drafts of a player whose moment to change them is over, as if confirmed."""
    now = services.now
    player, due = await services.database.read(partial(_due, player_id, now))
    for draft in due:
        placing = _place(services, player, draft)
        if draft.key.kind is DraftKind.LESSON:
            # Evaluating it takes long, and nobody else waits for it.
            services.background.begin(f"placing in a lesson for player {player_id}", placing)
        else:
            await placing
    # A draft that could not be placed waits for its player: it is not tried again.
    await services.database.write(partial(drafts.wait, player_id=player_id, now=now))


def _due(player_id: int, now: int, db: Connection) -> tuple[Player, list[DueDraft]]:
    return players.get(db, player_id), drafts.due(db, player_id, now)


async def _place(services: Services, player: Player, draft: DueDraft) -> None:
    visitor = _visitor_from(services, player, draft.guild_id)
    answer = await serve(services, visitor, confirm_by_itself(draft.key, draft.layout))
    await follow_up(services, answer, message_id=None, delivered=False)


def _spot_of(db: Connection, key: DraftKey) -> Where:
    match key.kind:
        case DraftKind.HAND:
            table_id, number = hands.place_of(db, key.about)
            return Spot(table_id, number, key.stage)
        case DraftKind.LESSON:
            return LessonSpot(key.about, key.stage)
        case _:
            return DealSpot(key.about, int(key.kind is DraftKind.PRACTICE), key.stage)


def _visitor_from(services: Services, player: Player, guild_id: int) -> Visitor:
    """The player as a visitor from the server where they laid out their cards, 0 for none."""
    return Visitor(
        person=Person(player.user_id or 0, player.name, player.handle, player.locale),
        interaction_id=0,
        channel_id=0,
        guild_id=guild_id or None,
        guild_locale=services.gateway.locale_of(guild_id),
        may_manage=False,
        message_id=0,
    )


@changes
def confirm_by_itself(at: Request, key: DraftKey, layout: str) -> DeferredAnswer:
    """Place a draft without a press; raises StaleError if it has changed since."""
    laying = laying_at(at, _spot_of(at.db, key))
    draft = laying.draft()
    if draft.layout != layout or not draft.is_ready:
        raise StaleError("Your layout has changed. Look again, then confirm.")
    return partial(_in_background, laying.placed(draft, ""), key)


async def _in_background(
    made: AnswerOrDeferred, key: DraftKey, services: Services, visitor: Visitor
) -> Answer:
    """An empty answer; the message with the draft is redrawn in the background.

    At a table the painter does that.
    """
    if key.kind is not DraftKind.HAND:
        work = _show(made, key, services, visitor)
        services.background.begin(f"showing {key.place} of player {key.player_id}", work)
    return Answer(Acknowledged())


async def _show(
    made: AnswerOrDeferred, key: DraftKey, services: Services, visitor: Visitor
) -> None:
    reply = (made if isinstance(made, Answer) else await made(services, visitor)).reply
    if not isinstance(reply, Redraw):
        return
    for make in (None, *reply.others):
        screen = reply.screen if make is None else await make()
        try:
            await services.gateway.edit_open(key.place, visitor.person.user_id, screen)
            return
        except GatewayError as error:
            log.info("%s: shown in another way, or when asked for: %r", key.place, error)
