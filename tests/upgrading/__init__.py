"""Upgrades without a stop: the code of before on the schema of now, and locks that stop play."""

# What people run who upgrade next: its commit, and the last migration of each app in it. After a
# release this becomes that release.
RELEASED = "d984dd01"  # 0.3.0
UNKNOWN_TO_IT: frozenset[str] = frozenset()  # keys of tables
MIGRATED = {"accounts": "0045_recovered_at", "games": "0062_fewer_indexes"}
