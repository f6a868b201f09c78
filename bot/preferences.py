"""What a person has chosen for themselves, as plain values."""

from dataclasses import dataclass

from bot.quiet import QuietHours, zone_names


@dataclass(frozen=True)
class Preferences:
    """A person's settings, with those of somebody who has chosen nothing; each is a column.

    `skin` and `deck` are for their own pictures, None as the table has them. `confirm` is `ask`,
    or `auto`: the last tap places by itself after a moment. `aid` is what these pictures count:
    `outs` (with the live cards), `live` cards only, or `none`. `calls` is where a turn is
    announced: `dm`, `channel` or `none`. Quiet hours begin and end at full hours, in an IANA time
    zone.
    """

    skin: str | None = None
    deck: str | None = None
    confirm: str = "ask"
    aid: str = "outs"
    calls: str = "dm"
    quiet_from: int | None = None
    quiet_to: int | None = None
    time_zone: str | None = None

    @property
    def quiet_hours(self) -> QuietHours | None:
        """The hours without notifications; None without any."""
        if self.quiet_from is None or self.quiet_to is None or self.time_zone not in zone_names():
            return None
        return QuietHours(self.quiet_from, self.quiet_to, self.time_zone)
