"""Presses and screens of a deal that somebody plays on their own."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens.card_buttons import CardButtons, street_parts
from bot.screens.components import Component, Faces, PictureOrWords, Screen, button, text
from bot.screens.press import Press
from bot.solo.solo_game import SoloGame
from bot.solo.solo_hand import FANTASYLAND, Outcome
from bot.texts import Texts
from bot.values.draft import Draft
from bot.values.phrases import signed
from bot.values.spots import DealSpot


@dataclass(frozen=True)
class DealPress(Press):
    """A press on the message in which somebody plays a deal on their own."""

    spot: DealSpot


class ShowDealProof(DealPress, code="rproof"):
    """See the proof of the deal, once it may be known."""


class MoreOfDeal(DealPress, code="dealmore"):
    """See part by part what one's decisions cost, once the deal is played."""


def placing_screen(
    at: SoloGame,
    draft: Draft,
    title: str,
    terms: Sequence[str],
    picture: PictureOrWords,
    faces: Faces,
    _: Texts,
    *,
    more: Sequence[Component] = (),
    aloud: bool,
) -> Screen:
    """The cards to place, below what is played and what is to be known of it.

    `more` are further buttons.
    """
    lines = [heading(at, title, _), *(f"-# {line}" for line in terms)]
    proof = [proof_button(at.spot, _)] if terms else []
    parts = street_parts(draft, CardButtons(at.spot, faces), _, [*more, *proof], aloud=aloud)
    return Screen((text("\n".join(lines)), picture.component, *parts), picture.pictures)


def heading(at: SoloGame, title: str, _: Texts) -> str:
    """The heading of cards to place: what is played, and which street."""
    terms = at.terms
    streets = len(terms.rules.variant.streets)
    street = _("street {street} of {streets}", street=at.play.street + 1, streets=streets)
    return f"### {title}: {_('Fantasyland') if terms.visits[terms.own] else street}"


def deal_line(commitment: str, _: Texts) -> str:
    """To which secret the deal is committed: in hexadecimal digits, all of them or the first."""
    return _("Deal: {commitment}", commitment=commitment)


def proof_button(spot: DealSpot, _: Texts) -> Component:
    """Shows the proof of a deal, and until that can be told its whole commitment."""
    return button(ShowDealProof(spot), _("Deal proof"))


def fantasyland_line(_: Texts) -> str:
    """The line that says that Fantasyland is not played here, and what earning it counts."""
    return _(
        "You don't play Fantasyland here; reaching it is worth {points} points.", points=FANTASYLAND
    )


def result_lines(outcome: Outcome, title: str, _: Texts) -> list[str]:
    """The result of a hand for whoever has played it."""
    score = _("you score {points}", points=signed(outcome.points))
    lines = [f"### {title}: {score}"]
    if outcome.visits:
        lines.append(
            "-# "
            + _(
                "{points} on the boards, {visits} for Fantasyland",
                points=signed(outcome.settled),
                visits=signed(outcome.visits),
            )
        )
    return lines
