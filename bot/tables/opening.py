"""The options of a new table: as its host asks for them, else as its server has decided."""

from dataclasses import dataclass

from bot.guilds import Guild
from bot.ofc.length import Length
from bot.ofc.rulesets import Ruleset, parse_changes
from bot.tables.clock import parse_clock


@dataclass(frozen=True)
class Wishes:
    """The arguments of `/ofc new`; None, or empty `options`, is as the server has decided.

    `options` are changes to the rules such as `scoring=2-4`, `clock` is written such as `10m` or
    `none`, `seats` None is as many as fit; `computer` is the level of one that sits down at once.
    `length` None is endless, `loss_limit` None is no limit.
    """

    variant: str | None = None
    rules: str | None = None
    seats: int | None = None
    stake: int = 1
    clock: str | None = None
    options: str = ""
    computer: str | None = None
    length: Length | None = None
    loss_limit: int | None = None

    def ruleset(self, guild: Guild) -> Ruleset:
        """The rules wished for; RulesetError for words that are none.

        Whoever names a preset gets that preset, and not the server's changes to another.
        """
        own = Ruleset.parse(guild.rules) if self.rules is None else Ruleset.of(self.rules)
        changes = parse_changes(self.options.split())
        if self.variant is not None:
            changes["variant"] = self.variant
        return own.changed(changes)

    def seconds(self, guild: Guild) -> int | None:
        """How long each decision may take, None without a limit; TableError for other words."""
        return guild.clock if self.clock is None else parse_clock(self.clock)
