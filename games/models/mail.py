"""Playing by mail: the addresses that letters are answered to."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.playing import Hand


class ReplyAddress(models.Model):
    """An address that only one person knows, to answer one hand by mail.

    It is looked up by `digest` (SHA-256 of its secret part); the sealed secret is there for the
    next letter about the same hand, which bears the same address.
    """

    class Purpose(models.TextChoices):
        PLAY = "play", "to play a hand"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="reply_addresses"
    )
    hand = models.ForeignKey(Hand, models.CASCADE, related_name="reply_addresses")
    purpose = models.CharField(max_length=8, choices=Purpose.choices, default=Purpose.PLAY)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    sealed_token = models.BinaryField(editable=False)
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["user", "hand", "purpose"],
                name="reply_address_once",
                condition=Q(revoked_at=None),
            ),
        )

    def __str__(self) -> str:
        return f"reply address {self.pk}"
