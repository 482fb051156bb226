"""The outbox, bounces and suppressions, and people's notification preferences."""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.fields.json import KT
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.commit_order import TransactionField, this_transaction

MAX_AGAIN = 20  # so often a letter is sent again before what names the first one is forgotten


def new_message_id() -> str:
    """The local part of a Message-ID (RFC 5322, 3.6.4): the same for every retry of a notice."""
    return secrets.token_hex(16)


def next_message_id(message_id: str) -> str:
    """That of the same letter when it is sent again; it follows from this one, so that the links
    and the return path of the first letter go on working (`Notice.called`)."""
    return sha256(f"again:{message_id}".encode()).hexdigest()[:32]


def scope_of(facts: Mapping[str, Any]) -> str:
    """`game:12` if these facts concern one game, whose e-mails can be stopped; otherwise empty."""
    return f"game:{facts['game']}" if "game" in facts else ""


class Notice(models.Model):
    """A notification: stored first, delivered later (docs/architecture.md, Letters).

    `facts` holds ids and numbers only. The text is composed from them when it is sent, so this
    table never holds a card.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer true")
        SUPPRESSED = "suppressed", _("not wished")
        FAILED = "failed", _("failed")
        UNKNOWN = "unknown", _("unknown")
        HELD = "held", _("held back")

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="notices",
        db_index=False,
    )  # fmt: skip
    address = models.EmailField(blank=True, help_text="Of somebody who has no account.")
    kind = models.CharField(max_length=20)
    event = models.CharField(max_length=80, help_text="What it is about, once per person.")
    channel = models.CharField(max_length=12, default="mail")
    shown = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Stands behind the bell as well, whatever becomes of its channel.",
    )
    target = models.BigIntegerField(
        null=True, blank=True, help_text="Which of several of its channel: a webhook."
    )
    facts = models.JSONField(default=dict)
    send_after = models.DateTimeField(default=timezone.now)
    drop_after = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.QUEUED)
    reason = models.CharField(max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    leased_until = models.DateTimeField(null=True, blank=True)
    unsure_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the mail server had all of it and did not say whether it takes it.",
    )
    message_id = models.CharField(max_length=32, default=new_message_id, unique=True)
    digest = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="gathered",
        help_text="The letter about several things that this one became a part of.",
    )
    read_at = models.DateTimeField(null=True, blank=True, help_text="Seen on the page of notices.")
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    written_in = TransactionField(db_default=this_transaction())

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["recipient", "address", "event", "channel", "target"],
                name="notice_once",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(recipient__isnull=False) ^ ~Q(address=""), name="notice_to_one"
            ),
        )
        indexes = (
            models.Index(fields=["send_after"], name="notice_due", condition=Q(state="queued")),
            models.Index(fields=["recipient", "-id"], name="notice_of_person"),
            models.Index(
                fields=["recipient", "-id"],
                name="notice_unread",
                condition=Q(shown=True, read_at=None),
            ),
            models.Index(
                fields=["recipient", "-finished_at"],
                name="notice_mailed",
                condition=Q(channel="mail", state="sent"),
            ),
            models.Index(
                fields=["recipient", "written_in"], name="notice_written", condition=Q(shown=True)
            ),
            models.Index(KT("facts__game"), F("id").desc(), name="notice_of_game"),
            models.Index(
                fields=["-id"], name="notice_failed", condition=Q(state__in=["failed", "unknown"])
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} ({self.event}) by {self.channel}"

    @staticmethod
    def called(message_id: str) -> "models.QuerySet[Notice]":
        """The notice whose letter has this Message-ID, or had it before it was sent again."""
        named = [message_id]
        for _time in range(MAX_AGAIN):
            named.append(next_message_id(named[-1]))
        return Notice.objects.filter(message_id__in=named)

    @property
    def scope(self) -> str:
        """`game:12` if it concerns one game, whose e-mails can be stopped; otherwise empty."""
        return scope_of(self.facts)


class Suppression(models.Model):
    """An address we no longer write to: it unsubscribed, or it refuses our mail."""

    address = models.EmailField(unique=True)
    reason = models.CharField(max_length=200)
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.address


class Bounce(models.Model):
    """A bounce or a spam complaint about one of our e-mails."""

    notice = models.OneToOneField(Notice, models.CASCADE, related_name="bounce")
    sort = models.CharField(max_length=10)
    address = models.EmailField(help_text="Where the letter went.")
    status = models.CharField(max_length=12, blank=True, help_text="RFC 3463, such as 5.1.1.")
    said = models.CharField(max_length=200, blank=True, help_text="The mail server's words.")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(fields=["address", "-at"], name="bounce_of_address"),)

    def __str__(self) -> str:
        return f"{self.sort} of notice {self.notice_id}"


class Choice(models.Model):
    """A person's preference for one kind of notice on one channel; no row means the default.

    A preference `about` one game wins over the general one.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="choices")
    kind = models.CharField(max_length=20)
    channel = models.CharField(max_length=12, default="mail")
    about = models.CharField(
        max_length=40,
        blank=True,
        default="",
        help_text="Of what alone (game:12); empty: everywhere.",
    )
    wanted = models.BooleanField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["user", "kind", "channel", "about"], name="choice_once"
            ),
        )

    def __str__(self) -> str:
        where = f" ({self.about})" if self.about else ""
        return f"{self.kind} by {self.channel}{where}: {'yes' if self.wanted else 'no'}"
