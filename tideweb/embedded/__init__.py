"""Everything that `make run` and the tests bring along instead of an installed service."""
