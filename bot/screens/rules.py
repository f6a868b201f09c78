"""How to play, how this table scores, and what differs from its preset."""

from collections.abc import Iterator
from typing import Final

from bot.ofc.options import DealMode, Reveal
from bot.ofc.ranking import Category
from bot.ofc.rulesets import Ruleset
from bot.screens.closing import Terms, terms_lines
from bot.screens.components import Screen, separator, text
from bot.screens.pace import pace_lines, reminders_line
from bot.texts import Texts, marked
from bot.values.house_rules import changes_in_words, preset_name, source_of
from bot.values.options import TableOptions
from bot.values.phrases import variant_name

_CATEGORIES: Final = {
    Category.TRIPS: marked("trips"),
    Category.STRAIGHT: marked("straight"),
    Category.FLUSH: marked("flush"),
    Category.FULL_HOUSE: marked("full house"),
    Category.QUADS: marked("four of a kind"),
    Category.STRAIGHT_FLUSH: marked("straight flush"),
    Category.ROYAL_FLUSH: marked("royal flush"),
}
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
"""What keeps one in Fantasyland, by the choice of the rules (R7.4)."""


def rules_screen(terms: Terms, _: Texts) -> Screen:
    """Everything about a table's rules in one message."""
    rules = terms.options.rules
    told = terms_lines(terms, _)
    match = ["## " + _("The match"), *told] if told else []
    parts = [
        _how_to_play(rules, _),
        _scoring(rules, terms.options.stake, _),
        _fantasyland(rules, _),
        _pace(terms.options, _),
        _absence(rules, _),
        match,
    ]
    components = [text("\n".join(part)) for part in parts if part]
    return Screen((*components, separator(), text(_origin(rules, _))))


def _pace(options: TableOptions, _: Texts) -> list[str]:
    lines = pace_lines(options, options.seats, _)
    return ["## " + _("Pace"), *lines, reminders_line(options, _)]


def _how_to_play(rules: Ruleset, _: Texts) -> list[str]:
    variant = rules.variant
    first = variant.streets[0]
    lines = [
        "## " + _("How to play {variant}", variant=variant_name(rules, _)),
        _(
            "Build three hands: **Front** of 3 cards, **Middle** of 5 and **Back** of 5. The Back "
            "must be the strongest and the Front the weakest, otherwise your board is a foul. "
            "A placed card never moves."
        ),
        _.count("You begin with {number} card.", "You begin with {number} cards.", first.dealt),
    ]
    lines.extend(_later_streets(rules, _))
    if rules.equal_rows_foul:
        lines.append(_("Two rows of equal strength are a foul."))
    lines.append(_(_DEALT[rules.deal_mode]))
    if rules.surrender:
        lines.append(
            _(
                "Before your first placement you may give up for {points} points to each "
                "opponent; in Fantasyland before anybody has placed. If all others give up, the "
                "hand is over.",
                points=rules.surrender,
            )
        )
    return lines


def _later_streets(rules: Ruleset, _: Texts) -> Iterator[str]:
    later = rules.variant.streets[1:]
    if not later:
        return
    street = later[0]
    rounds = _.count("{number} more round", "{number} more rounds", len(later))
    if street.discarded:
        yield _(
            "Then come {rounds} of {dealt} cards: place {placed}, discard {discarded} face down.",
            rounds=rounds,
            dealt=street.dealt,
            placed=street.placed,
            discarded=street.discarded,
        )
    else:
        cards = _.count("{number} card", "{number} cards", street.dealt)
        yield _("Then come {rounds} of {cards}.", rounds=rounds, cards=cards)


_DEALT: Final = {
    DealMode.ON_TURN: marked("You get your cards when it is your turn."),
    DealMode.AHEAD: marked("Everybody gets their cards for a round at once and places in turn."),
    DealMode.SIMULTANEOUS: marked(
        "Everybody places at the same time; a round is shown once all have placed."
    ),
}


