"""Challenges' rows: one between two at a time, what is due of them, what ends them."""

import sqlite3

from bot.store import challenges, due, personal_data, privacy, rounds
from bot.store.challenges import Challenge, ChallengeState, NewChallenge
from bot.store.due import Due, DueKind
from bot.store.rounds import Mode
from tests.store.rows import add_players

GUILD, ENDS = 7, 900


def called(db: sqlite3.Connection, player: int, rival: int) -> Challenge:
    deal = rounds.commit_to(db, Mode.CHALLENGE, bytes(32), now=1)
    call = NewChallenge(deal.id, GUILD, 70, "de", player, rival, ENDS)
    return challenges.make(db, call, now=5)


def test_it_is_told_at_once_then_when_it_ends_and_then_no_more(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    challenge = called(db, ann, bob)
    assert due.first(db, 5) == Due(DueKind.CHALLENGE, 5, challenge.id)
    due.put_off(db, Due(DueKind.CHALLENGE, 5, challenge.id), 65)
    assert due.earliest(db) == 65
    challenges.called(db, challenge, 123)
    assert due.earliest(db) == ENDS
    challenges.end(db, challenge.id, ChallengeState.PLAYED, now=50)
    assert due.earliest(db) == 50
    challenges.end(db, challenge.id, ChallengeState.LATE, now=60)
    challenges.mark_told(db, challenge.id)
    assert due.earliest(db) is None
    found = challenges.get(db, challenge.id)
    assert found is not None
    assert (found.state, found.message_id) == (ChallengeState.PLAYED, 123), "it ends once"


def test_one_that_ended_while_it_was_called_is_still_to_be_told(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    challenge = called(db, ann, bob)
    challenges.end(db, challenge.id, ChallengeState.GONE, now=8)
    challenges.called(db, challenge, 123)
    assert due.earliest(db) == 8


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
    assert due.first(db, 5) == Due(DueKind.CHALLENGE, 0, theirs.id)
    assert len(personal_data.everything_about(db, ann)["challenges"]) == 2
