"""Scenes as pictures and as words: one module for each form, one function for each view.

The forms are `draw` (PNG), `alt` (a sentence for screen readers), `plain_text` (for a code
block) and `emoji_text` (text with the application's emoji, whose images `cards` makes). The
views are `table`, `result`, `private` and `ledger`. Of the smaller views `profile`, `rating`,
`standing`, `course` and `rows` each module keeps the picture and the words together. All depend
on scenes alone, so nothing is shown that the viewer of a scene may not know.
"""
