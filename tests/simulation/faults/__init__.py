"""The faults of a world, and how often they happen."""

from typing import Final

from tests.simulation.faults import deaths, gateway, moderation, requests, storage, time
from tests.simulation.faults.bringing import Trouble
from tests.simulation.plan import Fault

TROUBLES: Final = (
    Trouble(Fault.STOP, 2.0, (3, 600), deaths.stop),
    Trouble(Fault.KILL, 1.0, (3, 600), deaths.kill),
    Trouble(Fault.POWER, 2.0, (10, 1200), deaths.cut_power),
    Trouble(Fault.DISK, 2.0, (1, 600), storage.fail),
    Trouble(Fault.LOCK, 2.0, (1, 60), storage.lock),
    Trouble(Fault.CLOCK, 3.0, (10, 1800), time.jump),
    Trouble(Fault.SLOW, 2.0, (10, 600), time.slow_down),
    Trouble(Fault.GATEWAY, 0.7, (1, 300), gateway.disturb),
    Trouble(Fault.REQUESTS, 0.7, (5, 900), requests.storm),
    Trouble(Fault.LIMITS, 1.5, (60, 1800), requests.limit),
    Trouble(Fault.MODERATION, 1.5, (10, 1800), moderation.moderate),
)
