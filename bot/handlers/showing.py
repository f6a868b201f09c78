"""Handlers that only show something: board, rules, games, proof; hints, reviews and replays."""

from functools import partial

from bot.game import advising, duplicate_deals, placing
from bot.game.games import games_of
from bot.game.loading import load
from bot.game.lobby import NewTable
from bot.game.modes.same_cards import match_of
from bot.game.played import PlayedHand
from bot.game.results import Replay, find_replay, result_scene
from bot.game.table import Table, TableError
from bot.game.terms import terms_of, visits_of
from bot.game.tournaments.knockout import origin_of
from bot.handlers.ledger.ledger_pages import shown_page
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import also_on, changes, on, personal
from bot.pictures import alt, plain_text
from bot.pictures.draw import film as drawn_film
from bot.pictures.theme import Theme
from bot.screens.components import Illustration, Picture, note
from bot.screens.costs import costs_screen, hint_costs_screen
from bot.screens.hint import hint_screen
from bot.screens.ledger.pages import LedgerView, Query
from bot.screens.match_lines import deals_screen
from bot.screens.presses import (
    MoreOfHint,
    MoreOfReview,
    ShareFilm,
    ShareStep,
    ShowFilm,
    ShowHint,
    ShowLedger,
    ShowMatchDeals,
    ShowProof,
    ShowReplay,
    ShowReview,
    ShowRules,
    ShowText,
    Step,
)
from bot.screens.replies import Private, Redraw, Shared, says
from bot.screens.review import ReplayStep, film_screen, public_film_screen, review_screen
from bot.screens.rules import rules_screen
from bot.screens.skill_lines import unlearnt_lines
from bot.screens.table_lists import games_screen
from bot.store import judgements, surfaces
from bot.store.players import Player
from bot.store.surfaces import CURRENT_SLOT, Place
from bot.surfaces.composer import theme_of
from bot.surfaces.contents import proof_of
from bot.surfaces.render import PictureOptions
from bot.tasks import in_background
from bot.texts import Texts
from bot.values.draft import Draft, Spot
from bot.values.options import Terms
from bot.values.phrases import checkable
from ofc_engine.board import Placement
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.skill import Decision
from ofc_engine.players.thinking import counsel, verdict


@changes
def board(at: Request) -> Answer:
    """Post the table's message again at the bottom of the channel."""
    surfaces.forget(at.db, at.table.id, Place(CURRENT_SLOT[at.table.state]))
    _ = at.texts
    return Answer(says(_("Here it is again.")))


@on(ShowText)
@personal
def text(at: Request, press: ShowText) -> Answer:
    """The boards of a hand as text; of one that was cut off, as they lay then."""
    (table, played), _ = _hand_of(at, press.spot), at.texts
    if played.is_finished:
        return Answer(says(_fenced(plain_text.result(result_scene(table), _))))
    return Answer(says(_fenced(plain_text.table(table.scene(), _))))


def _hand_of(at: Request, spot: Spot) -> tuple[Table, PlayedHand]:
    """A table with the hand of a button, if the visitor may see it; raises TableError."""
    table = load(at.db, spot.table, hand=spot.hand)
    if table is None or table.played is None:
        raise TableError("This hand no longer exists.")
    table.mode.verify_shown(at.db, table, at.player.id)
    return table, table.played


def _fenced(content: str) -> str:
    return f"```\n{content}\n```"


@also_on(ShowRules)
@personal
def rules(at: Request) -> Answer:
    """How to play here; without a table, how a new one would be played."""
    try:
        table = at.table
    except TableError:
        return Answer(Private(rules_screen(Terms(NewTable().in_guild(at.guild)), at.texts)))
    terms = terms_of(table, table.next_number)
    return Answer(Private(rules_screen(terms, at.texts, visits_of(table))))


@personal
def games(at: Request) -> Answer:
    """The visitor's games in all servers."""
    return Answer(Private(games_screen(games_of(at.db, at.player), at.texts)))


@on(ShowLedger)
@personal
def table_standing(_at: Request, _press: ShowLedger) -> DeferredAnswer:
    """The ledger of a table's server."""
    return shown_page(Query(LedgerView.STANDING))


@on(ShowProof)
@personal
def proof(at: Request, press: ShowProof) -> Answer:
    """The proof of a hand's deal, once the hand is over."""
    table, _ = load(at.db, press.spot.table, hand=press.spot.hand), at.texts
    if table is None or table.played is None or table.played.is_running:
        raise TableError("The deal can be checked when the hand is over.")
    if not table.played.log:
        raise TableError("This hand was played with real cards, so there's no deal to check.")
    table.mode.verify_shown(at.db, table)
    shown = proof_of(table.played, origin_of(at.db, table))
    return Answer(Private(note(checkable(str(shown), _))))


@on(ShowMatchDeals)
@personal
def match_deals(at: Request, press: ShowMatchDeals) -> Answer:
    """The proof of a duplicate match, once it is over."""
    table = load(at.db, press.spot.table)
    if table is None:
        raise TableError("No duplicate match was played here.")
    commitment = match_of(table).commitment
    proof = duplicate_deals.proof(at.db, table)
    shown = "" if proof is None else str(proof)
    return Answer(Private(deals_screen(shown, commitment.hex(), at.texts)))


