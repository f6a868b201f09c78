"""The contents of a table's screens besides its pictures."""

from collections.abc import Mapping

from bot.game.advising import decided_for
from bot.game.clock import runs_from
from bot.game.played import PlayedHand
from bot.game.readiness import following
from bot.game.results import result_scene
from bot.game.spectators import shows_all_cards
from bot.game.table import Table
from bot.screens.board_screen import Announced
from bot.screens.ledger.lists import reached
from bot.screens.match_lines import DealNote, MatchNote
from bot.screens.private_screen import OwnView, reminder_line
from bot.screens.result_screen import FinishedHandView, ResultNote
from bot.screens.thread_screens import AllCards
from bot.store.hands import HandRow
from bot.store.tables import State
from bot.texts import Texts, texts_for
from bot.values.open_tables import NextHand
from bot.values.phrases import message_url
from bot.values.scenes import Presence
from ofc_engine.deal import NO_SEED
from ofc_engine.duplicate_match import Match
from ofc_engine.operations import Placed, parse_operation
from ofc_engine.origin import Origin
from ofc_engine.proof import Proof


def latest_hand(table: Table) -> PlayedHand:
    """The hand that a table plays or played last; there is one where its screens are made."""
    assert table.played is not None
    return table.played


def own_part(table: Table, player_id: int) -> OwnView:
    """A player's own screen besides its picture and their draft."""
    played, _ = latest_hand(table), texts_for(table.people[player_id].locale)
    end = None if played.is_running else ended(table, player_id, _)
    return OwnView(
        table.scene(player_id),
        table.channel_id,
        surrender=_surrender_cost(played, player_id),
        until=table.deadlines.get(player_id),
        reminder=reminder_words(table, player_id, _),
        in_channel=not table.people[player_id].takes_dms,
        presence=table.presence_of(player_id),
        placed_for=decided_for(table, player_id),
        deal=None if played.is_running else announced(table, is_open=False),
        has_hints=table.has_hints(player_id),
        ended=end,
        aloud=table.people[player_id].preferences.read_aloud,
        group=table.mode.group(table),
        bank=runs_from(table, player_id),
        seen=played.row.seen,
    )


def ended(table: Table, player_id: int, _: Texts) -> FinishedHandView:
    """The end of the table's hand for one of its players."""
    next_hand = following(table) if table.may_be_ready(player_id) else None
    note = result_note(table, _, next_hand=next_hand)
    return FinishedHandView(result_scene(table), note, is_past=table.is_past)


def result_note(table: Table, _: Texts, *, next_hand: NextHand | None) -> ResultNote:
    """The note on the table's finished hand, wherever its result is shown."""
    return ResultNote(
        next_hand=next_hand,
        news=tuple(reached(feat, _) for feat in table.extras.feats),
        void=table.voids.get(latest_hand(table).row.number),
        late=late(table),
        skills=tuple((table.people[each.player_id].name, each) for each in table.extras.skills),
        match=match_note(table),
    )


def match_note(table: Table) -> MatchNote | None:
    """How a duplicate match stands, and the deal of the hand that its table is loaded with."""
    match, played = table.match, table.played
    if match is None:
        return None
    number = 0 if played is None else played.row.number
    deals = [_deal_note(table, match, deal) for deal in match.deals]
    return MatchNote(
        match.plan.deals,
        len(match.over),
        _ranked(table, match.standing),
        table.is_covered,
        next((each for each in deals if number in each.hands), None),
        deals,
        match.seen,
    )


def _deal_note(table: Table, match: Match, deal: int) -> DealNote:
    plays = match.of(deal)
    first = [(table.people[play.players[0]].name, play.points[0]) for play in plays]
    ahead = _ranked(table, match.result(deal))
    return DealNote(deal, [p.number for p in plays], first, ahead, counts=match.counts(deal))


def _ranked(table: Table, points: Mapping[int, int]) -> list[tuple[str, int]]:
    best = sorted(points.items(), key=lambda item: -item[1])
    return [(table.people[player].name, won) for player, won in best]


