"""Discord's errors: status, code and words."""

from dataclasses import dataclass
from typing import Final

from discord_standin.vocabulary import Json


@dataclass(frozen=True)
class Fault:
    """An error as Discord documents it.

    `is_mistake` marks what a careful bot never provokes, whatever people and servers do;
    meeting it is a violation. Others, such as closed DMs, are part of life.
    """

    status: int
    code: int
    message: str
    is_mistake: bool = False


class DiscordError(ValueError):
    """What Discord answers instead of doing what it was asked.

    `errors` says what is wrong field by field, `retry_after` in how many seconds to try again;
    `detail` is for people and not sent.
    """

    def __init__(
        self,
        fault: Fault,
        errors: Json | None = None,
        *,
        detail: str = "",
        retry_after: float | None = None,
        is_global: bool = False,
    ) -> None:
        super().__init__(f"{fault.code} {fault.message}{detail and ': '}{detail}")
        self.fault = fault
        self.errors = errors
        self.retry_after = retry_after
        self.is_global = is_global

    def as_json(self) -> Json:
        """The body of the answer."""
        body: Json = {"message": self.fault.message, "code": self.fault.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": self.is_global}
        return body


UNAUTHORIZED: Final = Fault(401, 0, "401: Unauthorized", is_mistake=True)
NOT_FOUND: Final = Fault(404, 0, "404: Not Found", is_mistake=True)
UNKNOWN_CHANNEL: Final = Fault(404, 10003, "Unknown Channel")
UNKNOWN_GUILD: Final = Fault(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER: Final = Fault(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE: Final = Fault(404, 10008, "Unknown Message")
UNKNOWN_USER: Final = Fault(404, 10013, "Unknown User")
UNKNOWN_EMOJI: Final = Fault(404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK: Final = Fault(404, 10015, "Unknown Webhook", is_mistake=True)
UNKNOWN_INTERACTION: Final = Fault(404, 10062, "Unknown interaction", is_mistake=True)
UNKNOWN_EVENT: Final = Fault(404, 10070, "Unknown Guild Scheduled Event")
TOO_MANY_EMOJIS: Final = Fault(400, 30008, "Maximum number of emojis reached (2000)", True)
TOO_MANY_EVENTS: Final = Fault(
    400, 30038, "Maximum number of uncompleted guild scheduled events reached (100)"
)
OLD_MESSAGE_EDITS: Final = Fault(
    429,
    30046,
    "Maximum number of edits to messages older than 1 hour reached. Try again later.",
)
FLAGGED_AS_SPAM: Final = Fault(
    403, 20026, "Your bot has been flagged by our anti-spam system for abusive behavior."
)
OPENING_DMS_TOO_FAST: Final = Fault(400, 40003, "You are opening direct messages too fast")
TOO_LARGE: Final = Fault(413, 40005, "Request entity too large", is_mistake=True)
ALREADY_ACKNOWLEDGED: Final = Fault(
    400, 40060, "Interaction has already been acknowledged.", is_mistake=True
)
MISSING_ACCESS: Final = Fault(403, 50001, "Missing Access")
FOREIGN_MESSAGE: Final = Fault(
    403, 50005, "Cannot edit a message authored by another user", is_mistake=True
)
EMPTY_MESSAGE: Final = Fault(400, 50006, "Cannot send an empty message", is_mistake=True)
CLOSED_DMS: Final = Fault(403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS: Final = Fault(403, 50013, "Missing Permissions")
INVALID_WEBHOOK_TOKEN: Final = Fault(401, 50027, "Invalid Webhook Token", is_mistake=True)
CANNOT_DM: Final = Fault(400, 50033, "Invalid Recipient(s)", is_mistake=True)
INVALID_FORM: Final = Fault(400, 50035, "Invalid Form Body", is_mistake=True)
FORM_REFUSED: Final = Fault(400, 50035, "Invalid Form Body")
"""For refusals that are not the bot's mistake: Discord is reported to refuse valid bodies."""
NO_SUCH_ACTION: Final = Fault(
    400, 50024, "Cannot execute action on this channel type", is_mistake=True
)
ARCHIVED_THREAD: Final = Fault(400, 50083, "Thread is archived")
ENTRY_POINT_LEFT_OUT: Final = Fault(
    400,
    50240,
    "You cannot remove this app's Entry Point command in a bulk update operation. Please include "
    "the Entry Point command in your update request or delete it separately.",
    is_mistake=True,
)
INVALID_JSON: Final = Fault(400, 50109, "The request body contains invalid JSON.", is_mistake=True)
NO_MUTUAL_GUILD: Final = Fault(
    403, 50278, "Cannot send messages to this user due to having no mutual guilds"
)
THREAD_THERE: Final = Fault(400, 160004, "A thread has already been created for this message")
LOCKED_THREAD: Final = Fault(400, 160005, "Thread is locked")
TOO_MANY_THREADS: Final = Fault(400, 160006, "Maximum number of active threads reached")
EVENT_FINISHED: Final = Fault(400, 180000, "Cannot update a finished event", is_mistake=True)
RATE_LIMITED: Final = Fault(429, 0, "You are being rate limited.")
