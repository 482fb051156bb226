"""Playing by mail: the addresses that letters are answered to, and the mails that came."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.placement import placement
from games.models.playing import Hand
from games.models.tables import Game


class ReplyAddress(models.Model):
    """An address that only one person knows, to answer one hand by mail, or several at once.

    What it is about, if that is not one `hand`, its `topics` say.  It is looked up by `digest`
    (SHA-256 of its secret part); the sealed secret is there for the next letter about the same,
    which bears the same address.
    """

    class Purpose(models.TextChoices):
        PLAY = "play", "to play a hand"
        HANDS = "hands", "to play several hands, each by its number"
        TABLE = "table", "to answer what a letter says about a table"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="reply_addresses"
    )
    game = placement()
    hand = models.ForeignKey(Hand, models.CASCADE, null=True, related_name="reply_addresses")
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


class ReplyTopic(models.Model):
    """What a reply address is about besides its own hand: one of the hands in a letter that asks
    for several, under the number that it has there."""

    address = models.ForeignKey(ReplyAddress, models.CASCADE, related_name="topics")
    number = models.PositiveSmallIntegerField()
    game = models.ForeignKey(Game, models.CASCADE, related_name="reply_topics")
    hand = models.ForeignKey(Hand, models.CASCADE, null=True, related_name="reply_topics")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["address", "number"], name="reply_topic_once"),
        )

    def __str__(self) -> str:
        return f"number {self.number} of reply address {self.address_id}"


class InboundMail(models.Model):
    """A mail to a reply address: stored, sealed, before it is acknowledged; then its outcome.

    `identity` is a digest of its Message-ID, so that a mail that is handed over twice is one row.
    `sealed_raw` (with the envelope's sender) goes after some weeks; `sealed_result` is what was
    understood, for the letter that answers it.  What was `held_back` stands in the next letter to
    its person, since `said_at`.
    """

    class State(models.TextChoices):
        NEW = "new", "waits to be read"
        DONE = "done", "settled"
        HELD = "held", "waits for a confirmation"
        FAILED = "failed", "could not be read, by a fault of ours"

    address = models.ForeignKey(ReplyAddress, models.CASCADE, related_name="mails")
    identity = models.CharField(max_length=64, editable=False)
    door = models.CharField(max_length=8)
    received_at = models.DateTimeField(default=timezone.now)
    sealed_raw = models.BinaryField(null=True, editable=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.NEW)
    outcome = models.CharField(max_length=16, blank=True)
    letter = models.CharField(max_length=16, blank=True, help_text="The kind that answers it.")
    held_back = models.CharField(
        max_length=16,
        blank=True,
        default="",
        help_text="The kind that would answer it, if there had not been too many.",
    )
    said_at = models.DateTimeField(null=True, blank=True)
    sealed_result = models.BinaryField(null=True, editable=False)
    likeness = models.CharField(
        max_length=64, blank=True, help_text="The same for the same unreadable line."
    )
    settled_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["address", "identity"], name="inbound_mail_once"),
        )
        indexes = (
            models.Index(
                fields=["address", "id"], name="inbound_mail_new", condition=Q(state="new")
            ),
            models.Index(
                fields=["received_at"], name="inbound_mail_raw", condition=~Q(sealed_raw=None)
            ),
            models.Index(fields=["address", "received_at"], name="inbound_mail_lately"),
            models.Index(
                fields=["address"],
                name="inbound_mail_unsaid",
                condition=Q(~Q(held_back=""), said_at=None),
            ),
        )

    def __str__(self) -> str:
        return f"mail {self.pk} to reply address {self.address_id}"


class HouseMail(models.Model):
    """A mail to an address of the house itself: to postmaster or abuse, which its operators read
    (sealed, for some weeks), or to what our letters are from, of which nothing is kept."""

    class Outcome(models.TextChoices):
        KEPT = "kept", "for the operators"
        ANSWERED = "answered", "answered"
        AUTOMATIC = "automatic", "written by a machine"
        UNKNOWN = "unknown", "of nobody known"

    local = models.CharField(max_length=64)
    identity = models.CharField(max_length=64, editable=False)
    received_at = models.DateTimeField(default=timezone.now)
    sealed_raw = models.BinaryField(null=True, editable=False)
    outcome = models.CharField(max_length=12, choices=Outcome.choices, default=Outcome.KEPT)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["local", "identity"], name="house_mail_once"),
        )
        indexes = (models.Index(fields=["received_at"], name="house_mail_lately"),)

    def __str__(self) -> str:
        return f"mail to {self.local}"
