"""Writes tests/corpus/replies anew: `python -m tests.games.mail.corpus.write`."""

import os
import sys
from pathlib import Path

import pytest

ALLOWED = "TIDEWEB_WRITE_CORPUS"

if __name__ == "__main__":
    os.environ[ALLOWED] = "1"
    body = Path(__file__).with_name("writing.py")
    sys.exit(pytest.main(["-q", "-n", "0", str(body)]))
