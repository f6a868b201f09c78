"""What Discord has refused is asked for again after growing pauses, and in all not too often."""

import pytest

from bot.discord_io.requests import Budget, Doing, Refusals
from bot.surfaces.gateway import Limited, NotAllowed, Resting
from tests.discord_io.client import Passing

HOUR = 3600.0


def tried(refusals: Refusals, *, pictured: bool = False, doing: Doing = Doing.POST) -> bool:
    """True if Discord is asked, which refuses everything."""
    try:
        with refusals.noted(70, doing, 9, pictured=pictured):
            raise NotAllowed
    except Resting:
        return False
    except NotAllowed:
        return True


def tried_at(refusals: Refusals, time: Passing, seconds: int, *, words: bool) -> list[int]:
    """The seconds at which Discord is asked, with something to be shown in each second.

    Everything is refused: a picture, and then `words`, if these are.
    """
    found: list[int] = []
    for second in range(seconds):
        found += [second] * tried(refusals, pictured=True)
        found += [second] * (words and tried(refusals))
        time.now += 1
    return found


def test_pauses_grow_however_often_there_is_something_to_show():
    time = Passing()
    found = tried_at(Refusals(time), time, 600, words=True)
    # A picture and words at first, and then words alone: what takes no words takes no pictures.
    assert found == [0, 0, 15, 45, 105, 225, 465]


def test_the_longest_pause_is_an_hour():
    time = Passing()
    found = tried_at(Refusals(time), time, 5 * int(HOUR), words=True)
    assert {later - sooner for sooner, later in zip(found[-3:], found[-2:], strict=False)} == {HOUR}


def test_words_are_taken_where_pictures_are_not():
    time = Passing()
    refusals = Refusals(time)
    assert tried_at(refusals, time, 100, words=False) == [0, 15, 45]
    with refusals.noted(70, Doing.POST, 9, pictured=False):
        pass
    assert not tried(refusals, pictured=True), "that words are taken says nothing of pictures"


def test_one_kind_and_channel_says_nothing_of_others():
    time = Passing()
    refusals = Refusals(time)
    assert tried(refusals)
    assert not tried(refusals)
    assert tried(refusals, doing=Doing.EDIT)
    refusals.verify(71, Doing.POST, pictured=False)


@pytest.mark.parametrize("pictured", [False, True])
def test_what_works_again_is_forgotten(*, pictured: bool):
    time = Passing()
    refusals = Refusals(time)
    assert tried(refusals, pictured=pictured)
    time.now += 20
    with refusals.noted(70, Doing.POST, 9, pictured=pictured):
        pass
    assert tried(refusals, pictured=pictured), "nothing rests"
    time.now += 15
    assert tried(refusals, pictured=pictured), "the first pause is short again"


def test_changed_permissions_end_the_pauses_of_their_server():
    time = Passing()
    refusals = Refusals(time)
    assert tried(refusals)
    assert not refusals.forget(8), "nothing rested there"
    assert not tried(refusals)
    assert refusals.forget(9)
    assert tried(refusals)


def test_after_too_many_refusals_what_nobody_waits_for_waits(caplog: pytest.LogCaptureFixture):
    time = Passing()
    budget = Budget(time, most=3)
    for _refusal in range(2):
        budget.count()
        time.now += 100
    budget.verify()
    budget.count()
    for _look in range(2):
        with pytest.raises(Limited) as limited:
            budget.verify()
        assert limited.value.seconds == 400
    assert caplog.text.count("has refused 3 requests") == 1, "it is told once"
    time.now += 400
    budget.verify()
