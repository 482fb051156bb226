"""Fingerprints of the networks that people signed in from, kept for ninety days."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Sighting(models.Model):
    """A sign-in; `network` is a hash of the subnet (accounts.security.network_fingerprints)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sightings")
    network = models.CharField(max_length=64)
    times = models.PositiveIntegerField(default=1)
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "network"], name="sighting_once"),)
        indexes = (
            models.Index(fields=["network"], name="sighting_network"),
            models.Index(fields=["last_at"], name="sighting_age"),
        )

    def __str__(self) -> str:
        return f"sighting of {self.user_id}"
