"""Rate limits: those that always hold, and Discord's buckets for tests that want them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from discord_standin.clock import Clock
from discord_standin.faults import OLD_MESSAGE_EDITS, RATE_LIMITED, DiscordError
from discord_standin.window import FixedWindow, Window

_OLD_AFTER: Final = 3600.0
_OLD_EDITS: Final = (3, 20.0)
_GLOBAL: Final = (50, 1.0)
_BUCKETS: Final[Mapping[tuple[str, str], tuple[int, float]]] = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
    ("POST", "/users/@me/channels"): (10, 10.0),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): (5, 2.0),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): (5, 2.0),
}
_MAJOR: Final = ("channel_id", "guild_id", "webhook_token")
_CALLBACK: Final = "/interactions/{webhook_id}/{webhook_token}/callback"


class OldEdits:
    """Edits of messages older than an hour, which have a limit of their own for each channel."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._windows: dict[int, Window] = defaultdict(lambda: Window(clock, *_OLD_EDITS))

    def verify(self, channel_id: int, sent: float) -> None:
        """Count an edit of a message sent at `sent`; raises DiscordError 30046."""
        if self._clock.now() - sent <= _OLD_AFTER:
            return
        window = self._windows[channel_id]
        if (wait := window.wait()) > 0:
            raise DiscordError(OLD_MESSAGE_EDITS, retry_after=wait)
        window.use()


@dataclass(frozen=True)
class Allowance:
    """What the headers of an answer say of its bucket."""

    window: Window
    bucket: str
    clock: Clock

    def headers(self) -> dict[str, str]:
        """The `X-RateLimit` headers."""
        after = max(0.0, self.window.reset_after)
        return {
            "X-RateLimit-Limit": str(self.window.most),
            "X-RateLimit-Remaining": str(self.window.remaining),
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Reset": f"{self.clock.now() + after:.3f}",
            "X-RateLimit-Bucket": self.bucket,
        }


class RateLimits:
    """Buckets of the sizes that Discord's are known to have; it does not publish them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._everything = Window(clock, *_GLOBAL)
        self._windows: dict[str, Window] = {}

    def take(self, method: str, path: str, params: Mapping[str, str]) -> Allowance | None:
        """Count a request; raises DiscordError when its bucket is empty, None if it has none.

        Requests by an interaction's token do not count towards those of a second.
        """
        if path == _CALLBACK:
            return None
        size = _BUCKETS.get((method, path))
        allowance = self._allowance(method, path, params, size) if size else None
        if allowance is not None and (wait := allowance.window.wait()) > 0:
            raise DiscordError(RATE_LIMITED, retry_after=wait)
        if "webhook_token" not in params:
            if (wait := self._everything.wait()) > 0:
                raise DiscordError(RATE_LIMITED, retry_after=wait, is_global=True)
            self._everything.use()
        if allowance is not None:
            allowance.window.use()
        return allowance

    def _allowance(
        self, method: str, path: str, params: Mapping[str, str], size: tuple[int, float]
    ) -> Allowance:
        major = "+".join(params[name] for name in _MAJOR if name in params)
        bucket = f"{method} {path}".encode().hex()[-32:]
        window = self._windows.setdefault(f"{bucket}:{major}", FixedWindow(self._clock, *size))
        return Allowance(window, bucket, self._clock)
