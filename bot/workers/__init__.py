"""Workers that act without a press: the timer, computer players and the judge of skill."""
