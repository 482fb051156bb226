"""Heartbeats, outages and hosts with a wrong clock."""

from django.db import models
from django.db.models import F, Q


class Heartbeat(models.Model):
    """When a part (sweep, outbox, mailin, pulse) last did its work; one row per part."""

    service = models.CharField(max_length=12, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.service} at {self.at:%Y-%m-%d %H:%M:%S}"


class WrongClock(models.Model):
    """A host whose clock disagrees with the database's, and when it last noticed."""

    host = models.CharField(max_length=100, unique=True)
    seconds = models.BigIntegerField(help_text="By how much it is ahead of the database's.")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.host}: {self.seconds:+} s"


class Outage(models.Model):
    """Downtime: a gap between two heartbeats of a part.

    `settled` once every hand that was affected has got its lost time back.
    """

    what = models.CharField(max_length=12)
    began = models.DateTimeField()
    ended = models.DateTimeField()
    settled = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(began__lt=F("ended")), name="outage_forwards"),
        )
        indexes = (
            models.Index(fields=["ended"], name="outage_ended"),
            models.Index(fields=["id"], name="outage_open", condition=Q(settled=False)),
        )

    def __str__(self) -> str:
        return f"{self.what} {self.began:%Y-%m-%d %H:%M} – {self.ended:%H:%M}"
