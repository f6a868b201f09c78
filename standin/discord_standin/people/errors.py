"""Errors of people, as sentences."""


class CannotDoError(ValueError):
    """Something that Discord's own app would not offer to this person."""