def dealt(table: Table) -> Announced:
    """The deal of the hand that a table plays."""
    played = latest_hand(table)
    row = played.row
    watching = [part for part in played.lineup if part.seat is None]
    of_all = table.mode.commitment_to_all(table)
    if of_all is not None and (played.is_running or table.is_covered):
        # Nobody may know which deal comes again before it is over (R14.6).
        return Announced(row.number, of_all, of_all=True)
    if row.by_seat:  # all deals of the tournament have the same, which it lists itself
        return Announced(row.number, row.commitment)
    names = [table.people[part.player_id].name for part in (*played.acting, *watching)]
    seeds = [(name, s) for name, s in zip(names, row.seeds, strict=False) if s != NO_SEED]
    joined = "" if row.joined == NO_SEED else row.joined
    return Announced(row.number, row.commitment, seeds, joined, shown_at=_shown_at(table, row))


def _shown_at(table: Table, row: HandRow) -> str | None:
    """The address of the message that showed the deal of a table's hand, as `Announced` has it."""
    if row.message is None:
        return None
    if not row.message.isdecimal():
        return ""
    floor, channel_id = table.extras.floor, table.row.channel_id
    if floor is not None and row.number == table.row.first_hand:
        channel_id = floor.channel_id  # that of the table itself, above its thread
    return message_url(table.row.guild_id, channel_id, int(row.message))


def announced(table: Table, *, is_open: bool) -> Announced | None:
    """The deal of a table's next hand, if there is to be one."""
    deal = table.next_deal
    if deal is None or (table.state is State.CLOSED and not table.is_past):
        return None
    seeds = [(table.people[player].name, seed.text) for player, seed in deal.seeds.items()]
    of_all = table.mode.commitment_to_all(table)
    if of_all is not None and table.played is not None:
        return None  # nobody adds to the deals of a match that has begun
    return Announced(
        deal.number,
        of_all or deal.commitment,
        seeds,
        is_open=is_open,
        of_all=of_all is not None,
        anew=deal.anew,
    )


def late(table: Table) -> tuple[str, ...]:
    """The names of those at the table for whom the bot placed last, as their time ran out.

    None with a past hand: below an older result they would change with who is there now.
    """
    played = latest_hand(table)
    if table.is_past or (table.state is State.CLOSED and not played.is_running):
        return ()
    # Those who sit out after this hand still decide in it themselves.
    there = {Presence.HERE, Presence.OUT} if played.is_running else {Presence.HERE}
    seated = {seat.player_id for seat in table.seats if seat.presence in there}
    return tuple(
        table.people[part.player_id].name
        for part in played.acting
        if part.player_id in seated and decided_for(table, part.player_id)
    )


def all_cards(table: Table) -> tuple[AllCards, ...]:
    """Every card of the table's hand, if those who follow it are shown them all."""
    if not shows_all_cards(table):
        return ()
    played = latest_hand(table)
    done = [each for each in map(parse_operation, played.log) if isinstance(each, Placed)]
    return tuple(
        AllCards(
            table.people[part.player_id].name,
            [each.placement for each in done if each.seat == number],
            played.hand.seats[number].pending,
        )
        for number, part in enumerate(played.acting)
    )


def _surrender_cost(played: PlayedHand, player_id: int) -> int:
    seat = played.seat_of(player_id)
    can = played.is_running and seat is not None and played.hand.can_surrender(seat)
    return played.hand.rules.surrender if can else 0


def waiting_names(table: Table) -> tuple[str, ...]:
    """The names of those who wait for a seat."""
    return tuple(table.people[player_id].name for player_id in table.waiting)


def reminded_at(table: Table, player_id: int) -> int:
    """When a player was last reminded of their decision (Unix seconds), 0 if they were not."""
    reminder = table.reminder_of(player_id)
    return 0 if reminder is None else reminder.given_at


def reminder_words(table: Table, player_id: int, _: Texts) -> str:
    """The reminder on a player's own screen, a sentence; empty if there is none."""
    reminder = table.reminder_of(player_id)
    if reminder is None:
        return ""
    caller = None if reminder.caller_id is None else table.people.get(reminder.caller_id)
    name = "" if caller is None else caller.name
    kills = table.rules.time_out_kills and not table.ends_hand(table.deadlines.get(player_id, 0))
    return reminder_line(reminder.kind, name, table.row.closes_at, _, kills=kills)


def proof_of(played: PlayedHand, origin: Origin | None = None) -> Proof:
    """The proof of a hand that is over; `origin` is what all deals of its tournament come from."""
    log = map(parse_operation, played.log)
    return Proof.of(played.hand, log, played.row.deal, played.row.commitment, origin)
