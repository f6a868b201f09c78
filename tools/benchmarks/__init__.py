"""Benchmarks: one command each, see README.md."""

import os

# Before NumPy is imported: a second thread would only wait, and be counted as work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
