"""Playing by e-mail: reply addresses and received e-mails."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.hands_and_bids import Hand
from games.models.placement import placement
from games.models.tables import Game


class ReplyAddress(models.Model):
    """A secret address with which one person answers one hand, or several, by e-mail.

    If it isn't about a single `hand`, its `topics` say what it is about. It is looked up by
    `digest` (SHA-256 of its secret part); the encrypted secret is kept so that the next letter
    about the same hand can use the same address.
    """

    class Purpose(models.TextChoices):
        PLAY = "play", "to play a hand"
        HANDS = "hands", "to play several hands, each by its number"
        TABLE = "table", "to answer what a letter says about a table"
        PERSON = "person", "to ask for anything, about no letter"

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
    """One of several hands that a letter asks about, under its number in that letter."""

    address = models.ForeignKey(ReplyAddress, models.CASCADE, related_name="topics", db_index=False)
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
    """An e-mail to a reply address, stored encrypted before it is acknowledged, and its outcome.

    `identity` is a digest of its Message-ID, so that an e-mail delivered twice is one row.
    `sealed_raw` (with the envelope sender) is deleted after some weeks; `sealed_result` is what was
    understood, for the letter that replies. A `held_back` one is mentioned in the next letter to
    the person, at `said_at`.
    """

    class State(models.TextChoices):
        NEW = "new", "waits to be read"
        DONE = "done", "settled"
        HELD = "held", "waits for a confirmation"
        FAILED = "failed", "could not be read, by a fault of ours"

    address = models.ForeignKey(ReplyAddress, models.CASCADE, related_name="mails", db_index=False)
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
    """An e-mail to the site itself: to postmaster or abuse, which is kept encrypted for some weeks
    for the operators; or to our sender address, of which the text isn't kept.
    """

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
