"""Discord's Components V2 as plain data, screens made of them, cards on buttons and in texts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, Final, TypeAlias

from bot.screens.press import Press
from bot.texts import Texts
from bot.values.phrases import Emoji, card_emoji, mention, slot_emoji
from ofc_engine.board import Board, Row
from ofc_engine.cards import Card, Cards, format_cards

Component: TypeAlias = dict[str, Any]

# Discord's limits: characters in all texts of a message, characters of a label, buttons of a row.
MOST_TEXT: Final = 4000
MOST_LABEL: Final = 80
BUTTONS_A_ROW: Final = 5
_GALLERY: Final = 12
ACCENT: Final = 0x6FE3A1
"""The edge (0xRRGGBB) of a message that people join by."""
PLACES: Final = (0, 2, 5, 15)
"""Kinds of channels in which, or in whose threads, people can write: text, voice, news, forums."""
TABLES: Final = (0, 2, 5, 10, 11, 12)
"""Kinds of channels where tables are: all of these except forums, and threads."""


class Style(IntEnum):
    """How a button looks."""

    BLURPLE = 1
    GREY = 2
    GREEN = 3
    RED = 4


@dataclass(frozen=True)
class Picture:
    """A picture, or another file, to be uploaded; its name says nothing about cards.

    `of` is a number for its content, unique in this process; 0 if unknown.
    """

    name: str
    data: bytes
    of: int = 0


@dataclass(frozen=True)
class AttachedPicture:
    """A picture that the message to be edited already has, by the id that Discord gave it.

    `of` is the same as in a `Picture`.
    """

    attachment_id: int
    name: str
    of: int = 0


@dataclass(frozen=True)
class Screen:
    """A message: its components, the pictures they show, and whom it may notify (user ids).

    An edited message has only the `pictures` named here. A new message that `is_silent` notifies
    nobody. `role_pings` are the roles it may notify.
    """

    components: tuple[Component, ...]
    pictures: tuple[Picture | AttachedPicture, ...] = ()
    pings: tuple[int, ...] = ()
    is_silent: bool = False
    role_pings: tuple[int, ...] = ()

    @property
    def keeps_picture(self) -> bool:
        """True if it shows a picture that its message has already."""
        return any(isinstance(picture, AttachedPicture) for picture in self.pictures)


@dataclass(frozen=True)
class Illustration:
    """A picture with its alt text."""

    picture: Picture | AttachedPicture
    alt: str

    @property
    def component(self) -> Component:
        """The gallery that shows it."""
        item = {"media": {"url": f"attachment://{self.picture.name}"}, "description": self.alt}
        return {"type": _GALLERY, "items": [item]}

    @property
    def pictures(self) -> tuple[Picture | AttachedPicture, ...]:
        """The files that the message has to have for it."""
        return (self.picture,)


@dataclass(frozen=True)
class InWords:
    """A scene in words, in place of its picture."""

    words: str
    pictures: tuple[Picture | AttachedPicture, ...] = ()

    @property
    def component(self) -> Component:
        """The text."""
        return text(self.words)


PictureOrWords: TypeAlias = Illustration | InWords


def text(content: str) -> Component:
    """A paragraph of Markdown."""
    return {"type": 10, "content": content}


def row(*buttons: Component) -> Component:
    """Up to five buttons side by side."""
    return {"type": 1, "components": list(buttons)}


def rows(buttons: Sequence[Component]) -> list[Component]:
    """Any number of buttons, five a row."""
    starts = range(0, len(buttons), BUTTONS_A_ROW)
    return [row(*buttons[at : at + BUTTONS_A_ROW]) for at in starts]


def button(
    press: Press, label: str | Component, style: Style = Style.GREY, *, disabled: bool = False
) -> Component:
    """A button with a label, or with the parts (label, emoji) that show a card."""
    face = {"label": label[:MOST_LABEL]} if isinstance(label, str) else label
    made: Component = {"type": 2, "style": int(style), "custom_id": str(press), **face}
    return {**made, "disabled": True} if disabled else made


def share_button(press: Press, _: Texts, *, is_shared: bool) -> Component:
    """The button that shows everybody in the channel what was private, unless it `is_shared`."""
    if is_shared:
        return button(press, _("Everyone sees it now"), disabled=True)
    return button(press, _("Show everyone"), Style.BLURPLE)


def select(
    press: Press,
    options: Sequence[tuple[str, str]],
    chosen: str,
    *,
    placeholder: str,
    lines: Mapping[str, str] | None = None,
) -> Component:
    """A row with a menu of `(value, label)`, of which one is chosen.

    `lines` explain values in small below their labels.
    """
    return row(_menu(press, options, [chosen], placeholder, lines or {}))


def several_select(
    press: Press,
    options: Sequence[tuple[str, str]],
    chosen: Collection[str],
    *,
    most: int,
    placeholder: str,
) -> Component:
    """A row with a menu of `(value, label)`, of which any number up to `most` is chosen."""
    menu = _menu(press, options, chosen, placeholder, {})
    return row({**menu, "min_values": 0, "max_values": most})


def _menu(
    press: Press,
    options: Sequence[tuple[str, str]],
    chosen: Collection[str],
    placeholder: str,
    lines: Mapping[str, str],
) -> Component:
    offered = [
        {
            "value": value,
            "label": label,
            **({"description": lines[value]} if value in lines else {}),
            **({"default": True} if value in chosen else {}),
        }
        for value, label in options
    ]
    return {"type": 3, "custom_id": str(press), "options": offered, "placeholder": placeholder}


def channel_select(
    press: Press,
    chosen: Sequence[int],
    *,
    most: int,
    placeholder: str,
    kinds: Sequence[int] = PLACES,
) -> Component:
    """A row with a menu of the server's channels, from none to `most`; `chosen` are ids."""
    menu = {
        "type": 8,
        "custom_id": str(press),
        "channel_types": list(kinds),
        "min_values": 0,
        "max_values": most,
        "placeholder": placeholder,
    }
    return row({**menu, **_defaults(chosen, "channel")})


