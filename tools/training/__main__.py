"""Make the weights of a variant from nothing: `uv run python -m tools.training turbo`.

It takes hours. Stopped and started again it continues, and ends with the same bits.
"""

import argparse
from dataclasses import fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tools.training.values import WEIGHTS, Recipe, Training

RECIPES: Final = MappingProxyType(
    {
        "classic": Recipe(positions=400_000, growth=3, keep=3, dream=0.6, pat=0.01),
        "classic+jokers": Recipe(
            positions=200_000, growth=3, keep=3, draws=4, hidden="128,48", dream=0.5, pat=0.01
        ),
        "deuce": Recipe(positions=160_000, growth=3, draws=4, epochs=10, hidden="128,48"),
        "pineapple+jokers": Recipe(positions=320_000, growth=3, draws=4, hidden="128,48", pat=0.03),
        "pineapple": Recipe(
            positions=1_600_000, growth=4, draws=4, dream=0.25, pat=0.03, refined=400_000
        ),
        "turbo": Recipe(positions=128_000, epochs=12, hidden="128,48", pat=0.03),
        "turbo+jokers": Recipe(
            positions=96_000, growth=3, draws=4, epochs=12, hidden="128,48", pat=0.03
        ),
    }
)
"""How the weights in the package are made, by the name of the values (`Variant.values`)."""


def main() -> None:
    """Read the arguments and train."""
    command = argparse.ArgumentParser(prog="python -m tools.training", description=__doc__)
    command.add_argument("values", choices=list(RECIPES))
    command.add_argument("--out", type=Path, default=WEIGHTS, help="a folder; else the package")
    command.add_argument("--start", type=Path, help="a folder with weights to begin with")
    for field in fields(Recipe):
        command.add_argument(f"--{field.name}", type=type(field.default), help="else the recipe's")
    options = vars(command.parse_args())
    given = {f.name: options[f.name] for f in fields(Recipe) if options[f.name] is not None}
    recipe = replace(RECIPES[options["values"]], **given)
    Training(options["values"], recipe, options["out"], options["start"]).run()


if __name__ == "__main__":
    main()
