"""What goes wrong in a world, and how often."""

from typing import Final

from tests.simulation.faults import deaths, gateway, moderation, requests, storage, time
from tests.simulation.faults.bringing import Trouble
from tests.simulation.plan import Fault

TROUBLES: Final = (
    Trouble(Fault.STOP, 6.0, (3, 600), deaths.stop),
    Trouble(Fault.KILL, 3.0, (3, 600), deaths.kill),
    Trouble(Fault.POWER, 5.0, (10, 3600), deaths.cut_power),
    Trouble(Fault.DISK, 6.0, (1, 600), storage.fail),
    Trouble(Fault.LOCK, 6.0, (1, 60), storage.lock),
    Trouble(Fault.CLOCK, 8.0, (10, 1800), time.jump),
    Trouble(Fault.SLOW, 6.0, (10, 600), time.slow_down),
    Trouble(Fault.GATEWAY, 2.0, (1, 300), gateway.disturb),
    Trouble(Fault.REQUESTS, 2.0, (5, 900), requests.storm),
    Trouble(Fault.LIMITS, 5.0, (60, 3600), requests.limit),
    Trouble(Fault.MODERATION, 4.0, (10, 1800), moderation.moderate),
)
