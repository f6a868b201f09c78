"""Workers that act by themselves: the timer, computer players and the judge of skill."""
