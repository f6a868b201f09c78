"""Screens and forms as discord.py sends them."""

import io
from collections.abc import Sequence
from functools import partial
from typing import Any

import discord

from bot.discord_io.command_mentions import context_of, tappable_by
from bot.screens.components import AttachedPicture, Component, Picture, Screen, buttons_of
from bot.screens.replies import Field, Form

NOBODY = discord.AllowedMentions.none()


class Layout(discord.ui.LayoutView):
    """A screen whose components are ready to send.

    It counts as finished from the start, so that discord.py does not store it: every press reaches
    `bot.discord_io.reception` by its custom_id alone, before and after a restart.
    """

    def __init__(self, components: Sequence[Component]) -> None:
        # discord.py would make what only a listening view needs: an id, a future, a timeout.
        self._components = list(components)

    def to_components(self) -> list[dict[str, Any]]:
        """The components as the API takes them."""
        return self._components

    def has_components_v2(self) -> bool:
        """Screens are made of Components V2."""
        return True

    @property
    def timeout(self) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - never set
        """None: it never times out."""

    def is_dispatchable(self) -> bool:
        """No press is dispatched to this view."""
        return False

    def is_finished(self) -> bool:
        """Nothing listens to this view."""
        return True


def answer(interaction: discord.Interaction, screen: Screen) -> Layout:
    """A screen that answers an interaction, with the commands that can be tapped there."""
    where = partial(context_of, interaction)
    return Layout(tappable_by(interaction.client, screen.components, where))


class KeptAttachment(discord.Attachment):
    """A file that a message keeps, as an edit lists it.

    Discord goes by the id, and resolves `attachment://` only if the name is given as well.
    """

    def __init__(self, kept: AttachedPicture) -> None:
        self.id = kept.attachment_id
        self.filename = kept.name

    def to_dict(self) -> Any:  # noqa: ANN401 - typed as the whole of an attachment
        """The entry as the API takes it."""
        return {"id": self.id, "filename": self.filename}


def picture_in(message: discord.Message | None) -> AttachedPicture | None:
    """The file in a message's gallery: such files are not listed as attachments."""
    for component in () if message is None else message.components:
        if isinstance(component, discord.MediaGalleryComponent):
            media = component.items[0].media
            if media.attachment_id is not None:
                # Urls of the CDN end with the file's name and its parameters.
                path = media.url.partition("?")[0]
                return AttachedPicture(media.attachment_id, path.rpartition("/")[2])
    return None


def buttons_in(message: discord.Message) -> set[str]:
    """The `custom_id`s of all that can be pressed or chosen in a message."""
    return buttons_of(dict(component.to_dict()) for component in message.components)


class FormModal(discord.ui.Modal):
    """A form; its submission is recognised by its custom_id, like a press."""

    def __init__(self, form: Form) -> None:
        super().__init__(title=form.title, custom_id=str(form.press))
        for field in form.fields:
            entry = _menu(field) if field.choices else _line(field)
            label = discord.ui.Label["FormModal"](
                text=field.label, description=field.help or None, component=entry
            )
            self.add_item(label)

    def is_finished(self) -> bool:
        """Nothing listens to this form."""
        return True


def _line(field: Field) -> discord.ui.TextInput[FormModal]:
    return discord.ui.TextInput(
        placeholder=field.hint or None,
        default=field.value or None,
        max_length=field.most,
        required=field.is_required,
        custom_id=field.key,
    )


def _menu(field: Field) -> discord.ui.Select[FormModal]:
    options = [
        discord.SelectOption(label=label, value=value, default=value == field.value)
        for value, label in field.choices
    ]
    return discord.ui.Select(options=options, custom_id=field.key)


def files(screen: Screen) -> list[discord.File]:
    """The pictures of a screen, to be uploaded."""
    return [_file(picture) for picture in screen.pictures if isinstance(picture, Picture)]


def attachments(screen: Screen) -> list[discord.File | discord.Attachment]:
    """All that an edited message is to have: pictures to be uploaded, and those that stay.

    Whether Discord keeps files that are not listed depends on the kind of edit.
    """
    return [
        _file(picture) if isinstance(picture, Picture) else KeptAttachment(picture)
        for picture in screen.pictures
    ]


def _file(picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.data), picture.name)


def mentions(screen: Screen) -> discord.AllowedMentions:
    """Whom a new message may notify."""
    if not screen.pings and not screen.role_pings:
        return NOBODY
    return discord.AllowedMentions(
        everyone=False,
        roles=[discord.Object(role_id) for role_id in screen.role_pings],
        replied_user=False,
        users=[discord.Object(user_id) for user_id in screen.pings],
    )
