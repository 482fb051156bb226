"""Small faults put into the running code, one at a time: does the suite find them?

The sixty of `list.jsonl` were drawn once, so that a change of the tests can be judged by the same
ones before and after it. `found.jsonl` tells what became of each when they were last run;
`found-before.jsonl` of those drawn from the code before the suite was made quick.
"""
