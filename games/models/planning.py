"""Answers that a seat gives ahead."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.tables import Seat


class Plan(models.Model):
    """A seat's answers given ahead (docs/plans.md): its text and how far it has come, sealed.

    It counts only while its owner sits there.  The text may be empty: then there is no plan but
    what a card is to do when its time comes.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="plan")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    sealed = models.BinaryField(editable=False)
    changed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"plan of seat {self.seat_id}"
