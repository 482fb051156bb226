"""Encrypted storage: the demo's mailbox, and the canaries that prove the keys are right."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class MailboxLetter(models.Model):
    """An e-mail that our own listener accepted for a person here; only they can read it."""

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mailbox_letters"
    )
    message_id = models.CharField(max_length=250)
    sealed_head = models.BinaryField(editable=False)
    sealed_raw = models.BinaryField(editable=False)
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["recipient", "message_id"], name="mailbox_letter_once"),
        )
        indexes = (models.Index(fields=["recipient", "-id"], name="mailbox_of_person"),)

    def __str__(self) -> str:
        return f"letter {self.pk} in the mailbox of {self.recipient_id}"


class Canary(models.Model):
    """A known value encrypted with one key of the ring: if it decrypts, the key is right."""

    key_id = models.CharField(max_length=32, unique=True)
    sealed = models.BinaryField(editable=False)
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"canary of the key {self.key_id}"
