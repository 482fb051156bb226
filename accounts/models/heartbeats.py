"""When the service was alive, and when it was not."""

from django.db import models
from django.db.models import F, Q


class Heartbeat(models.Model):
    """When a part of the service (sweep, outbox, mailin) last did its work."""

    service = models.CharField(max_length=12, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.service} at {self.at:%Y-%m-%d %H:%M:%S}"


class WrongClock(models.Model):
    """A host that found its clock wrong, and when it last did."""

    host = models.CharField(max_length=100, unique=True)
    seconds = models.BigIntegerField(help_text="By how much it is ahead of the database's.")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.host}: {self.seconds:+} s"


class Outage(models.Model):
    """A gap between two heartbeats of a part: then we were down.

    `settled` once every hand that it touched has got its time back.
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
