"""Challenges' rows: one between two at a time, what is due of them, what ends them."""

import sqlite3

from bot.store import challenges, due, privacy, solo_deals
from bot.store.challenges import Challenge, ChallengeState, NewChallenge
from bot.store.due import Due, DueKind
from bot.store.solo_deals import SoloMode
from tests.store.rows import add_players, everything_about

GUILD, ENDS = 7, 900


def called(db: sqlite3.Connection, player: int, rival: int) -> Challenge:
    deal = solo_deals.commit_to(db, SoloMode.CHALLENGE, bytes(32), now=1)
    call = NewChallenge(deal.id, GUILD, 70, "de", player, rival, ENDS)
    return challenges.make(db, call)


def kinds_due(db: sqlite3.Connection, at: int) -> list[tuple[str, int]]:
    rows = db.execute("SELECT kind, about FROM messages WHERE due_at = ? ORDER BY id", (at,))
    return [(row["kind"], row["about"]) for row in rows]


def test_it_ends_once_by_itself_or_before_and_both_messages_are_then_due(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    challenge = called(db, ann, bob)
    assert due.first(db, 5) == Due(DueKind.CHALLENGE, ENDS, challenge.id)
    challenges.end(db, challenge.id, ChallengeState.PLAYED, now=50)
    assert kinds_due(db, 50) == [("call", challenge.id), ("result", challenge.id)]
    challenges.end(db, challenge.id, ChallengeState.LATE, now=60)
    assert kinds_due(db, 60) == []
    found = challenges.get(db, challenge.id)
    assert found is not None
    assert found.state is ChallengeState.PLAYED, "it ends once"
    assert due.first(db, 55) == Due(DueKind.MESSAGE, 50, 1), "it does not end by itself any more"


def test_two_have_one_open_challenge_in_a_server_whoever_made_it(db: sqlite3.Connection):
    ann, bob, mia = add_players(db, 3)
    challenge = called(db, ann, bob)
    assert challenges.open_between(db, GUILD, ann, bob)
    assert challenges.open_between(db, GUILD, bob, ann)
    assert challenges.open_between(db, GUILD, ann, mia) is None
    assert challenges.open_between(db, 8, ann, bob) is None
    challenges.end(db, challenge.id, ChallengeState.DECLINED, now=9)
    assert not challenges.open_between(db, GUILD, ann, bob)


def test_who_is_forgotten_ends_their_open_ones_at_once(db: sqlite3.Connection):
    ann, bob, mia = add_players(db, 3)
    theirs, others = called(db, ann, bob), called(db, ann, mia)
    privacy.forget(db, bob)
    states = [found.state for c in (theirs, others) if (found := challenges.get(db, c.id))]
    assert states == [ChallengeState.GONE, ChallengeState.OPEN]
    assert kinds_due(db, 0) == [("call", theirs.id), ("result", theirs.id)]
    assert len(everything_about(db, ann)["challenges"]) == 2
