"""The kinds of requests that the bot makes of Discord: method and path."""

from typing import Final

MESSAGES: Final = "/channels/{channel_id}/messages"
OPEN_DM: Final = ("POST", "/users/@me/channels")
POST: Final = ("POST", MESSAGES)
EDIT: Final = ("PATCH", f"{MESSAGES}/{{message_id}}")
DELETE: Final = ("DELETE", f"{MESSAGES}/{{message_id}}")
ANSWER: Final = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
LATE_ANSWER: Final = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
MIDDLE: Final = {
    "post": POST,
    "edit": EDIT,
    "delete": DELETE,
    "answer": ANSWER,
    "edit an answer": LATE_ANSWER,
}
"""Every kind of request that a hand takes: method and path."""

FOLLOW_UP: Final = ("POST", "/webhooks/{webhook_id}/{webhook_token}")
"""What everybody is shown after an answer, and answers that took long."""
START: Final = {
    "who am i": ("GET", "/users/@me"),
    "application": ("GET", "/oauth2/applications/@me"),
    "gateway": ("GET", "/gateway/bot"),
    "commands of before": ("GET", "/applications/{application_id}/commands"),
    "commands": ("PUT", "/applications/{application_id}/commands"),
}
"""Every kind of request that a start takes."""
