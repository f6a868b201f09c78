"""What the announcement of a tournament shows, and when it has to be edited."""

import hashlib

from bot.game.floors import Event
from bot.screens.announcement import Announcement, Group, Seated
from bot.store import tournaments
from bot.store.engine import Connection


def version_of(found: Event) -> str:
    """What an announcement shows, in short: another version is an edit."""
    row = found.row
    seated = [
        (table.row.room, table.row.channel_id, [seat.player_id for seat in table.seats])
        for table in found.tables
    ]
    facts = (
        row.state,
        row.is_won,
        row.round,
        row.paused_at is not None,
        sorted((each.player_id, each.out) for each in found.entrants if each.out is None),
        [each.player_id for each in found.entrants],
        found.stacks if row.is_over else sorted(found.stacks),
        seated,
        row.host_id,
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def announcement(found: Event) -> Announcement:
    """All that an announcement says."""
    row, stacks = found.row, found.stacks
    groups = tuple(
        Group(
            table.row.room or 0,
            table.row.channel_id,
            tuple(
                Seated(found.people[seat.player_id].name, stacks.get(seat.player_id, 0))
                for seat in table.seats
                if seat.player_id in found.people
            ),
        )
        for table in found.tables
    )
    entrants = [found.people[each.player_id] for each in found.entrants]
    return Announcement(
        tournament=row.id,
        form=row.format,
        options=row.options,
        host=found.people[row.host_id].name,
        stage=row.state,
        is_won=row.is_won,
        round=row.round,
        is_paused=row.paused_at is not None,
        names=tuple(each.name for each in entrants),
        computers=sum(each.is_computer for each in entrants),
        left=len(stacks),
        groups=groups,
        standing=tuple(found.standing()),
    )


def to_do(db: Connection, found: Event) -> tuple[bool, tournaments.Room | None]:
    """Whether an announcement has to be shown, and the first thread that has to be made."""
    row = found.row
    rooms = tournaments.rooms(db, row.id) if row.state is tournaments.Stage.SEATING else ()
    missing = next((each for each in rooms if each.thread_id is None), None)
    return row.version != row.painted, missing
