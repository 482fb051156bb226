"""What every channel is to `accounts.notifications.delivery`: a line that is opened once and sends
many.
"""

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from django.db import OperationalError

from accounts.models import Notice


class RefusedForGood(Exception):
    """The other side will never take this notice."""


class TryLater(Exception):
    """The other side does not take this notice now, or fell silent over it."""


class OutcomeUnknown(Exception):
    """The other side has all of this notice, and did not say whether it takes it."""


class Unreachable(Exception):
    """There is nobody to talk to: nothing was said about any notice of this channel."""


class NotBegun(OperationalError):
    """The database broke off before anything was said about this notice."""


class Postponed(Exception):
    """The other side is to be left alone until a moment; this is no try."""

    def __init__(self, until: datetime) -> None:
        self.until = until
        super().__init__(str(until))


class MoreToCome(Postponed):
    """Something that belongs into the same letter is expected until then; it may join at once."""


class Channel(AbstractContextManager["Channel"], Protocol):
    """One channel while it is open."""

    def send(self, notice: Notice) -> None:
        """Hands one notice over, checked just before for being true and wished.

        Raises `accounts.notifications.eligibility.NotSent` when it is not to go, and
        `RefusedForGood`, `TryLater`, `OutcomeUnknown`, `Postponed`, `NotBegun` or `Unreachable`;
        whatever else it raises is a fault of ours, tried again later.
        """
