"""The interface of a channel: opened once, it sends many notices.

These exceptions put a notice off; those of a failure are in `accounts.operation.send_errors`.
"""

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from django.db import OperationalError

from accounts.models import Notice


class NotBegun(OperationalError):
    """The database broke off before anything was said about this notice."""


class Postponed(Exception):
    """Nothing may be sent there before `until`; this doesn't count as an attempt."""

    def __init__(self, until: datetime) -> None:
        self.until = until
        super().__init__(str(until))


class MoreToCome(Postponed):
    """Something that belongs in the same e-mail is expected by then; it may arrive sooner."""


class Channel(AbstractContextManager["Channel"], Protocol):
    """One channel while it is open."""

    def __exit__(self, *_raised: object) -> None:
        """Closes what it opened, if anything."""

    def send(self, notice: Notice) -> None:
        """Checks that the notice is still true and wanted, and hands it over.

        Raises `accounts.notifications.eligibility.NotSent` when it is not to go, and
        `Postponed`, `NotBegun` or one of `send_errors`; whatever else it raises is a fault of
        ours, tried again later.
        """
