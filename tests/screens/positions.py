"""Positions and drafts for tests of screens."""

from hypothesis import strategies as st

from bot.values.draft import Draft
from engine.tests.hands import games
from ofc_engine.hand import Hand
from ofc_engine.notation import parse_position
from ofc_engine.views import view_for

FIRST_FIVE = "standard ; - / - / - + AsKd7h7c2c ; - / - / -"
PINEAPPLE = "standard ; Qh / TdTc / 8c8d ; - / 2s3s / 4s5s6s + Kh7d3c"
CLASSIC = "german ; 2c / 7h7c / AsKd + 9h ; 2d / 7d / AhKcQc"
FANTASYLAND = "standard ; - / - / - + AsAhKdQsQcJsTs9s9d7h6h5h4c2d FL14 ; - / - / - + 2c3c4d5d6d"

MOST = "progressive ; - / - / - + AsAhKdQsQcJsTs9s9d7h6h5h4c2d2c3c4d FL17 ; - / - / - + 2h3h4s5d6d"


def draft(position: str, seat: int = 0) -> Draft:
    """The untouched draft of a seat."""
    return Draft.fresh(view_for(parse_position(position), seat))


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    """A draft of any street of any hand, after some taps."""
    hands: list[tuple[Hand, int]] = []
    for hand in draw(games(mishaps=False)).positions:
        hands += [(hand, seat) for seat in hand.actors if hand.seats[seat].pending]
    if not hands:
        return draft(FIRST_FIVE)
    hand, seat = draw(st.sampled_from(hands))
    tapped = Draft.fresh(view_for(hand, seat))
    taps = st.tuples(st.integers(0, 17), st.sampled_from("fmbx."))
    for index, letter in draw(st.lists(taps, max_size=25)):
        tapped = tapped.put(index, letter)
    return tapped.arm() if draw(st.booleans()) else tapped
