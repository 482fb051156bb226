"""A club of made-up people who play for virtual months, by the real services.

`make club` runs it in a temporary database and prints the results (docs/operating.md). Time is
virtual (`clock`), mail is counted (`post`), and what a worker would be woken for is done at once
(`waking`); everything else is real.
"""
