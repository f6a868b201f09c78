"""Fantasyland on the rules screen (R7), also for those who sit at the table."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.texts import Texts, marked
from bot.values.options import UnplayedFantasyland, Visit
from bot.values.phrases import plain
from ofc_engine.duplicate_match import visit_points
from ofc_engine.rule_options import Reveal
from ofc_engine.rulesets import Ruleset

STAYS: Final = {
    "standard": marked(
        "trips in the Front, a full house or better in the Middle, or four of a kind or better "
        "in the Back"
    ),
    "ten_points": marked(
        "trips in the Front, a full house or better in the Middle, four of a kind or better in "
        "the Back, or 10 royalty points in one row"
    ),
    "strict": marked("trips in the Front, or four of a kind or better in the Back"),
}
"""The hands that keep one in Fantasyland, by the choice of the rules (R7.4)."""


def _lost(rules: Ruleset, unplayed: UnplayedFantasyland, _: Texts) -> list[str]:
    """When an earned Fantasyland is not played."""
    if unplayed is UnplayedFantasyland.NEVER:
        return []
    return [
        _("If you leave or sit out, you lose a Fantasyland you've earned."),
        unplayed_line(rules, _)
        if unplayed is UnplayedFantasyland.LAST_COUNTS
        else _("If no hand follows, it's lost."),
    ]


def fantasyland_lines(
    rules: Ruleset,
    visits: Sequence[Visit],
    _: Texts,
    unplayed: UnplayedFantasyland = UnplayedFantasyland.LAST,
) -> list[str]:
    """How to get there, its cards, how to stay; then who at this table gets how many cards."""
    if rules.fantasyland is None:
        return []
    if unplayed is UnplayedFantasyland.ALWAYS_COUNTS:
        earned = (
            _(
                "Kings or better in the Front, or 7-5-4-3-2 in the Middle, without a foul earn "
                "it. It isn't played here."
            )
            if rules.variant.has_low
            else _("Queens or better in the Front without a foul earn it. It isn't played here.")
        )
        return ["## " + _("Fantasyland"), earned]
    choice = rules.choice("stay")
    # A low is never a full house (R13.1).
    stay = STAYS.get("strict" if choice == "standard" and rules.variant.has_low else choice)
    return [
        "## " + _("Fantasyland"),
        _entry(rules, _),
        *_fewer(rules, _),
        _("It's shown when its turn comes.")
        if rules.reveal is Reveal.ON_TURN
        else _("It's set face down and shown at the end."),
        _("It lasts for one hand.") if stay is None else _("You stay with {what}.", what=_(stay)),
        *_lost(rules, unplayed, _),
        _button(rules, _),
        *(f"- {line}" for line in _here(visits, _, may_stay=stay is not None)),
    ]


def _entry(rules: Ruleset, _: Texts) -> str:
    """The hands that earn a visit, and its cards (R7.1, R7.2, R13.1)."""
    if rules.variant.has_low:
        return _(
            "Kings or better in the Front, or 7-5-4-3-2 in the Middle, without a foul: in the next "
            "hand you get all your cards at once, {cards} of them, or {more} for both.",
            cards=rules.visit_cards,
            more=rules.visit_cards + 1,
        )
    return _(
        "Queens or better in the Front without a foul: in the next hand you get all your "
        "cards at once, {cards}.",
        cards=_cards(rules, _),
    )


def unplayed_line(rules: Ruleset, _: Texts) -> str:
    """The fate of a Fantasyland earned in the last hand of a duplicate round (R14.4)."""
    return _(
        "A Fantasyland earned in the last hand of a round isn't played. It counts at once, "
        "points from each opponent: {worth}.",
        worth=visits_worth(rules, _),
    )


def visits_worth(rules: Ruleset, _: Texts) -> str:
    """Points for Fantasylands that are not played, for each number of cards."""
    return ", ".join(
        _("{points} for {cards} cards", points=visit_points(rules, each), cards=each)
        for each in rules.possible_visits
    )


def _cards(rules: Ruleset, _: Texts) -> str:
    cards = rules.fantasyland
    assert cards is not None
    base = rules.visit_cards
    if cards.trips:
        return _(
            "{queens} for queens, {kings} for kings, {aces} for aces and {trips} for trips",
            queens=base,
            kings=base + cards.kings,
            aces=base + cards.aces,
            trips=base + cards.trips,
        )
    return _("{number} of them", number=base)


def _fewer(rules: Ruleset, _: Texts) -> Iterator[str]:
    """That a full table leaves fewer cards (R1.5), and that staying brings no extra ones (R7.2)."""
    cards = rules.fantasyland
    assert cards is not None
    players = rules.variant.most_players
    most = rules.variant.most_cards(players)
    if rules.keeps_visit:
        yield _("If you stay, you get as many cards as before.")
    elif cards.trips:
        yield _("If you stay, you get {cards} again.", cards=rules.visit_cards)
    if most < rules.visit_cards + cards.trips:
        yield _(
            "With {players} players it's {cards}: the deck has no more.",
            players=players,
            cards=most,
        )


def _button(rules: Ruleset, _: Texts) -> str:
    """Tell if the button rests during a visit, and what holds with five (R1.4, R7.6)."""
    moves = rules.button_moves_in_fantasyland
    stays = _("The button stays put while anybody is there.")
    sentence = _("The button moves on.") if moves else stays
    if rules.variant.most_seats == rules.variant.most_players:
        return sentence
    five = _(
        "With {seats} at the table, the player with the button sits out, never twice in a row; "
        "their Fantasyland waits for their next hand.",
        seats=rules.variant.most_seats,
    )
    return f"{sentence} {five}"


def _here(visits: Sequence[Visit], _: Texts, *, may_stay: bool) -> Iterator[str]:
    for visit in visits:
        name = plain(visit.name)
        if visit.earned and visit.sits_out:
            yield _("{name} loses theirs, unless they're back before the next hand.", name=name)
        elif visit.earned:
            yield _("{name} gets {cards} cards in the next hand.", name=name, cards=visit.earned)
        elif visit.are_there and may_stay:
            yield _(
                "{name} is there now, and gets {cards} cards if they stay.",
                name=name,
                cards=visit.next[0],
            )
        elif visit.are_there:
            yield _("{name} is there now.", name=name)
    hoping: dict[tuple[int, int], list[str]] = {}
    for visit in visits:
        if not (visit.earned or visit.are_there):
            hoping.setdefault(visit.next, []).append(plain(visit.name))
    for (least, most), names in hoping.items():
        cards = str(least) if least == most else _("{least} to {most}", least=least, most=most)
        yield _("Cards in Fantasyland for {names}: {cards}.", names=", ".join(names), cards=cards)
