"""Sixty small faults for the code, drawn once: `python -m tests.mutants list` draws them anew."""

import sys
from pathlib import Path

from tests.mutants import drawing, kept

HERE = Path(__file__).resolve().parents[2]

if __name__ == "__main__":
    if sys.argv[1:] != ["list"]:
        sys.exit(f"{__doc__}")
    kept.write(drawing.draw(HERE))
