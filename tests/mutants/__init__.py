"""Small faults put into the running code, one at a time: does the suite find them?

The sixty of `list.jsonl` were drawn once, so that a change of the tests can be judged by the same
ones before and after it.
"""
