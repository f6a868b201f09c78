"""The message of a running hand in the channel: open boards, whose turn it is, its deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import Component, PictureOrWords, Screen, Style, button, row, text
from bot.screens.presses import ShowCards, ShowMore, ShowText
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.phrases import mention, plain, short, variant_name
from bot.values.scenes import TableScene


@dataclass(frozen=True)
class Announced:
    """A deal that is committed to: the hand's number, the commitment (SHA-256 of its secret).

    `seeds` are what players have added, each with their name, `joined` is what joining a tournament
    has added; it `is_open` until it is dealt. In a duplicate match it may be that of all deals
    (`of_all`). `shown_at` is the address of the message that showed the commitment when it was
    dealt, empty if none did, None if that is not told. It was fixed `anew` (Unix seconds) if a
    backup was restored since.
    """

    number: int
    commitment: bytes
    seeds: Sequence[tuple[str, str]] = ()
    joined: str = ""
    is_open: bool = False
    of_all: bool = False
    shown_at: str | None = None
    anew: int | None = None


def deal_lines(deal: Announced | None, _: Texts) -> list[str]:
    """A small line with the first digits of the commitment, or none; *More* has all of it."""
    if deal is None:
        return []
    lines = [_commitment_line(deal, short(deal.commitment), _)]
    if deal.anew is not None:
        lines.append(anew_line(deal.anew, _))
    return [f"-# {line}" for line in lines]


def whole_deal_lines(deal: Announced, _: Texts) -> list[str]:
    """Small lines with the whole commitment, the seeds, and how to add one."""
    lines = [_commitment_line(deal, deal.commitment.hex(), _)]
    if deal.anew is not None:
        lines.append(anew_line(deal.anew, _))
    if deal.seeds:
        seeds = ", ".join(f"{plain(name)} {seed}" for name, seed in deal.seeds)
        lines.append(_("Seeds: {seeds}", seeds=seeds))
    if deal.joined:
        lines.append(_("Added by joining: {joined}", joined=deal.joined))
    if deal.shown_at:
        lines.append(_("The number of this message is mixed in, too: {url}", url=deal.shown_at))
    elif deal.shown_at is not None:
        lines.append(_("No message showed this before the cards were dealt."))
    if deal.is_open:
        lines.append(_("Want proof that the deal is fair? Press Add a seed."))
    return [f"-# {line}" for line in lines]


def _commitment_line(deal: Announced, commitment: str, _: Texts) -> str:
    if deal.of_all:
        return _("All deals: {commitment}", commitment=commitment)
    return _("Deal {number}: {commitment}", number=deal.number, commitment=commitment)


# --- after a backup was restored -------------------------------------------------------------


def anew_line(at: int, _: Texts) -> str:
    """Says that an upcoming deal was made anew at a moment (Unix seconds)."""
    return _("The bot was restored from a backup <t:{at}:R>, so this deal was made anew.", at=at)


def seen_line(_: Texts) -> str:
    """Warns that somebody may know cards of the hand in play."""
    return "⚠️ " + _(
        "The bot was restored from a backup during this hand, so somebody may know its cards. If "
        "that spoils it, ask the host to end the game."
    )


# --- a hand in play --------------------------------------------------------------------------


_MOST_WAITING: Final = 10


def waiting_lines(names: Sequence[str], _: Texts) -> list[str]:
    """A small line with those who wait for a seat, in order; none if nobody does."""
    if not names:
        return []
    waiting = ", ".join(map(plain, names[:_MOST_WAITING]))
    more = len(names) - _MOST_WAITING
    if more > 0:
        waiting += ", " + _.count("and {number} more", "and {number} more", more)
    return ["-# " + _("Waiting for a seat: {names}", names=waiting)]


@dataclass(frozen=True)
class BoardNote:
    """Details that messages in the channel need besides the scene.

    `user_ids` are by seat of the hand, None for a computer player; `until` (Unix seconds) is when
    the time of the player to act runs out; `facts` tell the terms of the match. `late` are the
    names of those whose time ran out, and for whom the bot placed last. The hand is `seen` if its
    cards may be known because a backup was restored.
    """

    picture: PictureOrWords
    user_ids: Sequence[int | None]
    until: int | None = None
    facts: Sequence[str] = ()
    late: Sequence[str] = ()
    seen: bool = False


def board_screen(scene: TableScene, public: BoardNote, spot: Spot, _: Texts) -> Screen:
    """A hand in play."""
    heading = f"## {_('Hand {number}', number=scene.number)}\n{_turn(scene, public, _)}"
    buttons = row(
        button(ShowCards(spot), _("My cards"), Style.BLURPLE),
        button(ShowText(spot), _("Text")),
        button(ShowMore(spot), _("More")),
    )
    components: list[Component] = [text(heading), public.picture.component, buttons]
    if public.facts:
        components.append(text(f"-# {' · '.join(public.facts)}"))
    return Screen(tuple(components), public.picture.pictures)


def _turn(scene: TableScene, public: BoardNote, _: Texts) -> str:
    view = scene.view
    street = _("street {street} of {streets}", street=view.street, streets=view.streets)
    waiting = ", ".join(_called(scene, public, seat, _) for seat in view.waiting_on)
    act = _("{players} to act", players=waiting)
    if public.until is not None:
        act += " · " + _("time runs out <t:{at}:R>", at=public.until)
    others = sorted(scene.away.difference(view.waiting_on))
    if others:
        away = ", ".join(plain(scene.players[seat].name) for seat in others)
        act += " · " + _("away: {players}", players=away)
    lines = [f"{variant_name(view.rules, _)} · {street}", act, *late_lines(public.late, _)]
    lines += [seen_line(_)] * public.seen
    return "\n".join(lines)


def late_lines(names: Sequence[str], _: Texts) -> list[str]:
    """A small line with those for whom the bot placed; none if there are none."""
    if not names:
        return []
    players = ", ".join(map(plain, names))
    return ["-# " + _("Time ran out, so I placed cards for {players}", players=players)]


def _called(scene: TableScene, public: BoardNote, seat: int, _: Texts) -> str:
    user_id = public.user_ids[seat]
    name = plain(scene.players[seat].name) if user_id is None else mention(user_id)
    return _("{name} (away)", name=name) if seat in scene.away else name


@dataclass(frozen=True)
class Call:
    """People to be called in the channel (user ids), and which of them the message notifies.

    `until` (Unix seconds) is when the first one's time runs out, `reminder` a sentence about that.
    """

    user_ids: Sequence[int]
    notified: Sequence[int]
    until: int | None = None
    reminder: str = ""


def call_screen(call: Call, spot: Spot, _: Texts) -> Screen:
    """A call for people who see their cards by the button and not by direct message."""
    called = ", ".join(map(mention, call.user_ids))
    words = _("{players}, it's your turn. Press My cards to see your cards.", players=called)
    if call.until is not None:
        words += " " + _("Your time runs out <t:{at}:R>.", at=call.until)
    if call.reminder:
        words += f"\n**{call.reminder}**"
    cards = button(ShowCards(spot), _("My cards"), Style.BLURPLE)
    return Screen((text(words), row(cards)), pings=tuple(call.notified))
