"""Duplicate tournaments: opened, joined, left; one's own cards there."""

from bot.game.lobby import NewTable
from bot.game.table_errors import TableError
from bot.game.tournaments import duplicate, several_tables
from bot.game.tournaments.current_standing import DUPLICATE
from bot.handlers import own_cards
from bot.handlers.direct_messages import JoinedWithDm
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.serving import on, personal
from bot.handlers.settings_handlers import verify_may_open_tournament
from bot.screens.replies import says
from bot.screens.tournaments.announcement import joined_screen
from bot.screens.tournaments.tournament_presses import ShowGroup
from bot.store import hands
from bot.store.tournaments import duplicates, origins
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.texts import Texts


def new(at: Request, opening: NewTable, plan: DuplicatePlan) -> AnswerOrDeferred:
    """Open a duplicate tournament in this channel with its host in it; raises TableError."""
    visitor, guild, _ = at.visitor, at.guild, at.texts
    guild_id = verify_may_open_tournament(at)
    tournament_id = several_tables.open_tournament(
        at.db,
        at.player,
        duplicate.options_of(opening.in_guild(guild, paced=False), plan),
        form=DUPLICATE,
        guild_id=guild_id,
        channel_id=visitor.channel_id,
        locale=guild.locale or visitor.guild_locale,
        now=at.now,
    )
    duplicate.opened(at.db, tournament_id, plan, at.fresh_secret)
    origins.add_seed(at.db, tournament_id, at.player.id, at.seed, at.now)
    at.due_at = at.now
    opened = Answer(says(_("Your tournament is open. The others press Join to take part.")))
    return JoinedWithDm(opened, at.player, screen=joined_screen(visitor.channel_id, _))


def joined(at: Request, row: TournamentRow) -> str:
    """The answer to somebody who takes part from now on, or again."""
    _ = at.texts
    if at.player.preferences.calls != "dm":
        return without_messages(_)
    if row.state is Stage.OPEN:
        return _("You're in. I'll send you your cards by direct message when it starts.")
    table_id = several_tables.table_with(at.db, row, at.player.id)
    if table_id is not None:
        at.touched.add(table_id)
        return _("You're in again. Press My cards to play on.")
    return _("You're in. I'll send you your cards by direct message in the next round.")


def without_messages(_: Texts) -> str:
    """The answer to somebody who takes part, but has chosen to get no direct messages."""
    return _(
        "You're in. You don't get direct messages from me, so press My cards once your cards "
        "are dealt."
    )


def leave(at: Request, row: TournamentRow) -> Answer:
    """Withdraw while it is played: what is open is placed safely."""
    table_id, _ = duplicate.leave(at.db, row, at.player.id, at.now), at.texts
    if table_id is not None:
        at.touched.add(table_id)
    at.due_at = at.now
    return Answer(
        says(_("You've left the tournament. I'll finish this round for you; Join brings you back."))
    )


@on(ShowGroup)
@personal
def own_group(at: Request, press: ShowGroup) -> AnswerOrDeferred:
    """One's own cards in the group of the latest round."""
    row = several_tables.find_announced(at.db, press.tournament)
    of_round = duplicates.tables_of_round(at.db, row.id, row.round)
    mine = [each for each in of_round if hands.has_played(at.db, each, at.player.id)]
    if not mine:
        raise TableError("You're not in a group this round. Press Join to play the next one.")
    at.table_id = mine[0]
    return own_cards.show.serve(at)
