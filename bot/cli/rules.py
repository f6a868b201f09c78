"""The arguments `--rules` and `--set`, which several commands share."""

import argparse

from bot.ofc.rulesets import PRESETS, Ruleset, parse_changes


def add_rules(command: argparse.ArgumentParser) -> None:
    """Add the two arguments."""
    command.add_argument(
        "--rules", default="standard", metavar="PRESET", help=f"one of: {', '.join(PRESETS)}"
    )
    command.add_argument(
        "--set",
        action="append",
        default=[],
        dest="changes",
        metavar="OPTION=VALUE",
        help="change an option of the preset, such as scoring=2-4; may be repeated",
    )


def chosen_rules(options: argparse.Namespace) -> Ruleset:
    """The ruleset they name; raises RulesetError."""
    return Ruleset.of(options.rules, parse_changes(options.changes))
