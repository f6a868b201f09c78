"""Scenes as pictures and as words: one module for each form, one function for each view.

The forms are `draw` (PNG), `alt` (words for screen readers), `plain_text` (for a code block) and
`emoji_text` (text with the application's emoji, whose images `card_tiles` makes). The views are
`table`, `result`, `private` and `ledger`. The smaller views (`profile`, `rating_ladder`,
`standing`, `rows`) each have picture and words in one module. All depend on scenes alone, so
nothing is shown that the viewer of a scene may not know.
"""