# --- hints, reviews --------------------------------------------------------------------------


@on(ShowHint, MoreOfHint)
@personal
def hint(at: Request, press: ShowHint | MoreOfHint) -> DeferredAnswer:
    """The best placements of the cards in hand, or the first two part by part."""
    knowledge = advising.question(at.table, at.player)
    draft = placing.own_draft(at.db, at.table, at.player)
    return partial(_hint, knowledge, at.table, at.player, draft, isinstance(press, MoreOfHint))


@on(ShowReview, MoreOfReview)
@personal
def review(at: Request, press: ShowReview | MoreOfReview) -> DeferredAnswer:
    """The visitor's own decisions in a finished hand, one by one, or what they cost in parts."""
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

    spot = placing.spot_of(table, player.id)
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
    """The worth of each decision in the hand of that number."""
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


# --- replays ---------------------------------------------------------------------------------


@on(ShowReplay)
@personal
def replay_hand(at: Request, press: ShowReplay) -> DeferredAnswer:
    """A finished hand from its beginning."""
    return partial(
        _step, find_replay(at.db, press.spot.table, press.spot.hand), 0, at.player.id, is_new=True
    )


@on(Step)
@personal
def step(at: Request, press: Step) -> DeferredAnswer:
    """Another step of a hand."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return partial(_step, replay, min(press.to, replay.last), at.player.id)


@on(ShareStep)
@personal
def share_step(at: Request, press: ShareStep) -> DeferredAnswer:
    """Show a step of a hand to everybody in the channel."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return partial(
        _step, replay, min(press.to, replay.last), at.player.id, everybody=at.public_texts
    )


@on(ShowFilm)
@personal
def film(at: Request, press: ShowFilm) -> DeferredAnswer:
    """The hand as one animated picture."""
    return partial(_film, find_replay(at.db, press.spot.table, press.spot.hand))


@on(ShareFilm)
@personal
def share_film(at: Request, press: ShareFilm) -> DeferredAnswer:
    """Show the animated picture to everybody in the channel."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return partial(_film, replay, everybody=at.public_texts)


async def _step(
    replay: Replay,
    at: int,
    player_id: int,
    services: Services,
    visitor: Visitor,
    *,
    is_new: bool = False,
    everybody: Texts | None = None,
) -> Answer:
    """A step in a new message or in the pressed one; shown also to `everybody`, if it is."""
    _, can_share = visitor.texts, visitor.guild_id is not None
    drawn = partial(_drawn, replay, at, player_id, services, pictured=visitor.may_attach)
    step = await drawn(_)
    if everybody is None:
        screen = step.own(_, can_share=can_share)
        return Answer(Private(screen) if is_new else Redraw(screen))
    own = step.own(_, can_share=can_share, is_shared=True)
    public = await drawn(everybody)
    return Answer(Shared(own, public.public(everybody)))


async def _drawn(
    replay: Replay, at: int, player_id: int, services: Services, _: Texts, *, pictured: bool
) -> ReplayStep:
    spot = Spot(replay.table.id, replay.played.row.number)
    name = f"replay-{spot.hand}-{at}.png"
    options = PictureOptions(name, theme_of(replay.table), pictured=pictured)
    illustrator = services.composer.illustrator
    if at == replay.last:
        picture = await illustrator.result(replay.result, options, _)
    else:
        picture = await illustrator.table(replay.scene(at), options, _)
    link = replay.link if services.replay_url else None
    url = None if link is None else f"{services.replay_url}#{link}"
    decision, gave_up = replay.decision_from(at, player_id), replay.gave_up(player_id)
    return ReplayStep(picture, spot.hand, at, replay.last, spot, url, decision, gave_up)


async def _film(
    replay: Replay, _services: Services, visitor: Visitor, *, everybody: Texts | None = None
) -> Answer:
    """A hand as one animated picture, drawn aside as it takes a while; as in `_step`."""
    _, can_share = visitor.texts, visitor.guild_id is not None and visitor.may_attach
    spot = Spot(replay.table.id, replay.played.row.number)
    if everybody is None:
        own = film_screen(await _animated(replay, _), spot, _, can_share=can_share)
        return Answer(Private(own))
    if not can_share or visitor.picture is None:
        raise TableError(
            "I can't post pictures here. Ask somebody to give me the Attach Files permission."
        )
    mine = Illustration(visitor.picture, alt.result(replay.result, _))
    own = film_screen(mine, spot, _, can_share=True, is_shared=True)
    film = await _animated(replay, everybody)
    return Answer(Shared(own, public_film_screen(film, spot, everybody)))


async def _animated(replay: Replay, _: Texts) -> Illustration:
    scenes = [replay.scene(at) for at in range(replay.last)]
    draw = partial(drawn_film, scenes, replay.result, theme_of(replay.table), _)
    drawn = Picture(f"hand-{replay.played.row.number}.webp", await in_background(draw))
    return Illustration(drawn, alt.result(replay.result, _))
