"""The channels by which a notice reaches somebody: one module each.

`accounts.notifications.delivery` claims, leases and settles; a channel checks whether its notice is
still true and wished, composes it and hands it over.  Its answers are those of `channels.base`.
"""
