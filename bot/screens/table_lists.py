"""Tables to choose from: the open ones of a server, or those where somebody plays."""

from collections.abc import Mapping, Sequence

from bot.screens.components import Component, Screen, button, note, section, select, text
from bot.screens.ledger.pages import Page
from bot.screens.lobby_screen import rule_facts
from bot.screens.press import Press
from bot.screens.presses import ChooseServer
from bot.screens.waiting import places_screen
from bot.texts import Texts
from bot.values.ledger_records import AloneRecord
from bot.values.open_tables import JoinObstacle, OpenTable
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


# --- menus where no channel says what is meant ------------------------------------------------

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