def _scoring(rules: Ruleset, stake: int, _: Texts) -> list[str]:
    scoring = rules.scoring
    lines = [
        "## " + _("Scoring"),
        _(
            "You score against each opponent separately. Each row you win is worth {points} point.",
            points=scoring.row,
        ),
    ]
    if scoring.scoop:
        lines.append(_("Win all three rows for {points} more.", points=scoring.scoop))
    if scoring.majority:
        lines.append(_("Win two or more rows for {points} more.", points=scoring.majority))
    lines.append(
        _(
            "If you foul, you pay everyone with a valid board {points} points plus their "
            "royalties.",
            points=scoring.full_loss,
        )
    )
    if stake > 1:
        lines.append(_("All points are multiplied by {stake}.", stake=stake))
    return [*lines, *royalty_lines(rules, _)]


def royalty_lines(rules: Ruleset, _: Texts) -> Iterator[str]:
    """The royalties of Middle and Back as a table, those of the Front as a sentence (R6)."""
    table = rules.royalties
    if not table.front:
        yield _("There are no royalties.")
        return
    yield _("You get royalties on top, from each opponent, whether or not you win the row:")
    yield "```"
    yield f"{'':<16}{_('Middle'):>7}{_('Back'):>6}"
    for category, name in _CATEGORIES.items():
        middle, back = table.middle.get(category, 0), table.back.get(category, 0)
        if middle or back:
            yield f"{_(name):<16}{middle or '-':>7}{back or '-':>6}"
    yield "```"
    low, high = rules.front_trips[2], rules.front_trips[14]
    trips = str(low) if low == high else _("{low} (222) to {high} (AAA)", low=low, high=high)
    yield _("Front: pairs from 66 (1) to AA (9), trips {trips}.", trips=trips)


def _fantasyland(rules: Ruleset, _: Texts) -> list[str]:
    if rules.fantasyland is None:
        return []
    lines = [
        "## " + _("Fantasyland"),
        _(
            "Queens or better in the Front without a foul: in the next hand you get all your "
            "cards at once, {cards}.",
            cards=_visit(rules, _),
        ),
        _("It is shown when its turn comes.")
        if rules.reveal is Reveal.ON_TURN
        else _("It is set face down and shown at the end."),
    ]
    stay = STAYS.get(rules.choice("stay"))
    lines.append(
        _("It lasts for one hand.") if stay is None else _("You stay with {what}.", what=_(stay))
    )
    lines.append(_button(rules, _))
    return lines


def _button(rules: Ruleset, _: Texts) -> str:
    """Whether the button rests during a visit, and what holds with five (R1.4, R7.6)."""
    moves = rules.button_moves_in_fantasyland
    told = _("The button moves on.") if moves else _("The button stays put while anybody is there.")
    if rules.variant.most_seats == rules.variant.most_players:
        return told
    five = _(
        "With {seats} at the table, whoever has the button sits out, never twice in a "
        "row; their Fantasyland waits for their next hand.",
        seats=rules.variant.most_seats,
    )
    return f"{told} {five}"


def _absence(rules: Ruleset, _: Texts) -> list[str]:
    """Lines about the hands of people who are late, gone or removed (R11)."""
    late = (
        _("If your time runs out, your hand is dead: it counts as a foul.")
        if rules.time_out_kills
        else _("If your time runs out, I place your cards for you, without a foul if possible.")
    )
    return [
        "## " + _("If somebody is late or leaves"),
        late,
        _("If it runs out twice in a row, I finish your hand, and then you sit out."),
        _(
            "If you leave mid-hand, it counts as a foul, unless there is nothing left to "
            "decide or it is already a certain foul."
        ),
        _("If you lose your seat, I finish your hand. Nobody loses points by sitting out."),
        _("The table closes by itself if no hand is dealt for 30 days."),
    ]


def _visit(rules: Ruleset, _: Texts) -> str:
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


def _origin(rules: Ruleset, _: Texts) -> str:
    preset, source = preset_name(rules.preset, _), source_of(rules.preset, _)
    lines = [_("Rules: **{preset}**, {source}.", preset=preset, source=source)]
    changed = changes_in_words(rules, _)
    if changed:
        lines.append(_("Changed at this table:"))
        lines += [f"- {name} (`{typed}`)" for typed, name in changed.items()]
    lines.append("-# " + _("Points are for fun. They have no value."))
    return "\n".join(lines)
