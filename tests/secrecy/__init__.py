"""No channel shows what its reader may not know: the ways in which that is tested.

**Paired worlds** (`test_paired_worlds`).  A game is brought to some position (`positions`) and
everything that one observer may see of it is rendered (`doors`, `letters`, `admin_cases`).  Then,
in the same rows, everything is altered that this observer may not know (`altering`): the cards of
the others, the deck to come, their sealed bids, their letters, keys and notes; and all is rendered
again.  Clock and chance stand still meanwhile (`stillness`).  Status, every header, the body, what
was logged, the tasks that were sent, the notices and cache keys that were written must be the same
to the byte (`comparing`).  `pure` compares thousands of random positions by the rules alone.

Nothing can be forgotten quietly: every address of the URL conf and every model in the admin needs a
case in `cases` or an exemption with its reason, every kind of letter needs its facts in `letters`,
every ruleset a way to alter it in `worlds`, and every column of every table must be filed in
`columns` as open to somebody or as altered.

**Canary** (`canary`).  A game whose cards, secrets and bids are words that occur nowhere else is
played with a real worker; afterwards the words must be nowhere in the database (queues and caches
are tables of it), in no log at DEBUG and on no error page.

**Planted leaks** (`leaks`).  Faults are put into the running code one after the other, and each
must be found by one of these.

`make secrecy RENDERINGS=100000` compares as many renderings as you like.
"""
