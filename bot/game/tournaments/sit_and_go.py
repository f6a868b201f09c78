"""A sit-and-go: one table where everybody has a stack, and whoever loses it is out (R10, R14)."""

from bot.game.errors import TableError
from bot.game.loading import load, loaded
from bot.game.table import Table
from bot.game.tournaments.floors import tournament_of
from bot.ofc.stacks import places
from bot.store import hands, tables
from bot.store.engine import Connection
from bot.store.tables import State
from bot.store.tournaments import past_tournaments, tournaments
from bot.store.tournaments.past_tournaments import PastRow
from bot.texts import Texts
from bot.values.phrases import variant_name
from bot.values.standings import StacksScene, TournamentPlace
from bot.values.tournaments import Past


def standing(table: Table) -> list[TournamentPlace]:
    """Everybody in a tournament, the best first (R14.2)."""
    stacks = table.stacks
    ranked = places(stacks, table.outs)
    return [
        TournamentPlace(
            place, table.people[player].shown(stacks.get(player, 0)), table.outs.get(player)
        )
        for player, place in ranked.items()
    ]


def scene_of(table: Table) -> StacksScene | None:
    """The standing as a picture shows it; None before the first hand."""
    if table.played is None:
        return None
    is_over = table.state is State.CLOSED
    return StacksScene(table.played.row.number, tuple(standing(table)), is_over)


def in_channel(db: Connection, channel_id: int) -> Table:
    """The tournament of a channel, open or the latest; raises TableError."""
    table_id = tables.open_in_channel(db, channel_id) or tables.latest_in_channel(db, channel_id)
    table = None if table_id is None else load(db, table_id)
    if table is None or not table.options.is_tournament:
        raise TableError("There is no tournament in this channel. Open one with /tournament new.")
    return table


def history(db: Connection, guild_id: int, most: int, _: Texts) -> list[Past]:
    """The latest tournaments of a server that are over, in somebody's language."""
    found = (_past(db, row, _) for row in past_tournaments.in_guild(db, guild_id, most))
    return [each for each in found if each.standing]


def _past(db: Connection, row: PastRow, _: Texts) -> Past:
    several = tournaments.get(db, row.id) if row.is_several else None
    if several is None:
        table = loaded(db, row.id)
        options, places = table.options, standing(table)
        played = hands.latest_finished(db, row.id) or 0
    else:
        tournament = tournament_of(db, several)
        options, played, places = several.options, tournament.hands_played, tournament.standing()
    return Past(row.ended_at, variant_name(options.rules, _), played, places, row.key)
