"""Leaks to be planted in the running code, one after another; the suite's own checks must find
each.

`planting` defines leaks and runs the checks; the other modules list leaks by channel. `python -m
tests.secrecy.leaks` (or `make leaks`) plants all of them.
"""
