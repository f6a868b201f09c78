"""The message to the host of a tournament that has waited for them so long that it ends soon."""

from bot.game.tournaments.floors import waits_until
from bot.game.tournaments.several_tables import TOLD_BEFORE
from bot.screens.tournaments.tournament_words import waiting_screen
from bot.store import players
from bot.store.engine import Connection
from bot.store.messages import MessageRow
from bot.store.tournaments import tournaments
from bot.surfaces.kept_messages import InWords, Words
from bot.texts import texts_for


class WaitingTournament(InWords):
    """Tells them in the tournament's channel, some days before."""

    def contents(self, db: Connection, row: MessageRow, now: int) -> Words | None:
        """The message; None if it goes on, or somebody has joined since."""
        found = tournaments.get(db, row.about)
        until = None if found is None or found.is_over else waits_until(db, found)
        if found is None or until is None or now < until - TOLD_BEFORE:
            return None
        host = players.get(db, found.host_id)
        screen = waiting_screen(
            found.id,
            host.user_id,
            until,
            texts_for(found.locale),
            is_paused=found.paused_at is not None,
            is_quiet=host.preferences.calls == "none" or host.is_quiet(now),
        )
        return Words(channel_id=found.channel_id, is_last=True, screen=screen)
