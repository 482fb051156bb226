"""The append-only log of what staff did; a trigger of the database refuses to change it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ModerationEntry(models.Model):
    """One act of the staff: who, what, about whom or which game, why.

    Written by `accounts.moderating.append` alone.  `about` is like "game:abcdefghjkmn" or
    "person:17", without a foreign key, so that nothing that is deleted elsewhere touches a row
    here.  `digest` covers all other columns, `previous` included (docs/moderating.md).
    """

    number = models.PositiveBigIntegerField(unique=True, help_text="Counted from 1, without gaps.")
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
        help_text="Empty: the operators of the server.",
    )
    command = models.CharField(max_length=24)
    about = models.CharField(max_length=48)
    reason = models.CharField(max_length=24, blank=True)
    text = models.CharField(max_length=1000, blank=True)
    facts = models.JSONField(default=dict)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("entry of the moderators’ log")
        verbose_name_plural = _("log of moderators")
        ordering: ClassVar[list[str]] = ["-number"]
        default_permissions = ()
        permissions = (
            ("help", "Read the panel, send letters again, excuse a missed hand"),
            ("moderate", "Carry out the commands on games, mute and warn"),
            ("govern", "Suspend people, give roles, take a person's data away"),
        )
        indexes = (
            models.Index(fields=["about", "-number"], name="moderation_about"),
            models.Index(fields=["actor", "-number"], name="moderation_by"),
        )

    def __str__(self) -> str:
        return f"entry {self.number}: {self.command} on {self.about}"
