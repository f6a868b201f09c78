"""Small changes of the code, and whether tests notice them."""

from typing import Final

THINK_ANEW: Final = "OFC_THINK_ANEW"
"""A variable of the environment with which no test takes what another one has thought."""
