"""Faults to be put into the running code, one after the other; the suite's own checks find each.

`planting` says what a leak is and asks the checks; the other modules list leaks by their channel.
`python -m tests.secrecy.leaks` (or `make leaks`) plants all of them.
"""
