"""Time given back after outages."""

from django.db import models
from django.utils import timezone

from accounts.models import Outage
from games.models.hands_and_bids import Hand
from games.models.placement import placement


class Credit(models.Model):
    """A hand's compensation for an outage; unique, so that it is granted only once."""

    outage = models.ForeignKey(Outage, models.CASCADE, related_name="credits")
    game = placement()
    hand = models.ForeignKey(Hand, models.CASCADE, related_name="credits")
    minutes = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["outage", "hand"], name="credit_once"),)

    def __str__(self) -> str:
        return f"{self.minutes} minutes for hand {self.hand_id}"
