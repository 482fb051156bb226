"""`python -m tests.secrecy [--renderings N]`: compares more paired worlds than the suite has time
for.
"""

import argparse
import os

import pytest

if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m tests.secrecy", description=__doc__)
    asked.add_argument("--renderings", type=int, default=20_000, metavar="N")
    os.environ["TIDEWEB_RENDERINGS"] = str(asked.parse_args().renderings)
    raise SystemExit(pytest.main(["tests/secrecy/more.py", "-q", "-s", "-p", "no:logging"]))
