"""Tests that no channel shows what its reader may not know.

**Paired worlds** (`test_paired_worlds`). A game is brought to some position (`positions`), and
everything that one observer may see of it is rendered (`addresses`, `letters`, `admin_cases`).
Then, in the same rows, everything is altered that this observer may not know (`altering`): the
others' cards, the deck to come, their sealed bids, their letters, keys and notes. Everything is
rendered again, with clock and randomness frozen (`frozen`). Status, headers, body, logs, tasks
sent, notices and cache keys must be identical to the byte (`comparing`). `pure` compares thousands
of random positions by the rules alone.

Nothing can be forgotten silently: every address of the URL conf and every model in the admin needs
a case in `cases`, or an exemption with its reason; every kind of letter needs its facts in
`letters`, every ruleset a way to alter it in `worlds`, and every column of every table must be
listed in `columns` as open or as altered.

**Canary** (`canary`). A game whose cards, secrets and bids are words that occur nowhere else is
played with a real worker. Afterwards these words must not be anywhere in the database (whose tables
include queues and caches), in logs at DEBUG, or on error pages.

**Planted leaks** (`leaks`). Leaks are planted in the running code one after another, and one of
these tests must find each.

`make secrecy RENDERINGS=100000` compares as many renderings as you like.
"""
