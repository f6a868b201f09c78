"""How to play, how this table scores, and what differs from its preset."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.screens.closing import stake_lines, terms_lines
from bot.screens.components import MOST_TEXT, Screen, separator, text
from bot.screens.pace_lines import pace_lines, reminders_line
from bot.screens.rules_of_fantasyland import fantasyland_lines
from bot.screens.skill_lines import unlearnt_lines
from bot.texts import Texts, marked
from bot.values.house_rules import changes_in_words, preset_name, source_of
from bot.values.options import TableOptions, Terms, UnplayedFantasyland, Visit
from bot.values.phrases import game_name, variant_name
from ofc_engine.ranking import Category
from ofc_engine.rule_options import LOWS, WHEEL_ROYALTY, DealMode
from ofc_engine.rulesets import Ruleset

_CATEGORIES: Final = {
    Category.TRIPS: marked("trips"),
    Category.STRAIGHT: marked("straight"),
    Category.FLUSH: marked("flush"),
    Category.FULL_HOUSE: marked("full house"),
    Category.QUADS: marked("four of a kind"),
    Category.STRAIGHT_FLUSH: marked("straight flush"),
    Category.ROYAL_FLUSH: marked("royal flush"),
}


def rules_screen(terms: Terms, _: Texts, visits: Sequence[Visit] = ()) -> Screen:
    """Everything about a table's rules in one message; `visits` are of those who sit there."""
    rules = terms.options.rules
    ranking, stakes, pace = _ranking(rules, _), stake_lines(terms, _), _pace(terms.options, _)
    unlearnt = unlearnt_lines(rules, _)
    parts = [
        _how_to_play(rules, _),
        unlearnt,
        ranking,
        _scoring(rules, terms.options.stake, _),
        fantasyland_lines(rules, visits, _, terms.unplayed),
        pace,
        _absence(terms.options, _),
        _match(terms, _),
        stakes,
        _origin(rules, _),
    ]
    # The board names the stakes of two, the lobby the pace and what computers have not learnt,
    # every book on poker the order of hands.
    for spare in (ranking, stakes, pace, unlearnt):
        if not _fits(parts):
            spare.clear()
    if not _fits(parts):
        parts[-1] = _origin(rules, _, by_name=False)
    return _screen(parts)


def rules_alone_screen(rules: Ruleset, _: Texts) -> Screen:
    """The rules of hands that somebody plays alone: without a table, a clock or an end."""
    visits = fantasyland_lines(rules, (), _, UnplayedFantasyland.NEVER)
    scoring = _scoring(rules, 1, _)
    how, unlearnt = _how_to_play(rules, _), unlearnt_lines(rules, _)
    return _screen([how, unlearnt, _ranking(rules, _), scoring, visits, _origin(rules, _)])


def _screen(parts: Sequence[Sequence[str]]) -> Screen:
    *components, origin = [text("\n".join(part)) for part in parts if part]
    return Screen((*components, separator(), origin))


def _fits(parts: Sequence[Sequence[str]]) -> bool:
    return sum(len("\n".join(part)) for part in parts) <= MOST_TEXT


def _pace(options: TableOptions, _: Texts) -> list[str]:
    lines = pace_lines(options, options.seats, _)
    return ["## " + _("Pace"), *lines, reminders_line(options, _)]


def _how_to_play(rules: Ruleset, _: Texts) -> list[str]:
    variant = rules.variant
    name = game_name(rules, _) if variant.closed else variant_name(rules, _)
    first = variant.streets[0]
    lines = [
        "## " + _("How to play {variant}", variant=name),
        *_order(rules, _),
        _.count("You begin with {number} card.", "You begin with {number} cards.", first.dealt),
    ]
    lines.extend(_later_streets(rules, _))
    lines.append(_(_DEALT[rules.deal_mode]))
    lines.append(_(_TURNS[rules.deal_mode]))
    if rules.variant.streets[1:]:
        lines.append(_("When nothing is left for you to decide, I place the rest."))
    lines.extend(_giving_up(rules, _))
    return lines


