"""The settings of a server, as plain values."""

from dataclasses import dataclass

from bot.ofc.rulesets import STANDARD, Ruleset
from bot.table_options import TableOptions


@dataclass(frozen=True)
class Guild:
    """The settings of a server, with those of one that has decided nothing as defaults.

    `locale` None is what Discord says; `rules` is a ruleset as it is written; `clock` seconds for
    each decision or None; `openers` says who may open tables: `everybody`, `managers`, or those
    with the `role`; `channels` where, empty for everywhere; `announces` tells records with their
    hand.
    """

    id: int
    locale: str | None = None
    rules: str = str(STANDARD)
    clock: int | None = None
    skin: str = "night"
    deck: str = "two"
    openers: str = "everybody"
    role_id: int | None = None
    announces: bool = True
    channels: tuple[int, ...] = ()

    @property
    def options(self) -> TableOptions:
        """The options of a new table whose host asks for nothing else; RulesetError."""
        rules = Ruleset.parse(self.rules)
        return TableOptions(
            rules, rules.variant.most_players, clock=self.clock, skin=self.skin, deck=self.deck
        )
