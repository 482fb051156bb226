"""Tables with the same deals."""

from django.db import models
from django.utils import timezone


class Duplicate(models.Model):
    """Links two to four tables with the same deals (`Game.duplicate`); docs/duplicate.md."""

    made_at = models.DateTimeField(default=timezone.now)
    compared_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when all its tables are over and open to others."
    )

    def __str__(self) -> str:
        return f"duplicate {self.pk}"
