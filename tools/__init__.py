"""What maintainers run: views drawn to be looked at, benchmarks, training of computer players."""
