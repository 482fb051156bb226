"""Says how many letters a game costs each person: `python -m tests.games.mail.count_letters`."""

import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    body = Path(__file__).with_name("letters_a_game.py")
    sys.exit(pytest.main(["-q", "-s", "-n", "0", str(body), *sys.argv[1:]]))
