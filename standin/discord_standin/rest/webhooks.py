"""Follow-ups to an interaction: further messages, and edits of the first."""

from typing import Final

from discord_standin.faults import UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, DiscordError
from discord_standin.model.interactions import Interaction, Phase
from discord_standin.model.messages import Message, Version
from discord_standin.model.writing import erase, rewrite
from discord_standin.payloads.messages import message_json
from discord_standin.rest.call import Answer, Call, Route
from discord_standin.rest.callbacks import answer_with
from discord_standin.rest.drafts import Draft, compose
from discord_standin.rest.messages import verify_reachable
from discord_standin.vocabulary import MessageFlag

_WEBHOOK: Final = "/webhooks/{webhook_id}/{webhook_token}"
_MESSAGE: Final = f"{_WEBHOOK}/messages/{{message_id}}"
_ORIGINAL: Final = "@original"


def _interaction(call: Call) -> Interaction:
    if call.number("webhook_id") != call.world.bot.id:
        raise DiscordError(UNKNOWN_WEBHOOK)
    return call.world.desk.to_follow(call.params["webhook_token"])


def _follow(call: Call) -> Answer:
    """A further message; the first one after "thinking" takes the place of that.

    It is not documented whether Discord takes one for somebody who has closed direct messages: here
    it does not, as a bot has to be ready for that.
    """
    interaction = _interaction(call)
    draft = Draft(call.fields, call.uploads)
    if MessageFlag.EPHEMERAL not in draft.flags:
        verify_reachable(call, interaction.channel)
    if interaction.phase is Phase.THINKING and interaction.original:
        return _fill_in(call, interaction.original, draft)
    version = compose(call.world, interaction.channel, draft)
    return message_json(answer_with(call.world, interaction, version, draft))


def _fill_in(call: Call, loading: Message, draft: Draft) -> Answer:
    """Fill in the message; whether it is ephemeral was settled when the bot began to think."""
    version = compose(call.world, loading.channel, draft, _blank(loading))
    rewrite(call.world, loading, version)
    return message_json(loading)


def _blank(loading: Message) -> Version:
    return Version(loading.now.since, flags=loading.now.flags & MessageFlag.EPHEMERAL)


def _found(call: Call, interaction: Interaction) -> Message:
    """The path's message, if it was shown for this interaction; raises DiscordError."""
    name = call.params["message_id"]
    if name == _ORIGINAL:
        message = interaction.original
    else:
        message = next((m for m in interaction.shown if str(m.id) == name), None)
    if message is None or message.is_deleted:
        raise DiscordError(UNKNOWN_MESSAGE)
    return message


def _get(call: Call) -> Answer:
    return message_json(_found(call, _interaction(call)))


def _edit(call: Call) -> Answer:
    interaction = _interaction(call)
    message = _found(call, interaction)
    draft = Draft(call.fields, call.uploads)
    if message.now.is_loading:
        return _fill_in(call, message, draft)
    rewrite(call.world, message, compose(call.world, message.channel, draft, message.now))
    interaction.shown.append(message)
    return message_json(message)


def _delete(call: Call) -> Answer:
    erase(call.world, _found(call, _interaction(call)))
    return None


ROUTES: Final = (
    Route("POST", _WEBHOOK, _follow, needs_token=False),
    Route("GET", _MESSAGE, _get, needs_token=False),
    Route("PATCH", _MESSAGE, _edit, needs_token=False),
    Route("DELETE", _MESSAGE, _delete, needs_token=False),
)
