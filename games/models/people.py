"""Friendships."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils import timezone


class Friendship(models.Model):
    """A friend request or friendship, known only to the two people.

    They are friends since `accepted_at`. Somebody who has declined (`declined_at`) isn't asked
    again, and the other person isn't told: what the asker withdraws after that (`withdrawn_at`)
    stays.
    """

    asker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="asks")
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="asked_by")
    at = models.DateTimeField(default=timezone.now)
    accepted_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="friendship_once"
            ),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="friendship_of_two"),
        )

    def __str__(self) -> str:
        return f"friendship {self.pk} of persons {self.asker_id} and {self.asked_id}"
