"""Errors about choices that no menu offers."""

from bot.texts import marked
from ofc_engine.errors import OfcError


class ChoiceError(OfcError):
    """Something that the menu does not offer, or no longer."""

    def __init__(self, sentence: str = marked("Choose from the menu."), **values: object) -> None:
        super().__init__(sentence, **values)
