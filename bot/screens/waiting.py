"""Screens for people who have no cards to place: their seat, reminders, the list of games."""

from collections.abc import Sequence
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
    text,
)
from bot.screens.presses import CallMe, CallTimeNow, Leave, PlayOn
from bot.screens.private_screen import absence_line, back_row
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.open_tables import Game
from bot.values.phrases import plain
from bot.values.scenes import Presence, Reminded


def reminder_line(kind: Reminded, caller: str, _: Texts, *, kills: bool) -> str:
    """The sentence of a reminder, empty where the cards say enough.

    `caller` is who has called time; `kills`: when time runs out, the hand is dead (R11.1).
    """
    match kind:
        case Reminded.NOTHING | Reminded.TURN:
            return ""
        case Reminded.WAIT:
            return _("The others have been waiting for you for a day.")
        case Reminded.HALF:
            return _("Half of your time is gone.")
        case Reminded.LAST:
            last = _("This is the last reminder.")
            return f"{last} {_then(_, kills=kills)}"
        case Reminded.TIME:
            called = _("{name} has called time: you have 30 seconds.", name=plain(caller))
            return f"{called} {_then(_, kills=kills)}"


def _then(_: Texts, *, kills: bool) -> str:
    if kills:
        return _("When your time is up, your hand is dead.")
    return _("When your time is up, I place your cards for you.")


def time_question(names: str, spot: Spot, moves: int, _: Texts, *, kills: bool) -> Screen:
    """Asks whether to call time; `moves` is how far the hand has come, so that it is still true."""
    called = _("{names} will have 30 seconds.", names=names)
    then = _("After that the hand is dead.") if kills else _("After that I place their cards.")
    call = button(CallTimeNow(spot, moves), _("Call time"), Style.RED)
    return Screen((text(f"{called} {then}"), row(call)))


# --- without cards ---------------------------------------------------------------------------


def seated_screen(
    channel_id: int,
    _: Texts,
    presence: Presence,
    spot: Spot,
    *,
    in_channel: bool,
    waited: bool = False,
) -> Screen:
    """The screen of a player who has sat down; `in_channel`: they get no direct messages.

    If they have `waited` for the seat, they can give it up again.
    """
    seat = _("You have a seat in <#{channel}>.", channel=channel_id)
    if waited:
        seat = _(
            "A seat in <#{channel}> is yours now. You get cards from the next hand on.",
            channel=channel_id,
        )
    cards = _("I'll send your cards here, and only you see them.")
    if in_channel:
        cards = _("Press My cards to see your cards. Only you see them.")
    points = _("This is a game for points, which have no value.")
    sentence = f"{seat} {cards} {points}"
    if waited and presence is Presence.HERE:
        return Screen((text(sentence), row(button(Leave(spot), _("Give the seat up")))))
    return _screen(sentence, presence, spot, _)


def unreached_screen(_: Texts) -> Screen:
    """Tells somebody that no direct message reaches them, and what they can do."""
    sentence = _(
        "I can't send you direct messages. When it's your turn, I'll mention you in the "
        "channel, and My cards there shows your cards only to you. To get them by direct "
        "message, allow direct messages in the privacy settings of this server, then press the "
        "button."
    )
    return Screen((text(sentence), call_me_row(_)))


def unheard_screen(channel_id: int, _: Texts) -> Screen:
    """Tells somebody that nothing can be written in the channel of their table."""
    sentence = _(
        "I'm not allowed to write in <#{channel}> right now, so nothing new appears there. "
        "Your game goes on here. The people who run the server can allow me View Channel, Send "
        "Messages and Send Messages in Threads there.",
        channel=channel_id,
    )
    return note(sentence)


def requests_screen(_: Texts) -> Screen:
    """Tells somebody who is written to for the first time where the message may lie."""
    return note(requests_line(_))


def requests_line(_: Texts) -> str:
    """The place to look for the first direct message of the bot, a small line."""
    line = _("No direct message from me? Look in Discord under Message Requests, and accept it.")
    return f"-# {line}"


def call_me_row(_: Texts) -> Component:
    """The button for whoever wants direct messages after Discord refused one."""
    return row(button(CallMe(), _("Try direct messages again")))


def watching_screen(channel_id: int, presence: Presence, spot: Spot, _: Texts) -> Screen:
    """The screen of a player who sits a hand out because they want to."""
    line = _("You're watching the table in <#{channel}>.", channel=channel_id)
    if presence is Presence.HERE:
        line += " " + _("You get cards from the next hand on.")
    return _screen(line, presence, spot, _)


def _screen(line: str, presence: Presence, spot: Spot, _: Texts) -> Screen:
    if presence is Presence.HERE:
        return Screen((text(line),))
    parts: list[Component] = [text(f"{line}\n{absence_line(presence, _)}"), back_row(spot, _)]
    return Screen(tuple(parts))


# --- games -----------------------------------------------------------------------------------

_WITH_BUTTON: Final = 12
"""Places in a list that have a button to go there; the others have a link in the text."""
_BESIDE: Final = 300
"""Characters for the heading, and for what ends the message."""


def games_screen(games: Sequence[Game], _: Texts) -> Screen:
    """All games, those first that wait for the asker."""
    heading = "## " + _("Your games")
    if not games:
        nothing = _("You don't have a seat at any table. Open one with /play in a channel.")
        return Screen((text(f"{heading}\n{nothing}"),))
    return places_screen(heading, [(game_line(game, _), game.url) for game in games], _)


def places_screen(heading: str, places: Sequence[tuple[str, str | None]], _: Texts) -> Screen:
    """A list of places to go to: what is told of each, and its address if there is one."""
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


def asleep_screen(names: Sequence[str], spot: Spot, _: Texts) -> Screen:
    """Asks the people of a table that has slept whether they play on."""
    asked = _(
        "No hand here for two weeks. {names}: another one?", names=", ".join(map(plain, names))
    )
    how = "-# " + _("The host can switch this off: More, Settings.")
    ready = button(PlayOn(spot), _("Ready"), Style.BLURPLE)
    return Screen((text(f"{asked}\n{how}"), row(ready)))
