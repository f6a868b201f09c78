"""People who are told of a start in the channel: those without direct messages."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.game.tournaments.starts import scheduled_by
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.tournaments import schedules
from bot.store.tournaments.schedules import StartNotice

_MOST: Final = 50
"""People whom one message names: Discord takes 100 mentions, in 4000 letters."""


@dataclass(frozen=True)
class StartCall:
    """A message in the channel that tells `people` the same; it is `locale` that is spoken there.

    They have one `notice` each in `notices`.
    """

    channel_id: int
    locale: str
    people: tuple[Player, ...]
    notices: tuple[StartNotice, ...]

    @property
    def notice(self) -> StartNotice:
        """The notice that all of them get."""
        return self.notices[0]

    def notifiable(self, now: int) -> tuple[int, ...]:
        """The user ids of those whom it may notify at a moment (Unix seconds)."""
        ids = (each.user_id for each in self.people if not each.is_quiet(now))
        return tuple(user_id for user_id in ids if user_id is not None)


def calls(db: Connection, schedule_id: int) -> tuple[StartCall, ...]:
    """The messages by which the channel is to tell of a start, and whom.

    Who is named together is kept before anything is posted, so that another attempt posts the same
    message. People who are not in any more, or want no calls, are told nothing.
    """
    schedule = schedules.get(db, schedule_id)
    if schedule is None:
        return ()
    found = scheduled_by(db, schedule)
    people = {each.id: each for each in found.persons if each.user_id is not None}
    for notice in schedules.notices(db, schedule_id):
        player = people.get(notice.player_id)
        if player is None or (player.preferences.calls == "none" and notice.called_with is None):
            schedules.mark_told(db, notice)
    _gather(db, schedule_id, people)
    return tuple(
        StartCall(
            found.row.channel_id,
            found.row.locale,
            tuple(people[each.player_id] for each in notices),
            notices,
        )
        for notices in _gathered(db, schedule_id)
    )


def _gather(db: Connection, schedule_id: int, people: dict[int, Player]) -> None:
    """Keep who is named together: all who are to be told the same and take no direct messages."""
    alone = [
        each
        for each in schedules.notices(db, schedule_id)
        if each.called_with is None and not people[each.player_id].takes_dms
    ]
    alone.sort(key=_news)
    for _key, group in groupby(alone, key=_news):
        same = list(group)
        for first in range(0, len(same), _MOST):
            schedules.call_together(db, same[first : first + _MOST])


def _news(notice: StartNotice) -> tuple[str, int, int]:
    return notice.kind, notice.starts_at or 0, notice.added_at


def _gathered(db: Connection, schedule_id: int) -> Iterator[tuple[StartNotice, ...]]:
    called = [each for each in schedules.notices(db, schedule_id) if each.called_with is not None]
    called.sort(key=lambda each: each.called_with or 0)
    for _first, together in groupby(called, key=lambda each: each.called_with):
        yield tuple(together)
