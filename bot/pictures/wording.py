"""Words for outs, rules and titles; names and texts that are spoken, cut to fit."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.pictures.card_tiles import rank_text
from bot.pictures.fonts import Weight, fitted, shown_name
from bot.pictures.states import Mark, Settled, viewer_of
from bot.texts import Texts, marked
from bot.values.phrases import CATEGORIES, card_name, suit_name, variant_name
from bot.values.scenes import ScenePlayer, TableScene
from ofc_engine.cards import SHOWN_SUITS, Card
from ofc_engine.players.knowledge import Out
from ofc_engine.rule_options import Scoring

LIMIT: Final = 1000
"""The longest text, in letters as Discord counts them; it takes 1,024."""
LONGEST_NAME: Final = 32
_HEADER_NAME: Final = 420
_SHORT_NAME: Final = 200
_MARKS: Final = {
    Mark.FANTASYLAND: marked("FL {cards}"),
    Mark.FOUL: marked("FOUL"),
    Mark.DEAD: marked("DEAD"),
    Mark.GAVE_UP: marked("GAVE UP"),
    Mark.MISSED: marked("MISSED"),
    Mark.TO_ACT: marked("TO ACT"),
    Mark.SET: marked("set"),
    Mark.AWAY: marked("AWAY"),
}


def spoken_ranks(cards: Iterable[Card]) -> str:
    """Only the ranks, each a letter or a number."""
    return " ".join(map(rank_text, cards))


def outs_text(outs: Sequence[Out], _: Texts, between: str = ", ") -> str:
    """The outs of a row with their numbers of live cards: `Flush: 7 live, Pair: 6`."""
    if not outs:
        return _("no remaining card improves it")
    first, *others = outs
    live = _.count(
        "{aim}: {number} live", "{aim}: {number} live", len(first.cards), aim=_aim(first, _)
    )
    return between.join([live, *(short_out(out, _) for out in others)])


def short_out(out: Out, _: Texts) -> str:
    """One of the outs of a row in few letters: `Pair: 6`."""
    return f"{_aim(out, _)}: {len(out.cards)}"


def _aim(out: Out, _: Texts) -> str:
    name = _(CATEGORIES[out.category])
    return name if out.needs == 1 else _("{aim}, {number} to go", aim=name, number=out.needs)


def scoring_text(scoring: Scoring, _: Texts) -> str:
    """How a pair settles its rows (R4.1-R4.3)."""
    row = _.count("{number} point a row", "{number} points a row", scoring.row)
    if scoring.scoop:
        return _("{row}, scoop +{scoop}", row=row, scoop=scoring.scoop)
    if scoring.majority:
        return _("{row}, two rows +{bonus}", row=row, bonus=scoring.majority)
    return row


def bonus_name(scoring: Scoring, _: Texts) -> str:
    """The name of the bonus beyond single rows: scoop or majority (R4.2, R4.3)."""
    return _("Majority") if scoring.majority else _("Scoop")


def factor_text(pair: Settled, _: Texts) -> str:
    """Why a pair's points are not simply the sum; empty if they are (R9.2, R9.3)."""
    times = [f"×{pair.factor}"] if pair.factor != 1 else []
    return ", ".join([*times, _("limit")] if pair.is_limited else times)


def title(scene: TableScene, _: Texts) -> str:
    """Which hand this is."""
    variant = variant_name(scene.view.rules, _)
    return _("Hand {number} · {variant}", number=scene.number, variant=variant)


def street_text(scene: TableScene, _: Texts) -> str:
    """The street of the hand, or the phase that it is in."""
    view = scene.view
    if all(seat.fantasyland for seat in view.seats):
        return _("Fantasyland for all")
    if view.rules.variant.closed:
        return _("13 cards face down")
    waiting = [view.seats[seat] for seat in view.waiting_on]
    if waiting and all(seat.fantasyland and seat.face_down for seat in waiting):
        return _("Waiting for Fantasyland")
    return _("Street {street} of {streets}", street=view.street, streets=view.streets)


def turn_text(scene: TableScene, _: Texts, room: int | None = _HEADER_NAME) -> str:
    """Who is to act; a name is cut to `room` pixels of the header, if that is given."""
    waiting = scene.view.waiting_on
    if scene.view.is_finished:
        return _("Hand finished")
    if len(waiting) == 1:
        name = shown_name(scene.players[waiting[0]])
        if room is not None:
            name, _size = fitted(name, room, Weight.SEMIBOLD, (36,))
        return _("{name} to act", name=name)
    return _("{number} to act", number=len(waiting)) if waiting else ""


def private_title(scene: TableScene, _: Texts, room: int | None = _SHORT_NAME) -> str:
    """The viewer's next task, or who is to act; a name is cut to `room` pixels, if given."""
    view = scene.view
    own = view.seats[viewer_of(scene)]
    count = len(own.pending)
    if not count:
        return turn_text(scene, _, room and max(room, _HEADER_NAME))
    if own.fantasyland:
        return _fantasyland_title(count, view.to_discard, _)
    if view.rules.variant.closed:
        return _("Place all {number} cards", number=count)
    street = street_text(scene, _)
    if view.viewer not in view.actors:
        return _("{street}: {turn}", street=street, turn=turn_text(scene, _, room))
    if view.to_discard:
        return _(
            "{street}: place {place}, discard {discard}",
            street=street,
            place=count - view.to_discard,
            discard=view.to_discard,
        )
    return _.count(
        "{street}: place {number} card", "{street}: place {number} cards", count, street=street
    )


def _fantasyland_title(count: int, discard: int, _: Texts) -> str:
    if discard:
        return _("Fantasyland: {cards} cards, discard {discard}", cards=count, discard=discard)
    return _("Fantasyland: {cards} cards, keep all {cards}", cards=count)


def privacy_text(_: Texts) -> str:
    """The note on every picture that only its owner gets."""
    return _("Only you can see this")


def mark_text(mark: Mark, visit: int, _: Texts) -> str:
    """The short word for a mark."""
    return _(_MARKS[mark], cards=visit)


def by_suit(cards: Iterable[Card], _: Texts) -> str:
    """Many cards in short: each suit with its ranks from high to low, then the jokers."""
    ranks: dict[str, list[Card]] = {suit: [] for suit in SHOWN_SUITS}
    jokers: list[str] = []
    for card in cards:
        if card.is_joker:
            jokers.append(card_name(card, _))
        else:
            ranks[card.suit].append(card)
    suits = (
        f"{suit_name(suit, _)} {spoken_ranks(reversed(held))}"
        for suit, held in ranks.items()
        if held
    )
    return "; ".join([*suits, *jokers])


def spoken_name(player: ScenePlayer, longest: int = LONGEST_NAME) -> str:
    """Somebody's name in one line, or their handle if they have none."""
    return (" ".join(player.name_without_mark.split()) or player.handle)[:longest].rstrip()


def cut(text: str) -> str:
    """The text, or as much of it as Discord takes."""
    while length(text) > LIMIT:
        text = text[: LIMIT - length(text) - 1].rstrip() + "…"
    return text


def length(text: str) -> int:
    """Letters as Discord counts them, in UTF-16."""
    return len(text.encode("utf-16-le")) // 2
