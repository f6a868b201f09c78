"""Words for rows, hands and rules."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.ofc.cards import Card
from bot.ofc.options import Scoring
from bot.ofc.ranking import Category, shape, strength
from bot.pictures.fonts import Weight, fitted, shown_name
from bot.pictures.states import Mark, Settled, viewer_of
from bot.players.knowledge import Out
from bot.texts import Texts, marked
from bot.values.phrases import variant_name
from bot.values.scenes import ResultScene, TableScene

_HEADER_NAME: Final = 420
_SHORT_NAME: Final = 200
_ONE: Final = {
    2: marked("two"), 3: marked("three"), 4: marked("four"), 5: marked("five"),
    6: marked("six"), 7: marked("seven"), 8: marked("eight"), 9: marked("nine"),
    10: marked("ten"), 11: marked("jack"), 12: marked("queen"), 13: marked("king"),
    14: marked("ace"),
}  # fmt: skip
_MANY: Final = {
    2: marked("twos"), 3: marked("threes"), 4: marked("fours"), 5: marked("fives"),
    6: marked("sixes"), 7: marked("sevens"), 8: marked("eights"), 9: marked("nines"),
    10: marked("tens"), 11: marked("jacks"), 12: marked("queens"), 13: marked("kings"),
    14: marked("aces"),
}  # fmt: skip
_SUITS: Final = {
    "s": marked("spades"),
    "h": marked("hearts"),
    "d": marked("diamonds"),
    "c": marked("clubs"),
}
_HANDS: Final = {
    Category.HIGH_CARD: marked("{high} high"),
    Category.PAIR: marked("Pair of {many}"),
    Category.TWO_PAIR: marked("Two pair, {many} & {others}"),
    Category.TRIPS: marked("Trips, {many}"),
    Category.STRAIGHT: marked("Straight, {one} high"),
    Category.FLUSH: marked("Flush, {one} high"),
    Category.FULL_HOUSE: marked("Full house, {many}"),
    Category.QUADS: marked("Quads, {many}"),
    Category.STRAIGHT_FLUSH: marked("Straight flush, {one} high"),
    Category.ROYAL_FLUSH: marked("Royal flush"),
}

_CATEGORIES: Final = {
    Category.PAIR: marked("Pair"),
    Category.TWO_PAIR: marked("Two pair"),
    Category.TRIPS: marked("Trips"),
    Category.STRAIGHT: marked("Straight"),
    Category.FLUSH: marked("Flush"),
    Category.FULL_HOUSE: marked("Full house"),
    Category.QUADS: marked("Quads"),
    Category.STRAIGHT_FLUSH: marked("Straight flush"),
    Category.ROYAL_FLUSH: marked("Royal flush"),
}
_MARKS: Final = {
    Mark.FANTASYLAND: marked("FL {cards}"),
    Mark.FOUL: marked("FOUL"),
    Mark.DEAD: marked("DEAD"),
    Mark.GAVE_UP: marked("GAVE UP"),
    Mark.TO_ACT: marked("TO ACT"),
    Mark.SET: marked("set"),
    Mark.AWAY: marked("AWAY"),
}


def suit_name(suit: str, _: Texts) -> str:
    """The suit with that letter, in the plural."""
    return _(_SUITS[suit])


def card_name(card: Card, _: Texts) -> str:
    """A card in words: `queen hearts`, `5 clubs`."""
    rank = _(_ONE[card.rank]) if card.rank > 10 else card.rank
    return _("{rank} {suit}", rank=rank, suit=suit_name(card.suit, _))


def spoken_ranks(cards: Iterable[Card]) -> str:
    """Ranks alone, each one letter or a number."""
    return " ".join("10" if card.rank == 10 else card.rank_letter for card in cards)


def spoken_number(points: int, _: Texts) -> str:
    """Points as one says them: `plus 7`, `minus 14`, `0`."""
    if not points:
        return "0"
    sentence = _("plus {number}") if points > 0 else _("minus {number}")
    return sentence.format(number=abs(points))


def hand_name(cards: Sequence[Card], _: Texts) -> str:
    """The hand of a full row: `Pair of queens`, `Flush, ace high`."""
    category, ranks = shape(strength(cards))
    first, second = ranks[0], ranks[min(1, len(ranks) - 1)]
    one = _(_ONE[first])
    return _(
        _HANDS[category],
        one=one,
        high=one.capitalize(),
        many=_(_MANY[first]),
        others=_(_MANY[second]),
    )


def outs_text(outs: Sequence[Out], _: Texts, between: str = ", ") -> str:
    """What a row can become and how many live cards do it: `Flush: 7 live, Pair: 6`."""
    if not outs:
        return _("no live card makes it better")
    first, *others = outs
    live = _.count(
        "{aim}: {number} live", "{aim}: {number} live", len(first.cards), aim=_aim(first, _)
    )
    return between.join([live, *(f"{_aim(out, _)}: {len(out.cards)}" for out in others)])


def _aim(out: Out, _: Texts) -> str:
    name = _(_CATEGORIES[out.category])
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


def rules_text(scene: ResultScene, _: Texts) -> str:
    """How points were counted, in a few words."""
    text = scoring_text(scene.table.view.rules.scoring, _)
    if scene.stake == 1:
        return text
    return _("{scoring}, points ×{factor}", scoring=text, factor=scene.stake)


def factor_text(pair: Settled, _: Texts) -> str:
    """Why a pair's points are not simply the sum; empty if they are (R9.2, R9.3)."""
    times = [f"×{pair.factor}"] if pair.factor != 1 else []
    return ", ".join([*times, _("limit")] if pair.is_limited else times)


def title(scene: TableScene, _: Texts) -> str:
    """Which hand this is."""
    variant = variant_name(scene.view.rules, _)
    return _("Hand {number} · {variant}", number=scene.number, variant=variant)


def street_text(scene: TableScene, _: Texts) -> str:
    """How far the hand is."""
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
    """For whom everybody waits; a name is cut to the room in a header, if that is limited."""
    waiting = scene.view.waiting_on
    if scene.view.is_finished:
        return _("Hand over")
    if len(waiting) == 1:
        name = shown_name(scene.players[waiting[0]])
        if room is not None:
            name, _size = fitted(name, room, Weight.SEMIBOLD, (36,))
        return _("{name} to act", name=name)
    return _("{number} to act", number=len(waiting)) if waiting else ""


def private_title(scene: TableScene, _: Texts, room: int | None = _SHORT_NAME) -> str:
    """What the viewer is to do now, or for whom they wait; a name is cut to the room, if any."""
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
    """The few letters that stand for a mark."""
    return _(_MARKS[mark], cards=visit)
