"""A server's ladder of ratings, and the line with a player's own."""

from dataclasses import replace

from bot.screens.components import Component, PictureOrWords, text
from bot.screens.ledger.pages import LedgerView, Page, Query, heading
from bot.texts import Texts
from bot.values.ledger_records import Scope, SeasonNote
from bot.values.phrases import named_game
from ofc_engine.players.ratings import LEAST_HANDS, Rating


def rating_page(
    query: Query,
    scope: Scope,
    picture: PictureOrWords | None,
    _: Texts,
    *,
    season: SeasonNote,
    has_more: bool,
) -> Page:
    """The ladder as a picture, with buttons to the text and to its other pages.

    Its `scope` has a variant, also where none was asked for. `picture` None: nobody has a place on
    it yet.
    """
    head = _heading(scope, season, _)
    if picture is None:
        empty = _(
            "Nobody has a rating here yet: it takes {hands} hands that count.", hands=LEAST_HANDS
        )
        return Page(query, (head, text(empty)))
    turns = _turns(query, has_more=has_more)
    turns += ((_("Text"), replace(query, view=LedgerView.RATING_TEXT)),)
    return Page(query, (head, picture.component, _meaning(_)), turns, picture.pictures)


def rating_text_page(
    query: Query, scope: Scope, twin: str, _: Texts, *, season: SeasonNote, has_more: bool
) -> Page:
    """The ladder as text."""
    turns = _turns(query, has_more=has_more)
    turns += ((_("Picture"), replace(query, view=LedgerView.RATING)),)
    parts = (_heading(scope, season, _), text(f"```\n{twin}\n```"), _meaning(_))
    return Page(query, parts, turns)


def _heading(scope: Scope, season: SeasonNote, _: Texts) -> Component:
    return text(heading(_("Rating"), scope, _, season=season))


def _meaning(_: Texts) -> Component:
    """How to read it."""
    return text(
        "-# "
        + _(
            "Points a hand, measured against the computer player Steady. The true rating is in "
            "this range 95% of the time. You're listed after {hands} hands; taking a break "
            "costs nothing.",
            hands=LEAST_HANDS,
        )
    )


def _turns(query: Query, *, has_more: bool) -> tuple[tuple[str, Query], ...]:
    turns = (("◀", query.at(query.page - 1)),) if query.page else ()
    return (*turns, ("▶", query.at(query.page + 1))) if has_more else turns


def rating_line(rating: Rating | None, hands: int, variant: str, _: Texts) -> str:
    """A player's rating, or how many hands of the variant it still takes."""
    name = named_game(variant, _)
    if rating is None or hands < LEAST_HANDS:
        return _(
            "Rating: after {most} hands of {variant} ({hands} so far)",
            most=LEAST_HANDS,
            variant=name,
            hands=hands,
        )
    low, high = (_.decimal(each, signed=True) for each in rating.span)
    return _(
        "Rating: **{points}** ({low} to {high}) in {variant}",
        points=_.decimal(rating.points, signed=True),
        low=low,
        high=high,
        variant=name,
    )
