"""The delivery channels, one module each.

`accounts.notifications.delivery` claims, leases and settles notices. A channel checks whether its
notice is still true and wanted, composes it and hands it over; it raises the exceptions of
`channels.base` and `accounts.operation.send_errors`.
"""