def _giving_up(rules: Ruleset, _: Texts) -> Iterator[str]:
    """The price of giving up, and until when it can be done (R8, R15.1)."""
    if rules.surrender and rules.surrenders_to_last:
        yield _(
            "As long as you have something to decide you may give up for {points} points to each "
            "opponent; in Fantasyland before anybody has placed. If all others give up, the hand "
            "is over.",
            points=rules.surrender,
        )
    elif rules.surrender:
        yield _(
            "Before your first placement you may give up for {points} points to each "
            "opponent; in Fantasyland before anybody has placed. If all others give up, the "
            "hand is over.",
            points=rules.surrender,
        )


def _order(rules: Ruleset, _: Texts) -> list[str]:
    """The reasons for a foul (R5.1, R13.1)."""
    if rules.variant.has_low:
        return [
            _(
                "Build three hands: **Front** of 3 cards, **Middle** of 5 and **Back** of 5. The "
                "Middle has to be a low: no pair, straight or flush, and no card above the ten. "
                "If it isn't, or the Front is stronger than the Back, your board is a foul. "
                "A placed card never moves."
            ),
        ]
    return [
        _(
            "Build three hands: **Front** of 3 cards, **Middle** of 5 and **Back** of 5. The Back "
            "must be the strongest and the Front the weakest, otherwise your board is a foul. "
            "A placed card never moves."
        ),
        _("Two rows of equal strength are a foul.")
        if rules.equal_rows_foul
        else _("Two rows of equal strength aren't a foul."),
        *_jokers(rules, _),
    ]


def _jokers(rules: Ruleset, _: Texts) -> list[str]:
    """R13.2: what a joker is, where there are any."""
    if not rules.variant.jokers:
        return []
    there_are = _.count(
        "**{number} joker** is in the deck.",
        "**{number} jokers** are in the deck.",
        rules.variant.jokers,
    )
    counts_as = _(
        "A joker counts as a card that its row doesn't have: as the one that makes it strongest "
        "without beating the row below."
    )
    return [f"{there_are} {counts_as}"]


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
    DealMode.ON_TURN: marked(
        "Everybody gets their first cards at once, and the later ones when it's their turn."
    ),
    DealMode.AHEAD: marked("Everybody gets their cards for a round at once and places in turn."),
    DealMode.SIMULTANEOUS: marked(
        "Everybody places at the same time; a round is shown once all have placed."
    ),
}


_TURNS: Final = {
    **dict.fromkeys(
        (DealMode.ON_TURN, DealMode.AHEAD),
        marked(
            "The player left of the button acts first, the button last. After each hand the button "
            "moves one seat to the left."
        ),
    ),
    DealMode.SIMULTANEOUS: marked("After each hand the button moves one seat to the left."),
}


def _ranking(rules: Ruleset, _: Texts) -> list[str]:
    """The order of hands (R2, R13.1)."""
    low = _(
        "In the Middle the lowest hand wins: 7-5-4-3-2 is the best, 10-9-8-7-5 the last that "
        "counts. The ace is always high there."
    )
    return [*_high_ranking(_), *([low] if rules.variant.has_low else [])]


def _high_ranking(_: Texts) -> list[str]:
    return [
        "## " + _("Which hand is stronger"),
        _(
            "From weak to strong: high card, pair, two pair, trips, straight, flush, full house, "
            "four of a kind, straight flush, royal flush. In the Front only high card, pair and "
            "trips count."
        ),
        _(
            "Between hands of the same kind, ranks decide; suits never do. The ace is high, and "
            "low only in A-2-3-4-5, the lowest straight."
        ),
    ]


def _scoring(rules: Ruleset, stake: int, _: Texts) -> list[str]:
    scoring = rules.scoring
    lines = [
        "## " + _("Scoring"),
        _(
            "You score against each opponent separately. Each row you win is worth {points} point.",
            points=scoring.row,
        ),
        _("A tied row is worth nothing."),
    ]
    if scoring.scoop:
        lines.append(_("Win all three rows for {points} more.", points=scoring.scoop))
    if scoring.majority:
        lines.append(_("Win two or more rows for {points} more.", points=scoring.majority))
    lines.append(
        _(
            "If you foul, you pay everyone with a valid board {points} points plus their "
            "royalties; your own don't count.",
            points=scoring.full_loss,
        )
    )
    lines.append(_("Two players who both foul settle nothing between them."))
    if stake > 1:
        lines.append(_("All points are multiplied by {stake}.", stake=stake))
    return [*lines, *royalty_lines(rules, _)]


