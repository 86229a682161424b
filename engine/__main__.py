"""The command line: `python -m engine`."""

import sys

from engine.cli import main
from engine.console import print_everywhere

print_everywhere()
sys.exit(main())
