"""Who asks for something, and what the answer shows."""

from dataclasses import dataclass

from bot.screens.components import Kept
from bot.screens.replies import Reply
from bot.store.players import Person
from bot.store.surfaces import Surface


@dataclass(frozen=True)
class Visitor:
    """A person doing something; `channel_id` is where, `guild_id` None in direct messages.

    `may_manage` says that he has Manage Server there, `picture` is the one that the private message
    shows whose button he presses, `may_attach` says that the bot may show one there.
    `parent_id` is the channel of a thread, `role_ids` are his roles in the server;
    `interaction_id` is what Discord calls what they do; `message_id` is the message that was
    pressed, None for a command, and whether only they see it `is_in_private`. `entry` is what they
    chose from a menu (several with commas) or typed into a form.
    """

    person: Person
    interaction_id: int
    channel_id: int
    guild_id: int | None
    guild_locale: str
    may_manage: bool
    picture: Kept | None = None
    may_attach: bool = True
    parent_id: int | None = None
    role_ids: frozenset[int] = frozenset()
    message_id: int | None = None
    is_in_private: bool = False
    entry: str = ""


@dataclass(frozen=True)
class Answer:
    """A reply, the table it changed if any, and the surface it shows as wanted, if any.

    `cards_of` is the table whose cards it shows to their owner; `notice` the id of the notice that
    it gives to everybody, 0 if it gives none.
    """

    reply: Reply
    table_id: int | None = None
    shown: Surface | None = None
    cards_of: int = 0
    notice: int = 0
