"""What two people are told of a challenge, and whom it notifies."""

from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from bot.challenges.screens import (
    ChallengePage,
    ChallengePair,
    Side,
    call_screen,
    over_screen,
    result_screen,
    unplayed_screen,
)
from bot.screens.components import InWords
from bot.store.challenges import Challenge, ChallengeState
from bot.texts import ENGLISH
from tests.desk.words import told

ANN, BOB = 1, 2
PICTURES: Final = (InWords("Ann's board"), InWords("Bob's board"))


def side(player_id: int, points: int | None, ended_at: int = 10, given: float = 0.0) -> Side:
    """Somebody who has placed all cards, or none of them without points."""
    name = {ANN: "Ann", BOB: "Bob"}[player_id]
    player: Any = SimpleNamespace(id=player_id, user_id=100 + player_id, name=name)
    attempt = SimpleNamespace(
        points=points, is_over=points is not None, ended_at=ended_at, given_away=given
    )
    return Side(player, None if points is None else cast("Any", SimpleNamespace(attempt=attempt)))


def pair(one: Side, other: Side, state: ChallengeState = ChallengeState.PLAYED) -> ChallengePair:
    challenge = Challenge(1, 1, 1, "en-US", ANN, BOB, 1_800_000_000, id=7, state=state)
    return ChallengePair(challenge, b"\xc0\xff\xee", (one, other))


@pytest.mark.parametrize(
    ("ann", "bob", "heading", "first"),
    [
        (5, 4, "## Ann beats Bob by 1 point", "Ann"),
        (-5, 4, "## Bob beats Ann by 9 points", "Bob"),
        (4, 4, "## Ann and Bob score the same", "Ann"),
        (-4, -6, "## Ann beats Bob by 2 points", "Ann"),
    ],
)
def test_the_better_one_is_named_and_shown_first(ann: int, bob: int, heading: str, first: str):
    screen = result_screen(pair(side(ANN, ann), side(BOB, bob)), 3, PICTURES, ENGLISH)
    lines = told(screen).splitlines()
    assert lines[0] == heading
    boards = [line for line in lines if line.endswith("board")]
    assert boards[0] == f"{first}'s board"
    assert len(boards) == 2


def test_each_ones_points_stand_with_their_own_board():
    both = pair(side(ANN, -2, given=1.3), side(BOB, 8, given=0.5))
    lines = told(result_screen(both, -3, PICTURES, ENGLISH)).splitlines()
    assert "par −3" in lines[1]
    assert lines[3:7] == [
        "**Bob +8** · gave away 0.5",
        "Bob's board",
        "**Ann −2** · gave away 1.3",
        "Ann's board",
    ]


@pytest.mark.parametrize(("ann", "bob", "waited"), [(10, 20, ANN), (20, 10, BOB)])
def test_whoever_has_waited_for_the_other_is_told(ann: int, bob: int, waited: int):
    both = pair(side(ANN, 0, ended_at=ann), side(BOB, 0, ended_at=bob))
    assert result_screen(both, 0, PICTURES, ENGLISH).pings == (100 + waited,)


def test_whoever_is_challenged_is_called_and_can_play_or_decline():
    screen = call_screen(pair(side(ANN, None), side(BOB, None), ChallengeState.OPEN), ENGLISH)
    assert screen.pings == (102,)
    assert told(screen).startswith("<@102>, Ann challenges you:")
    assert "[Play] [Decline]" in told(screen)
    assert "Deal: c0ffee" in told(screen)


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (ChallengeState.PLAYED, "Ann challenged Bob, and both have played."),
        (ChallengeState.DECLINED, "Bob would rather not play right now."),
        (ChallengeState.RECALLED, "Ann withdrew the challenge."),
        (ChallengeState.LATE, "This challenge is over. Not played in time: Bob."),
        (
            ChallengeState.GONE,
            (
                "This challenge is over: one of you two is no longer here, or I can't write in its "
                "channel any more."
            ),
        ),
    ],
)
def test_the_call_says_what_became_of_it(state: ChallengeState, sentence: str):
    assert told(over_screen(pair(side(ANN, 3), side(BOB, None), state), ENGLISH)) == sentence


def test_whoever_has_played_in_vain_is_told_who_has_not():
    screen = unplayed_screen(pair(side(ANN, None), side(BOB, 3), ChallengeState.LATE), ENGLISH)
    assert screen.pings == (102,)
    assert told(screen).startswith("<@102> This challenge is over. Not played in time: Ann.")
    nobody = unplayed_screen(pair(side(ANN, None), side(BOB, None), ChallengeState.LATE), ENGLISH)
    assert nobody.pings == ()
    assert told(nobody).startswith("This challenge is over. Not played in time: Ann, Bob.")


@pytest.mark.parametrize(("player_id", "title"), [(ANN, "with Bob"), (BOB, "with Ann")])
def test_ones_own_hand_says_whom_it_is_played_against(player_id: int, title: str):
    own, other = side(player_id, None), side(ANN + BOB - player_id, None)
    first, second = sorted((own, other), key=lambda each: each.player.id)
    page = ChallengePage(cast("Any", None), own.player, ENGLISH, pair=pair(first, second))
    assert page.title() == f"Challenge {title}"
