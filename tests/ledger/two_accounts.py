"""A ledger in which one person has played with two accounts."""

from random import Random

from bot.store import players
from bot.store.engine import Connection
from bot.store.ledger import journal, seasons
from bot.store.players import Person
from bot.values.ledger_records import DAY
from tests.ledger.played import GUILD, book_played

NEW, OLD, MIA, BOB = range(100, 104)


def play_with_two_accounts(db: Connection, seed: int = 1) -> None:
    """Hands of two accounts that never meet, in two seasons, some corrected, some after."""
    random = Random(seed)
    people = [Person(user, f"P{user}", f"p{user}", "de") for user in (MIA, OLD, BOB, NEW)]
    mia, old, bob, new = (players.remember(db, each).id for each in people)
    number = 0
    for _season in range(2):
        seasons.start(db, GUILD, "Winter", now=DAY)
        for one in (old, new, old, new):
            number += 1
            line = [one, *random.sample([mia, bob], random.randint(1, 2))]
            random.shuffle(line)
            book_played(db, "us2012", line, random, number)
        journal.correct(
            db, hand_numbered(db, number - 3), is_void=True, reason="misdeal", now=20 * DAY
        )
        season = seasons.running(db, GUILD)
        assert season is not None
        seasons.end(db, season, now=20 * DAY)
        journal.correct(
            db, hand_numbered(db, number - 1), is_void=True, reason="misdeal", now=21 * DAY
        )
        journal.correct(
            db, hand_numbered(db, number - 3), is_void=False, reason="dealt well", now=21 * DAY
        )
    book_played(db, "us2012", [old, mia], random, number + 1)


def hand_numbered(db: Connection, number: int) -> int:
    return db.execute("SELECT hand_id FROM bookings WHERE number = ?", (number,)).fetchone()[0]
