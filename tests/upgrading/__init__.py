"""Upgrades without a stop: the code of before on the schema of now, and locks that stop play."""

# What people run who upgrade next: its commit, and the last migration of each app in it. After a
# release this becomes that release.
RELEASED = "24835fd7"  # 0.2.0
UNKNOWN_TO_IT = frozenset({"seen_before"})  # keys of tables
MIGRATED = {"accounts": "0029_unread_index", "games": "0037_indexes"}
