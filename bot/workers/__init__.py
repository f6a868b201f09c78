"""What acts by itself: the timer, computer players and the judge of skill.

`standby` has all of them go on once the database's server is back.
"""
