"""Rounds: somebody at a day's deal, as it is kept."""

from dataclasses import dataclass, replace

from bot.daily.dealing import Play
from bot.ofc.draft import Draft
from bot.store import daily
from bot.store.daily import Attempt, DailyDeal
from bot.store.engine import Connection


@dataclass(frozen=True)
class Round:
    """Somebody at a day's deal."""

    deal: DailyDeal
    attempt: Attempt

    @property
    def play(self) -> Play:
        """The hand as far as it has come."""
        return Play(self.deal.secret, self.attempt.log)

    @property
    def draft(self) -> Draft:
        """What is laid out of the cards to place."""
        fresh, own = Draft.fresh(self.play.view), self.attempt
        if len(own.layout) != len(fresh.cards):
            return fresh
        return replace(fresh, layout=own.layout, armed=own.armed)

    def after(self, play: Play, now: int) -> "Round":
        """The round with what has been placed, and its points if that was the end."""
        attempt = replace(self.attempt, log=play.log, layout="", armed=False)
        if play.waits_for is None:
            attempt = replace(attempt, points=play.outcome.points, ended_at=now)
        return replace(self, attempt=attempt)

    def read_again(self, db: Connection) -> "Round":
        """The round as it is kept now."""
        own = self.attempt
        deal = daily.deal_of(db, own.day)
        attempt = daily.find(db, own.player_id, own.day, practice=own.practice)
        return Round(deal or self.deal, attempt or own)
