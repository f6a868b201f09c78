"""Tools of maintainers: releases, the gallery of views, benchmarks, training of players."""
