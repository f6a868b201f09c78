"""A player's own screen: their cards and the buttons that place them, or why there are none."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens.board_screen import Announced, deal_lines, seen_line
from bot.screens.card_buttons import CardButtons, street_parts
from bot.screens.components import (
    Component,
    Faces,
    PictureOrWords,
    Screen,
    Style,
    button,
    note,
    row,
    rows,
    text,
)
from bot.screens.placements import placement_name, placement_words
from bot.screens.presses import CallMe, CallTime, ComeBack, Leave, ShowHint, Surrender
from bot.screens.result_screen import FinishedHandView, covered_parts, ended_parts
from bot.texts import Texts
from bot.values.draft import Draft, Spot
from bot.values.phrases import plain, rounded_down, time_words
from bot.values.scenes import Presence, Reminded, TableScene
from ofc_engine.board import Placement
from ofc_engine.seat import Fate


@dataclass(frozen=True)
class OwnView:
    """The contents of a player's screen: the hand as they see it, and everything else but buttons.

    `channel_id` is that of the table, None if it is gone. `surrender` is the cost of giving up in
    points, 0 if they cannot. `until` is when their time runs out (Unix seconds), `reminder` a
    sentence about that, or empty; `bank` is when their time bank begins to run, and the seconds
    left in it (R14.5). `placed_for` are the placements that the bot made while they were away.
    `in_channel`: they get no direct messages, so their cards are behind a button in the channel.
    `deal` is that of the hand or, once it is over, of the next; `ended` is the result then.
    `has_hints`: they may ask for one. `aloud`: say everything in words. `group` is the round and
    the number of their group in a duplicate tournament, which has no table in the channel. `seen`:
    the cards may be known, as a backup was restored.
    """

    scene: TableScene
    channel_id: int | None
    surrender: int = 0
    until: int | None = None
    reminder: str = ""
    in_channel: bool = False
    presence: Presence = Presence.HERE
    placed_for: tuple[Placement, ...] = ()
    deal: Announced | None = None
    has_hints: bool = False
    ended: FinishedHandView | None = None
    aloud: bool = False
    group: tuple[int, int] | None = None
    bank: tuple[int, int] | None = None
    seen: bool = False


def placing_screen(
    own: OwnView, picture: PictureOrWords, draft: Draft, spot: Spot, faces: Faces, _: Texts
) -> Screen:
    """A player's screen with a street to place."""
    more: list[Component] = []
    if own.has_hints:
        more.append(button(ShowHint(spot), _("Hint")))
    if own.surrender:
        more.append(button(Surrender(spot), _("Give up")))
    if _may_come_back(own):
        more.append(_back_button(spot, _))
    parts = street_parts(draft, CardButtons(spot, faces), _, more, aloud=own.aloud)
    return _screen(own, picture, _task(own.scene, _), parts, _)


def waiting_screen(
    own: OwnView, picture: PictureOrWords, spot: Spot, _: Texts, *, may_call_time: bool
) -> Screen:
    """A player's screen when they have nothing to place now, and may call time on others."""
    buttons = [_back_button(spot, _)] if _may_come_back(own) else []
    if may_call_time:
        buttons.append(button(CallTime(spot), _("Call time")))
    if own.ended is not None:
        parts = ended_parts(own.ended, picture, spot, buttons, _)
        return _screen(own, picture, _state(own, _), parts, _)
    return _screen(own, picture, _state(own, _), rows(buttons), _)


def covered_screen(own: OwnView, spot: Spot, _: Texts) -> Screen:
    """A player's screen after a hand whose deal comes again (R14.6): no cards are shown."""
    assert own.ended is not None, "the hand is over"
    buttons = [_back_button(spot, _)] if _may_come_back(own) else []
    parts = covered_parts(own.ended, spot, buttons, _)
    return Screen((text(_heading(own, _state(own, _), _)), *parts))


def _state(own: OwnView, _: Texts) -> str:
    if own.scene.view.is_finished:
        return _("finished")
    seat = own.scene.view.own
    if seat is not None and seat.fate is not Fate.PLAYING:
        return _("you're out of this hand, the others play on")
    if own.presence.is_absent:
        return _("I'm playing your cards")
    if seat is not None and seat.pending:
        return _("not your turn yet, these are your next cards")
    if own.in_channel:
        return _("your cards are placed")
    return _("your cards are placed, I'll message you on your next turn")


def absence_line(presence: Presence, _: Texts) -> str:
    """A sentence for a player who is away, sits out or loses the seat; empty for others."""
    match presence:
        case Presence.HERE:
            return ""
        case Presence.AWAY:
            return _(
                "Your time ran out twice, so I'm playing this hand for you. After that you sit "
                "out, unless you come back."
            )
        case Presence.OUT:
            return _("You don't get any hands until you're back. I'll keep your seat.")
        case Presence.LEAVING:
            return _("You no longer have a seat at this table. I'll finish this hand for you.")


def _back_button(spot: Spot, _: Texts) -> Component:
    return button(ComeBack(spot), _("I'm back"), Style.BLURPLE)


def _may_come_back(own: OwnView) -> bool:
    return own.presence in (Presence.AWAY, Presence.OUT)


def void_screen(
    number: int, channel_id: int | None, group: tuple[int, int] | None, _: Texts
) -> Screen:
    """A player's screen when the table was closed in mid-hand; the rest is as in `OwnView`."""
    closed = _("Hand {number} wasn't finished and doesn't count.", number=number)
    return note(f"{closed}\n-# {_where(channel_id, group, _)}")


