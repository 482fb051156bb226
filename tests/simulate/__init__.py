"""Deterministic simulation of the services: one seed determines everything that goes wrong.

The services and PostgreSQL are real. The seed determines their surroundings: which process
continues at each database statement (`actors`), the broker (`broker`), the mail server (`post`),
the clock, the people (`people`), and which process is killed, disconnected or frozen where
(`faults`). After each commit the invariants are checked (`watching`), and at the end whether the
history that the people saw is possible (`tests/faults/checker.py`). `make simulate-faults
SEEDS=100000` tries that many seeds; `python -m tests.simulate --seed 7` repeats one.

With `--aftermath` games end, are rated and compacted, seasons follow one another, and bots search
(`aftermath`, `evening`, `crowd`, `results`).
"""
