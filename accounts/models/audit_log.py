"""The append-only log of staff actions. A database trigger rejects any change to it."""

import hashlib
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import encryption as sealed


class EntryManager(models.Manager["ModerationEntry"]):
    """Fetches entries together with their remarks."""

    def get_queryset(self) -> "models.QuerySet[ModerationEntry]":
        return super().get_queryset().select_related("remark")


class ModerationEntry(models.Model):
    """One staff action: who did what to which person or game, and why.

    Written only by `accounts.staff.audit_log.append`. `about` is "game:abcdefghjkmn" or
    "person:17", not a foreign key, so that deletions elsewhere never touch a row here. `digest`
    covers all other columns including `previous` (docs/moderating.md). Free text goes into a
    `Remark`, since an entry itself can never be changed.
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
    mark = models.CharField(
        max_length=64,
        blank=True,
        default="",
        help_text="Of the remark: its salted SHA-256, which stays when the words go.",
    )
    facts = models.JSONField(default=dict)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    objects: ClassVar[EntryManager] = EntryManager()

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

    @property
    def text(self) -> str:
        """The remark; empty if there is none, or if it was erased with the person's data."""
        remark: Remark | None = getattr(self, "remark", None)
        return remark.words[1] if remark is not None else ""


class Remark(models.Model):
    """A staff member's remark on an entry, encrypted together with its salt.

    It can be erased with the data of the person it is about; the entry stays and the chain of
    digests still verifies.
    """

    entry = models.OneToOneField(
        ModerationEntry, models.DO_NOTHING, db_constraint=False, primary_key=True
    )
    sealed = models.BinaryField(editable=False)

    def __str__(self) -> str:
        return f"remark to {self.entry_id}"

    @staticmethod
    def associated_data(number: int) -> str:
        """The associated data that a remark is encrypted with."""
        return f"remark:{number}"

    @property
    def words(self) -> tuple[str, str]:
        """Salt and text, decrypted. Raises `CannotOpen`."""
        salt, text = sealed.unseal(self.sealed, self.associated_data(self.entry.number))
        return salt, text

    @property
    def mark(self) -> str:
        """The commitment that the entry must carry for this remark."""
        return mark_of(*self.words)


def mark_of(salt: str, text: str) -> str:
    """A salted commitment to the text, so that even a guess can't be confirmed."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()