def royalty_lines(rules: Ruleset, _: Texts) -> Iterator[str]:
    """The royalties of Middle and Back as a table, those of the Front as a sentence (R6)."""
    table = rules.royalties
    if not table.ranked:
        yield _("There are no royalties.")
        return
    yield _("You get royalties on top, from each opponent, whether or not you win the row:")
    lines, has_low = [("", _("Middle"), _("Back"))], rules.variant.has_low
    for category, name in _CATEGORIES.items():
        middle = 0 if has_low else table.middle.get(category, 0)
        back = table.back.get(category, 0)
        if middle or back:
            lines.append((_(name), str(middle or "-"), str(back or "-")))
    first, second, third = (max(map(len, column)) for column in zip(*lines, strict=True))
    yield "```"
    for name, middle, back in lines:
        yield f"{name:<{first}}  {middle:>{second}}  {back:>{third}}"
    yield "```"
    if has_low:
        yield _(
            "Middle: 9-low {nine}, 8-low {eight}, 7-low {seven}, and 7-5-4-3-2 {wheel}.",
            nine=LOWS[9],
            eight=LOWS[8],
            seven=LOWS[7],
            wheel=WHEEL_ROYALTY,
        )
    low, high = rules.front_trips[2], rules.front_trips[14]
    trips = str(low) if low == high else _("{low} (222) to {high} (AAA)", low=low, high=high)
    yield _("Front: pairs from 66 (1) to AA (9), trips {trips}.", trips=trips)


def _absence(options: TableOptions, _: Texts) -> list[str]:
    """Lines about the hands of people who are late, gone or removed (R11)."""
    late = (
        _("If your time runs out, your hand is dead: it counts as a foul.")
        if options.rules.time_out_kills
        else _("If your time runs out, I place your cards for you, without a foul if possible.")
    )
    return [
        "## " + _("If somebody is late or leaves"),
        *_time_call(options, _),
        late,
        _("If it runs out twice in a row, I finish your hand, and then you sit out."),
        _(
            "If you leave mid-hand, it counts as a foul, unless there's nothing left to decide "
            "or it's already a certain foul."
        ),
        _sitting_out(options, _),
        _("If the game is ended in the middle of a hand, that hand doesn't count."),
        _("The table closes by itself if nobody plays for 30 days."),
    ]


def _sitting_out(options: TableOptions, _: Texts) -> str:
    if options.is_tournament:
        return _("If you lose your seat or leave, you're out.")
    return _("If you lose your seat, I finish your hand. Nobody loses points by sitting out.")


def _time_call(options: TableOptions, _: Texts) -> Iterator[str]:
    """Tell if opponents may call time (R11.2)."""
    if options.clock is not None:
        if options.has_time_calls:
            yield _(
                "Besides the clock, opponents who aren't to act themselves can call time, but "
                "not in your quiet hours: you then have 30 seconds."
            )
        return
    if options.time_calls:
        yield _(
            "There's no clock. Opponents who aren't to act themselves can call time, but not "
            "in your quiet hours: you then have 30 seconds."
        )
    else:
        yield _("There's no clock, and nobody can call time.")


def _match(terms: Terms, _: Texts) -> list[str]:
    """How long the match lasts, what two play for, and how a limit is settled (R9, R10.1)."""
    lines = terms_lines(terms, _)
    if terms.options.loss_limit is not None or terms.limits or terms.options.is_tournament:
        lines.append(
            _("Players settle one pair after the other, beginning left of the button.")
            if terms.options.rules.settles_from_button
            else _("Players settle one pair after the other, beginning with seat 1.")
        )
    return ["## " + _("The match"), *lines] if lines else []


def _origin(rules: Ruleset, _: Texts, *, by_name: bool = True) -> list[str]:
    """The origin of the rules, and what differs from them: by name, or only as typed."""
    preset, source = preset_name(rules.preset, _), source_of(rules.preset, _)
    lines = [_("Rules: **{preset}**, {source}.", preset=preset, source=source)]
    changed = changes_in_words(rules, _)
    if changed:
        lines.append(_("Changed at this table:"))
        if by_name:
            lines += [f"- {name} (`{typed}`)" for typed, name in changed.items()]
        else:
            lines.append(f"`{' '.join(changed)}`")
    return [*lines, "-# " + _("Points are for fun. They have no value.")]