def _heading(own: OwnView, task: str, _: Texts) -> str:
    heading = "### " + _("Hand {number}", number=own.scene.number) + f": {task}"
    heading += "\n-# " + _where(own.channel_id, own.group, _)
    # What there is to decide, and for whom, is about the hand that runs: it may be a later one.
    is_over = own.ended is not None
    if own.seen and not is_over:
        heading += "\n" + seen_line(_)
    if own.until is not None and not own.presence.is_absent and not is_over:
        heading += " " + _("Your time runs out <t:{at}:R>.", at=own.until) + _bank(own, _)
    if own.reminder and not is_over:
        heading += f"\n**{own.reminder}**"
    if own.placed_for:
        said = placement_words if own.aloud else placement_name
        placed = "; ".join(said(each, _) for each in own.placed_for)
        heading += "\n" + _("I placed for you: {placements}", placements=placed)
    absence = absence_line(own.presence, _)
    if own.presence is Presence.OUT and not is_over:
        absence = _("After this hand you sit out. I'll keep your seat.")
    if absence and (own.presence is Presence.OUT or not is_over):
        heading += "\n" + absence
    return heading


def _screen(
    own: OwnView, picture: PictureOrWords, task: str, parts: Sequence[Component], _: Texts
) -> Screen:
    heading = text(_heading(own, task, _))
    return Screen((heading, picture.component, *parts, *_footing(own, _)), picture.pictures)


def _footing(own: OwnView, _: Texts) -> tuple[Component, ...]:
    # A commitment is 64 characters without a meaning to the ear.
    if own.deal is None or own.aloud:
        return ()
    return (text("\n".join(deal_lines(own.deal, _))),)


def _bank(own: OwnView, _: Texts) -> str:
    if own.bank is None:
        return ""
    at, left = own.bank
    if not left:
        return " " + _("Your time bank is empty.")
    time = time_words(rounded_down(left), _)
    return " " + _("Your time bank has {time} left and runs from <t:{at}:t> on.", time=time, at=at)


def _where(channel_id: int | None, group: tuple[int, int] | None, _: Texts) -> str:
    if channel_id is None:
        return lost_line(_)
    if group is None:
        return _("The table is in <#{channel}>.", channel=channel_id)
    number, room = group
    return _(
        "Round {round} of the tournament in <#{channel}>, group {group}.",
        round=number,
        channel=channel_id,
        group=room,
    )


def _task(scene: TableScene, _: Texts) -> str:
    view = scene.view
    own = view.own
    if own is None or not own.pending:
        return ""
    placed = len(own.pending) - view.to_discard
    if own.fantasyland:
        street = _("Fantasyland")
    else:
        street = _("street {street} of {streets}", street=view.street, streets=view.streets)
    place = _.count("place {number} card", "place {number} cards", placed)
    if not view.to_discard:
        return f"{street}, {place}"
    return f"{street}, {place}, " + _("discard {number}", number=view.to_discard)


# --- time runs out ---------------------------------------------------------------------------


def reminder_line(
    kind: Reminded, caller: str, closes_at: int | None, _: Texts, *, kills: bool
) -> str:
    """The sentence of a reminder, empty where the cards say enough.

    `caller` is who has called time; `kills`: when time runs out, the hand is dead (R11.1). Where no
    clock runs, the table closes at `closes_at` (Unix seconds).
    """
    match kind:
        case Reminded.NOTHING | Reminded.TURN:
            return ""
        case Reminded.WAIT:
            return _("This hand has been waiting for you for a day.")
        case Reminded.HALF:
            return _("Half of your time is gone.")
        case Reminded.LAST if closes_at is not None:
            return _(
                "Place your cards by <t:{at}:f>. Otherwise the table closes, and this hand doesn't "
                "count.",
                at=closes_at,
            )
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


# --- without cards ---------------------------------------------------------------------------


def lost_line(_: Texts) -> str:
    """Tells that a table ended with its channel, which has no name any more."""
    return _("The table is closed: I can't write in its channel any more.")


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
    return _without_cards(sentence, presence, spot, _)


def unreached_screen(_: Texts) -> Screen:
    """Tells somebody that direct messages don't reach them, and what they can do."""
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
        "Messages and Send Messages in Threads there, or unlock the thread if it's locked.",
        channel=channel_id,
    )
    return note(sentence)


def requests_screen(_: Texts) -> Screen:
    """Tells somebody who gets their first direct message where it may have gone."""
    return note(requests_line(_))


def requests_line(_: Texts) -> str:
    """The place to look for the first direct message of the bot, a small line."""
    line = _("No direct message from me? Look in Discord under Message Requests, and accept it.")
    return f"-# {line}"


def call_me_row(_: Texts) -> Component:
    """The button to get direct messages again after Discord refused one."""
    return row(button(CallMe(), _("Try direct messages again")))


def watching_screen(channel_id: int, presence: Presence, spot: Spot, _: Texts) -> Screen:
    """The screen of a player who sits a hand out because they want to."""
    line = _("You're watching the table in <#{channel}>.", channel=channel_id)
    if presence is Presence.HERE:
        line += " " + _("You get cards from the next hand on.")
    return _without_cards(line, presence, spot, _)


def _without_cards(line: str, presence: Presence, spot: Spot, _: Texts) -> Screen:
    if presence is Presence.HERE:
        return Screen((text(line),))
    parts: list[Component] = [
        text(f"{line}\n{absence_line(presence, _)}"),
        row(_back_button(spot, _)),
    ]
    return Screen(tuple(parts))
