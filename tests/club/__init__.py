"""A club of made-up people who play for virtual months, by the real services.

`make simulate` runs it in a database of its own and prints what became of everything
(docs/operating.md).  Time is a number here (`clock`), mail is counted (`post`), and what a
worker would be woken for is done at once (`waking`); everything else is the real thing.
"""
