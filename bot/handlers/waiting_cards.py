"""Commands about cards that wait for somebody: list their games, see the cards, type a placement.

Cards wait at tables, in deals that one plays alone, and in lessons. Without a table in the channel
the command is about those that wait; if there are several, or a typed placement may be a mistake,
the person chooses.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from bot.game import play
from bot.game.games import asked, games_of, playing
from bot.game.table import Table, TableError
from bot.handlers import own_cards
from bot.handlers.laying import laying_at
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.serving import changes, personal
from bot.screens.components import short
from bot.screens.placements import understand
from bot.screens.press import Press
from bot.screens.presses import PlaceHere, ShowCards
from bot.screens.replies import Private
from bot.screens.table_lists import game_line, games_screen, which_screen
from bot.values.draft import Draft, Spot, Where
from ofc_engine.cards import format_cards
from ofc_engine.errors import OfcError
from ofc_engine.street import UNTOUCHED

_LONGEST_ENTRY: Final = 100
"""Characters that Discord takes in the value of a suggestion."""


class WaitingCards(NamedTuple):
    """Cards that wait for the visitor, and the function that names where they are."""

    spot: Where
    draft: Draft
    name: Callable[[], str]

    def fits(self, entry: str) -> bool:
        """True if the cards can be laid out as an entry says."""
        try:
            understand(self.draft, entry)
        except OfcError:
            return False
        return True


Finder = Callable[[Request], Iterable[WaitingCards]]


COUNTING: Final[list[Finder]] = []
"""Finders of cards that somebody plays alone, where the result counts."""
PRACTISING: Final[list[Finder]] = []
"""The same where it does not: they are looked for only if no other cards wait."""
OVER: Final[list[Callable[[Request], None]]] = []
"""Functions that raise OfcError if the time to place the visitor's cards has run out lately."""


@personal
def games(at: Request) -> Answer:
    """The visitor's games in all servers."""
    return Answer(Private(games_screen(games_of(at.db, at.player), at.texts)))


@personal
def hand(at: Request) -> AnswerOrDeferred:
    """One's own cards."""
    tables = playing(at.db, at.player, at.visitor.channel_id)
    if not tables:
        return _hand_of_their_own(at)
    return _at_one(at, tables, own_cards.show.serve, lambda table: ShowCards(_spot(at, table)))


def _hand_of_their_own(at: Request) -> AnswerOrDeferred:
    """The cards of a deal that the visitor plays alone; raises OfcError if there is none."""
    for find in (*COUNTING, *PRACTISING):
        for waiting in find(at):
            return laying_at(at, waiting.spot).shown(waiting.draft)
    verify_in_time(at)
    raise TableError("You aren't in a hand right now. /my games lists your tables.")


def _spot(at: Request, table: Table) -> Spot:
    return play.spot_of(table, at.player.id)


def _at_one(
    at: Request,
    tables: tuple[Table, ...],
    serve: Callable[[Request], AnswerOrDeferred],
    press: Callable[[Table], Press],
) -> AnswerOrDeferred:
    """Serve at the only table, or ask which one; each choice is a button with its press."""
    if len(tables) == 1:
        at.table_id = tables[0].id
        return serve(at)
    _ = at.texts
    presses = {table.id: press(table) for table in tables}
    games = [game for game in games_of(at.db, at.player) if game.table_id in presses]
    chosen = [(game_line(game, _), presses[game.table_id]) for game in games]
    asked = _("Several tables are waiting for you. Which one?")
    return Answer(Private(which_screen(asked, chosen, _)))


@changes
def place(at: Request, entry: str, *, anywhere: bool = False) -> AnswerOrDeferred:
    """Lay out, or with ! confirm, a placement typed after a command.

    Looks first at the channel's table, or with `anywhere` at all tables that wait for the visitor.
    """
    _ = at.texts
    found, is_sure = _waiting(at, entry, anywhere=anywhere)
    if is_sure:
        return laying_at(at, found[0].spot).entered(entry)
    asked = _("Which cards do you mean?")
    if all(isinstance(each.spot, Spot) for each in found):
        asked = _("Several tables are waiting for you. Which one?")
    chosen = [(each.name(), _press(each, entry)) for each in found]
    return Answer(Private(which_screen(asked, chosen, _)))


def _press(waiting: WaitingCards, entry: str) -> PlaceHere:
    typed = understand(waiting.draft, entry)
    return PlaceHere(waiting.spot, typed.draft.layout, int(typed.commits))


def preview(at: Request, entry: str, *, anywhere: bool = False) -> list[tuple[str, str]]:
    """How an entry would be understood, or why it is not: suggestions, as label and value."""
    _ = at.texts
    try:
        draft = _waiting(at, entry, anywhere=anywhere)[0][0].draft
        cards = format_cards(draft.cards)
        if not entry.strip():
            return [(_("Your cards: {cards}", cards=cards), UNTOUCHED * len(draft.cards))]
        draft = understand(draft, entry, _).draft
    except OfcError as error:
        return [(_.error(error), entry or UNTOUCHED)] if len(entry) <= _LONGEST_ENTRY else []
    layout = short(draft.placement.rows)
    if draft.placement.discards:
        layout += f" × {format_cards(draft.placement.discards)}"
    if draft.missing:
        return [(_("{layout}, not complete yet", layout=layout), entry)]
    typed = entry.rstrip("! ")
    return [
        (_("Place {layout}", layout=layout), f"{typed}!"),
        (_("Lay out {layout}", layout=layout), typed),
    ]


def _waiting(at: Request, entry: str, *, anywhere: bool) -> tuple[Sequence[WaitingCards], bool]:
    """The cards that an entry may be about, at least one, and whether the first is certain.

    It is not if several fit, or if the visitor may have thought it their turn at a table. Raises
    OfcError if nothing waits for them.
    """
    refusal: OfcError | None = None
    found: list[WaitingCards] = []
    try:
        found += _at_tables(at, anywhere=anywhere)
    except OfcError as error:
        refusal = error
    found += (waiting for find in COUNTING for waiting in find(at))
    if not found:
        found += (waiting for find in PRACTISING for waiting in find(at))
    fitting = [each for each in found if each.fits(entry)]
    if refusal is None:
        return fitting or found[:1], len(fitting) < 2
    plays = bool(playing(at.db, at.player, at.visitor.channel_id))
    if not found and not plays:
        verify_in_time(at)
    if not found or (plays and not fitting):
        raise refusal
    return fitting or found[:1], len(fitting) < 2 and not plays


def verify_in_time(at: Request) -> None:
    """Raise OfcError if the time for the visitor's cards has run out lately.

    Not if they play at a table: they may well mean that.
    """
    if not games_of(at.db, at.player):
        for verify in OVER:
            verify(at)


def _at_tables(at: Request, *, anywhere: bool) -> Iterator[WaitingCards]:
    here = at.visitor.channel_id
    for table in asked(at.db, at.player, here) if anywhere else (at.table,):
        draft = play.own_draft(at.db, table, at.player)
        spot = play.spot_of(table, at.player.id)
        yield WaitingCards(spot, draft, partial(_line, at, table.id))


def _line(at: Request, table_id: int) -> str:
    found = games_of(at.db, at.player)
    return next(game_line(game, at.texts) for game in found if game.table_id == table_id)
