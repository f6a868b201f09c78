"""Answers to interactions."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from discord_standin.checks.form import Form
from discord_standin.checks.modals import check_choices, check_modal
from discord_standin.faults import UNKNOWN_MESSAGE, DiscordError
from discord_standin.model.components import numbered
from discord_standin.model.interactions import Interaction
from discord_standin.model.messages import Message, Version
from discord_standin.model.permissions import answers_publicly
from discord_standin.model.world import World
from discord_standin.model.writing import Letter, rewrite, send
from discord_standin.payloads.interactions import callback_json
from discord_standin.rest.call import Answer, Call, Route
from discord_standin.rest.drafts import Draft, compose
from discord_standin.vocabulary import CallbackType, InteractionType, Json, MessageFlag

_C = CallbackType
_ANSWERS: Final[Mapping[InteractionType, frozenset[CallbackType]]] = {
    InteractionType.COMMAND: frozenset({_C.MESSAGE, _C.DEFERRED_MESSAGE, _C.MODAL}),
    InteractionType.COMPONENT: frozenset(set(_C) - {_C.AUTOCOMPLETE}),
    InteractionType.AUTOCOMPLETE: frozenset({_C.AUTOCOMPLETE}),
    InteractionType.MODAL: frozenset({_C.MESSAGE, _C.DEFERRED_MESSAGE}),
}
_UPDATES: Final = frozenset({_C.UPDATE, _C.DEFERRED_UPDATE})
_ROOT: Final = ("data",)


def _respond(call: Call) -> Answer:
    """Take the first answer: within 3 seconds, only once, and of a type that fits."""
    world = call.world
    interaction = world.desk.to_answer(call.number("webhook_id"), call.params["webhook_token"])
    how = _type_of(interaction, call.fields)
    draft = Draft(call.fields.get("data") or {}, call.uploads, _ROOT)
    message = _HANDLERS[how](world, interaction, draft)
    interaction.original = message
    world.desk.answered(interaction, how)
    if call.query.get("with_response") not in ("1", "true"):
        return None
    return callback_json(interaction, how, message)


def _type_of(interaction: Interaction, body: Json) -> CallbackType:
    allowed = _ANSWERS[interaction.type]
    # A form that a button has opened may change the message with that button.
    if interaction.type is InteractionType.MODAL and interaction.message:
        allowed |= _UPDATES
    form = Form()
    form.one_of(("type",), body.get("type"), allowed)
    form.verify()
    return CallbackType(body["type"])


def _message(world: World, interaction: Interaction, draft: Draft) -> Message:
    version = compose(world, interaction.channel, draft)
    return answer_with(world, interaction, version, draft)


def answer_with(world: World, interaction: Interaction, version: Version, draft: Draft) -> Message:
    """Show a new message for an interaction, to its user alone if the draft is ephemeral.

    It also is if the user may not let others see what the bot answers.
    """
    is_public = answers_publicly(interaction.user, interaction.channel, world.bot)
    private = draft.flags & MessageFlag.EPHEMERAL if is_public else MessageFlag.EPHEMERAL
    is_private = bool(private)
    flags = version.flags | private
    letter = Letter(
        version=replace(version, flags=flags),
        author=world.bot,
        only_for=interaction.user if is_private else None,
        interaction=interaction,
        allowed_mentions=draft.body.get("allowed_mentions"),
    )
    message = send(world, interaction.channel, letter)
    interaction.shown.append(message)
    return message


def _thinking(world: World, interaction: Interaction, draft: Draft) -> Message:
    loading = Version(since=world.clock.now(), flags=MessageFlag.LOADING)
    return answer_with(world, interaction, loading, draft)


def _update(world: World, interaction: Interaction, draft: Draft) -> Message:
    """Show another version of the pressed message, which loses the files that are not listed.

    Reports differ on that; this is the strictest of their readings.
    """
    message = _pressed(interaction)
    listed: list[Json] = draft.body.get("attachments") or []
    draft = replace(draft, body={**draft.body, "attachments": listed})
    version = compose(world, interaction.channel, draft, message.now)
    rewrite(world, message, version)
    interaction.shown.append(message)
    return message


def _update_later(_world: World, interaction: Interaction, _draft: Draft) -> Message | None:
    return interaction.message


def _pressed(interaction: Interaction) -> Message:
    message = interaction.message
    if message is None or message.is_deleted:
        raise DiscordError(UNKNOWN_MESSAGE)
    return message


def _suggest(_world: World, interaction: Interaction, draft: Draft) -> None:
    form = Form(_ROOT)
    check_choices(form, draft.body)
    form.verify()
    interaction.choices = tuple(draft.body["choices"])


def _open_modal(world: World, interaction: Interaction, draft: Draft) -> None:
    form = Form(_ROOT)
    check_modal(form, draft.body, world.emojis)
    form.verify()
    interaction.modal = {**draft.body, "components": numbered(draft.body["components"])}


_HANDLERS: Final[Mapping[CallbackType, Callable[[World, Interaction, Draft], Message | None]]] = {
    _C.MESSAGE: _message,
    _C.DEFERRED_MESSAGE: _thinking,
    _C.UPDATE: _update,
    _C.DEFERRED_UPDATE: _update_later,
    _C.AUTOCOMPLETE: _suggest,
    _C.MODAL: _open_modal,
}

ROUTES: Final = (
    Route(
        "POST", "/interactions/{webhook_id}/{webhook_token}/callback", _respond, needs_token=False
    ),
)