def user_select(press: Press, chosen: Sequence[int], *, most: int, placeholder: str) -> Component:
    """A row with a menu of people, of whom one to `most` are chosen; `chosen` are ids."""
    menu = {"type": 5, "custom_id": str(press), "max_values": most, "placeholder": placeholder}
    return row({**menu, **_defaults(chosen[:most], "user")})


def role_select(
    press: Press, chosen: Sequence[int], *, placeholder: str, is_optional: bool = False
) -> Component:
    """A row with a menu of the server's roles, of which one is chosen; `chosen` are ids.

    If it `is_optional`, none may be chosen.
    """
    least = {"min_values": 0} if is_optional else {}
    menu = {"type": 6, "custom_id": str(press), "placeholder": placeholder, **least}
    return row({**menu, **_defaults(chosen, "role")})


def _defaults(chosen: Sequence[int], kind: str) -> Component:
    values = [{"id": str(each), "type": kind} for each in chosen]
    return {"default_values": values} if values else {}


def link(url: str, label: str) -> Component:
    """A button that opens an address."""
    return {"type": 2, "style": 5, "url": url, "label": label[:MOST_LABEL]}


def attached(file: Picture) -> Component:
    """A file to be downloaded."""
    return {"type": 13, "file": {"url": f"attachment://{file.name}"}}


def section(content: Component, accessory: Component) -> Component:
    """A text with a button at its side."""
    return {"type": 9, "components": [content], "accessory": accessory}


def container(*components: Component, accent: int | None = None) -> Component:
    """Components in a box, with a coloured edge if `accent` (0xRRGGBB) is given."""
    made: Component = {"type": 17, "components": list(components)}
    return made if accent is None else {**made, "accent_color": accent}


def separator() -> Component:
    """A thin line."""
    return {"type": 14, "divider": True, "spacing": 1}


def buttons_of(components: Iterable[Mapping[str, Any]]) -> set[str]:
    """The `custom_id`s of all buttons and menus, however deeply nested."""
    found: set[str] = set()
    for component in components:
        found |= {component["custom_id"]} if "custom_id" in component else set()
        found |= buttons_of(component.get("components", ()))
        found |= buttons_of([component["accessory"]] if "accessory" in component else ())
    return found


def note(content: str) -> Screen:
    """A screen that only says something."""
    return Screen((text(content),))


def calling(user_ids: Sequence[int], screen: Screen) -> Screen:
    """A screen as a message of the channel that mentions and notifies people, if there are any."""
    if not user_ids:
        return screen
    called = text(" ".join(map(mention, user_ids)))
    return replace(screen, components=(called, *screen.components), pings=tuple(user_ids))


# --- cards on buttons and in texts --------------------------------------------------------------


@dataclass(frozen=True)
class Faces:
    """The faces of a deck (`two` or `four` colours): emoji if the application has them all."""

    emoji: Emoji = field(default_factory=Emoji)
    deck: str = "two"

    def on_button(self, card: Card) -> Component:
        """The parts of a button that show a card."""
        if not self.emoji.has(self.deck):
            return {"label": str(card)}
        return {"emoji": self.emoji.faces[card_emoji(card, self.deck)]}

    def cards(self, cards: Cards) -> str:
        """Cards side by side in a text."""
        if not self.emoji.has(self.deck):
            return format_cards(cards)
        return "".join(self.emoji.markup[card_emoji(card, self.deck)] for card in cards)

    def board(self, board: Board) -> str:
        """A board as three lines of text, open places included."""
        if self.emoji.has(self.deck):
            return "\n".join([_emoji_row(self.emoji, self.deck, row, board[row]) for row in Row])
        return "\n".join(["```", *(_plain_row(row, board[row]) for row in Row), "```"])


def _emoji_row(emoji: Emoji, deck: str, row: Row, cards: Cards) -> str:
    names = [card_emoji(card, deck) for card in cards]
    names += [slot_emoji(row)] * (row.capacity - len(cards))
    return "".join(emoji.markup[name] for name in names)


def _plain_row(row: Row, cards: Cards) -> str:
    places = [*map(str, cards), *["--"] * (row.capacity - len(cards))]
    return f"{row.letter} " + " ".join(places)


def short(rows: Iterable[Cards]) -> str:
    """Rows in one line, as on the confirming button: `2c / 7h7c / AsKd`."""
    return " / ".join(format_cards(row) or "–" for row in rows)
