"""What happens without a press: the timer, computer players and the judge of skill."""
