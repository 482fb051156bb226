"""Deterministic simulation of the services: one seed, one course of everything that goes wrong.

The services, and PostgreSQL below them, are the real ones.  What is drawn from the seed is what
surrounds them: which process goes on at each database statement (`actors`), the broker (`broker`),
the mail server (`post`), the clock, the people (`people`), and who is killed, cut off or frozen
where (`faults`).  After each commit it is asked whether all that must hold does (`watching`), and
at the end whether the history that the people saw is one that may be (`tests/faults/checker.py`).

`make simulate-faults SEEDS=100000` tries so many; `python -m tests.simulate --seed 7` one again.
"""
