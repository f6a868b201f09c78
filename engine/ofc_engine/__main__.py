"""`python -m ofc_engine COMMAND`, which is `ofc COMMAND`."""

import sys

from ofc_engine.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
