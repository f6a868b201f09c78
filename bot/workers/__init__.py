"""What acts by itself: the timer, computer players and the judge of skill."""
