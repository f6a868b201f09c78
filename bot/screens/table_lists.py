"""Tables to choose from: the open ones of a server, or those where somebody plays."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.screens.components import (
    MOST_TEXT,
    Component,
    Screen,
    Style,
    button,
    link,
    note,
    row,
    section,
    select,
    text,
)
from bot.screens.ledger.pages import Page
from bot.screens.lobby_screen import rule_facts
from bot.screens.press import Press
from bot.screens.presses import ChooseServer, PlayOn
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.ledger_records import AloneRecord
from bot.values.open_tables import Game, JoinObstacle, OpenTable
from bot.values.phrases import plain, signed, time_words, variant_name


def tables_screen(tables: Sequence[OpenTable], _: Texts) -> Screen:
    """All of them, or how to open one."""
    heading = "## " + _("Open tables")
    if not tables:
        nothing = _("You can't see any open table here. Open one with /play.")
        return note(f"{heading}\n{nothing}")
    listed = places_screen(heading, [(_entry(each, _), each.url) for each in tables], _)
    watch = "-# " + _("To watch a table, press More below it, then Follow.")
    return Screen((*listed.components, text(watch)))


def _entry(table: OpenTable, _: Texts) -> str:
    options = table.terms.options
    limit = _("no time limit")
    if options.clock is not None:
        limit = _("{time} for each decision", time=time_words(options.clock, _))
    lines = [
        f"**<#{table.channel_id}>** · {variant_name(options.rules, _)}",
        f"-# {' · '.join([*rule_facts(table.terms, _), limit])}",
        f"{', '.join(map(plain, table.names))}: {_state(table, _)}",
        _way_in(table, _),
    ]
    return "\n".join(lines)


def _state(table: OpenTable, _: Texts) -> str:
    if not table.hand:
        return _("waiting for the first hand")
    if table.is_playing:
        return _("hand {number} is being played", number=table.hand)
    return _("hand {number} is over", number=table.hand)


def _way_in(table: OpenTable, _: Texts) -> str:
    match table.way_in:
        case JoinObstacle.FREE:
            return _.count(
                "{number} seat is free: press Join to sit down.",
                "{number} seats are free: press Join to sit down.",
                table.terms.options.seats - len(table.names),
            )
        case JoinObstacle.KEPT:
            return _("The free seats are kept for people who were invited.")
        case JoinObstacle.BEGUN:
            return _("It has begun, and its seats stay as they are.")
        case JoinObstacle.FULL:
            return _full(table, _)
        case JoinObstacle.WAITING:
            return _("You're on the waiting list.")
        case JoinObstacle.SEATED:
            return _("You have a seat here.")


def _full(table: OpenTable, _: Texts) -> str:
    wait = _("All seats are taken. Wait for one with /ofc join.")
    if not table.waiting:
        return wait
    others = _.count("{number} person is waiting.", "{number} people are waiting.", table.waiting)
    return f"{wait} {others}"


# --- games -----------------------------------------------------------------------------------

_WITH_BUTTON: Final = 12
"""Places in a list that have a button to go there; the others have a link in the text."""
_BESIDE: Final = 300
"""Characters for the heading, and for what ends the message."""


def games_screen(games: Sequence[Game], _: Texts) -> Screen:
    """All games, those that wait for the asker first."""
    heading = "## " + _("Your games")
    if not games:
        nothing = _("You don't have a seat at any table. Open one with /play in a channel.")
        return Screen((text(f"{heading}\n{nothing}"),))
    return places_screen(heading, [(game_line(game, _), game.url) for game in games], _)


def places_screen(heading: str, places: Sequence[tuple[str, str | None]], _: Texts) -> Screen:
    """A list of places to go to: a text about each, and its address if there is one."""
    parts: list[Component] = [text(heading)]
    others: list[str] = []
    room = MOST_TEXT - _BESIDE
    for number, (line, url) in enumerate(places):
        has_button = number < _WITH_BUTTON
        entry = line if url is None or has_button else f"{line} · [{_('Go there')}]({url})"
        room -= len(entry) + len("\n")
        if room < 0:
            others.append(_.count("and {number} more", "and {number} more", len(places) - number))
            break
        if not has_button:
            others.append(entry)
        elif url is None:
            parts.append(text(entry))
        else:
            parts.append(section(text(entry), link(url, _("Go there"))))
    if others:
        parts.append(text("\n".join(others)))
    return Screen(tuple(parts))


def game_line(game: Game, _: Texts) -> str:
    """A table in two lines: where it is, how far the hand has come, and whom it waits for."""
    where = f"**<#{game.channel_id}>**"
    if game.sits_out:
        where += " · " + _("you're sitting out")
    if not game.hand:
        return where + "\n" + _("waiting for the first hand")
    if not game.street:
        return f"{where}\n{_between_hands(game, _)}"
    street = _(
        "hand {number}, street {street} of {streets}",
        number=game.hand,
        street=game.street,
        streets=game.streets,
    )
    if game.is_mine:
        return f"{where}\n{street}: " + _("**your turn**") + _limit(game, _)
    people = ", ".join(game.waits_for)
    return f"{where}\n{street}: " + _("waiting for {people}", people=people) + _limit(game, _)


def _between_hands(game: Game, _: Texts) -> str:
    over = _("hand {number} is over", number=game.hand)
    if game.wants_ready:
        latest = ""
        if game.until is not None:
            latest = ", " + _("the next comes at the latest <t:{at}:R>", at=game.until)
        return f"{over}: " + _("**press Ready**") + latest
    if not game.waits_for:
        return over
    return f"{over}: " + _("waiting for {people}", people=", ".join(game.waits_for))


def _limit(game: Game, _: Texts) -> str:
    return "" if game.until is None else ", " + _("time runs out <t:{at}:R>", at=game.until)


def asleep_screen(names: Sequence[str], closes_at: int, spot: Spot, _: Texts) -> Screen:
    """Asks the people of a table that has slept whether they play on, before it closes."""
    asked = _(
        "No hand here for two weeks. {names}: another one?", names=", ".join(map(plain, names))
    )
    closes = _("Otherwise the table closes <t:{at}:R>.", at=closes_at)
    how = f"-# {closes} " + _("The host can switch this off: More, Settings.")
    ready = button(PlayOn(spot), _("Ready"), Style.BLURPLE)
    return Screen((text(f"{asked}\n{how}"), row(ready)))


# --- menus where no channel says what is meant -----------------------------------------------

_MOST = 12
# Discord's limits of a menu: its entries, and the characters of each.
_MOST_SERVERS = 25
_LONGEST_NAME = 100


def which_screen(asked: str, places: Sequence[tuple[str, Press]], _: Texts) -> Screen:
    """Asks which of several places is meant: a line about each, and what choosing it does."""
    parts: list[Component] = [text(asked)]
    parts += [section(text(line), button(press, _("This one"))) for line, press in places[:_MOST]]
    return Screen(tuple(parts))


def alone_line(record: AloneRecord, _: Texts) -> str:
    """How somebody has done in hands that they played alone."""
    hands = _.count("{number} hand", "{number} hands", record.hands)
    return _(
        "Alone against the computer: {hands}, {won} won, {points} points. That counts nowhere "
        "else.",
        hands=hands,
        won=record.won,
        points=signed(record.points),
    )


def server_screen(page: Page, names: Mapping[str, str], chosen: str, _: Texts) -> Screen:
    """A page of one server's ledger, with a menu of servers by their ids where there are more."""
    where = text("-# " + _("In the server {name}.", name=names[chosen]))
    parts = [*page.components, where]
    if len(names) > 1:
        offered = [(each, name[:_LONGEST_NAME]) for each, name in names.items()][:_MOST_SERVERS]
        parts.append(select(ChooseServer(), offered, chosen, placeholder=_("Which server?")))
    return Screen(tuple(parts), page.pictures)
