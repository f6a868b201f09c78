"""What maintainers run: releases, views to look at, benchmarks, training of players."""
