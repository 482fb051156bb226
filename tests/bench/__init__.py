"""What a bid costs, against the floors of the stack: `python -m tests.bench`."""
