"""A sit-and-go: one table where everybody has a stack, and whoever loses it is out (R10, R14)."""

from collections.abc import Iterable, Mapping

from bot.game import presence
from bot.game.errors import TableError
from bot.game.loading import load, loaded
from bot.game.played import PlayedHand
from bot.game.presence import STACKS
from bot.game.results import HandOutcome
from bot.game.table import Table
from bot.game.tournaments.floors import tournament_of
from bot.ofc.board import BOARD_SIZE
from bot.ofc.stacks import Elimination, places, stacks_after
from bot.store import hands, seats, tables
from bot.store.engine import Connection
from bot.store.hands import LineupRow
from bot.store.tables import State
from bot.store.tournaments import best_boards, outs, past_tournaments, tournaments
from bot.store.tournaments.best_boards import BestRow
from bot.store.tournaments.past_tournaments import PastRow
from bot.texts import Texts
from bot.values.phrases import variant_name
from bot.values.scenes import Presence
from bot.values.standings import StacksScene, TournamentPlace
from bot.values.tournaments import Past


def begin(db: Connection, table: Table) -> None:
    """Nobody can sit down any more once the first hand of a tournament is dealt."""
    if table.options.is_tournament:
        for player_id in table.waiting:
            seats.wait_no_more(db, table.id, player_id)


def absent(table: Table, lineup: Iterable[LineupRow]) -> list[int]:
    """R11.3: the seats of a tournament's next hand whose players are not there, to miss it."""
    if not table.options.is_tournament:
        return []
    return [
        part.seat
        for part in lineup
        if part.seat is not None and table.presence_of(part.player_id) is not Presence.HERE
    ]


def end_hand(
    db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome, now: int
) -> None:
    """After a hand of a tournament: who has nothing left is out; it ends when one is left (R10.3).

    It also ends when no person is left: computer players do not play on alone.
    """
    if table.row.round is not None and table.tournament_id is not None:
        tournaments.look_at(db, table.tournament_id, now)
    _offer_boards(db, table, played, outcome)
    if not table.options.is_tournament:
        return
    fell = fallen(played, outcome)
    for player_id, out in fell.items():
        outs.add(db, table.id, player_id, out)
    if table.tournament_id is not None:
        _end_at_one_of_several(db, table.tournament_id, table.id, fell, now)
        return
    # Read anew: what followed from the hand before this may have closed the table.
    row = tables.get(db, table.id)
    if row is None or row.state is State.CLOSED:
        return
    seated = [seat.player_id for seat in seats.of_table(db, table.id)]
    staying = [player_id for player_id in seated if player_id not in fell]
    persons = [each for each in staying if not table.people[each].is_computer]
    if len(staying) < 2 or not persons:
        tables.close(db, table.id, now, STACKS)
        return
    for player_id in fell.keys() & set(seated):
        presence.vacate(db, loaded(db, table.id), player_id, now)


def fallen(played: PlayedHand, outcome: HandOutcome) -> dict[int, Elimination]:
    """Player id -> how they fell, of those who have lost their stack in a hand."""
    before = [part.can_lose or 0 for part in played.acting]
    after = stacks_after(before, outcome.transfers)
    return {
        part.player_id: Elimination(played.row.number, stack)
        for part, stack, left in zip(played.acting, before, after, strict=True)
        if not left
    }


def _offer_boards(db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome) -> None:
    """Keep the best board of a hand of a tournament, if it is the best of its table."""
    for row in boards_of(table, played, outcome):
        best_boards.offer(db, row)


def boards_of(table: Table, played: PlayedHand, outcome: HandOutcome) -> list[BestRow]:
    """The whole boards of a hand that are no foul, if its table is of a tournament; else none."""
    if not (table.options.is_tournament or table.tournament_id is not None):
        return []
    points = [0] * len(played.acting)
    for transfer in outcome.transfers:
        points[transfer.a] += transfer.points
        points[transfer.b] -= transfer.points
    number = played.row.number
    return [
        BestRow(table.id, number, part.player_id, str(result.board), *result.royalties, won)
        for part, result, won in zip(played.acting, outcome.score.results, points, strict=True)
        if len(result.board.cards) == BOARD_SIZE and result.is_valid
    ]


def _end_at_one_of_several(
    db: Connection, tournament_id: int, table_id: int, fallen: Mapping[int, Elimination], now: int
) -> None:
    """Free the seats of those who fell, and have the tournament looked at."""
    for player_id, out in fallen.items():
        tournaments.set_out(db, tournament_id, player_id, out)
        seats.stand_up(db, table_id, player_id)
    tournaments.look_at(db, tournament_id, now)


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
