"""Writes the letters of tests/golden/letters anew: `python -m tests.games.mail.approve`.

Look at the difference (and at the HTML in a browser) before you commit it.
"""

import os
import sys
from pathlib import Path

import pytest

WRITE = "TIDEWEB_GOLDEN_LETTERS"

if __name__ == "__main__":
    os.environ[WRITE] = "1"
    sys.exit(pytest.main(["-q", "-n", "0", str(Path(__file__).with_name("test_goldens.py"))]))
