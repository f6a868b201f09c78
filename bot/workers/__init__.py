"""What acts by itself: the timer and computer players."""
