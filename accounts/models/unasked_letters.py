"""Counts unsolicited e-mails per address, such as invitations; kept for thirty days."""

from django.db import models
from django.utils import timezone


class UnaskedLetter(models.Model):
    """One such e-mail; `digest` is a keyed hash of the address (accounts.email.unasked_letters)."""

    digest = models.CharField(max_length=64)
    key = models.CharField(max_length=32, help_text="Of the letter: sent again, it is the same.")
    counts = models.BooleanField(help_text="Not where the owner of an account asked for it.")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["digest", "key"], name="unasked_letter_once"),
        )
        indexes = (models.Index(fields=["at"], name="unasked_letter_age"),)

    def __str__(self) -> str:
        return f"unasked letter {self.pk}"
