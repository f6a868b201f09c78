"""Computer players, the Fantasyland solver and advice: pure, CPU only; the one room with NumPy.

Heavy work is done in NumPy calls, which release the interpreter's lock, so that it may run in
a thread beside an event loop.
"""
