"""Hints, and reviews of the decisions in a finished hand."""

from functools import partial

from bot.game import advising, play
from bot.game.results import find_replay
from bot.game.table import Table
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import on, personal
from bot.pictures.theme import Theme
from bot.screens.costs import costs_screen, hint_costs_screen
from bot.screens.hint import hint_screen
from bot.screens.presses import MoreOfHint, MoreOfReview, ShowHint, ShowReview
from bot.screens.replies import Private
from bot.screens.review import review_screen
from bot.screens.skill_lines import unlearnt_lines
from bot.store import judgements
from bot.store.players import Player
from bot.surfaces.composer import theme_of
from bot.values.draft import Draft, Spot
from ofc_engine.board import Placement
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.skill import Decision
from ofc_engine.players.thinking import counsel, verdict


@on(ShowHint, MoreOfHint)
@personal
def hint(at: Request, press: ShowHint | MoreOfHint) -> DeferredAnswer:
    """The best placements of the cards in hand, or the first two part by part."""
    knowledge = advising.question(at.table, at.player)
    draft = play.own_draft(at.db, at.table, at.player)
    return partial(_hint, knowledge, at.table, at.player, draft, isinstance(press, MoreOfHint))


@on(ShowReview, MoreOfReview)
@personal
def review(at: Request, press: ShowReview | MoreOfReview) -> DeferredAnswer:
    """The visitor's own decisions in a finished hand, one by one, or their costs part by part."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    decisions = advising.decisions_of(replay.table, at.player.id)
    judged = judgements.of_hand(at.db, replay.played.row.id)
    luck = next((each.luck for each in judged if each.player_id == at.player.id), None)
    theme = theme_of(replay.table, at.player)
    return partial(_review, press.spot, decisions, luck, theme, isinstance(press, MoreOfReview))


async def _hint(
    knowledge: Knowledge,
    table: Table,
    player: Player,
    draft: Draft,
    in_full: bool,
    services: Services,
    visitor: Visitor,
) -> Answer:
    """The best placements in the hand that the table plays."""
    best = await services.thinker.think(partial(counsel, knowledge))
    hint = advising.hint(knowledge, best)
    theme = theme_of(table, player)
    _ = visitor.texts
    said = services.composer.illustrator.said(theme, _)

    def written(placement: Placement) -> tuple[str, str]:
        return said(placement), draft.letters_of(placement)

    spot = play.spot_of(table, player.id)
    if in_full and hint.compared is not None:
        parts = hint_costs_screen(spot.hand, hint.compared, _, aloud=theme.aloud)
        return Answer(Private(parts))
    below = unlearnt_lines(knowledge.rules, _)
    return Answer(Private(hint_screen(hint, spot, written, _, below=below)))


async def _review(
    spot: Spot,
    decisions: tuple[Decision, ...],
    luck: int | None,
    theme: Theme,
    in_full: bool,
    services: Services,
    visitor: Visitor,
) -> Answer:
    """A screen about each of the decisions, or with their costs part by part."""
    think = services.thinker.think
    verdicts = [await think(partial(verdict, decision)) for decision in decisions]
    judged = [advising.judged(each) for each in verdicts]
    number, _ = spot.hand, visitor.texts
    if in_full:
        return Answer(Private(costs_screen(number, judged, _, aloud=theme.aloud)))
    said, more = services.composer.illustrator.said(theme, _), MoreOfReview(spot)
    below = [
        line for decision in decisions[:1] for line in unlearnt_lines(decision.knowledge.rules, _)
    ]
    screen = review_screen(number, judged, said, _, more=more, luck=luck, below=below, source=spot)
    return Answer(Private(screen))
