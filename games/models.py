"""The store: tables and constraints.  The verbs are in `games.services`."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.pace import MOST_BANK, MOST_HOURS, Pace

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is read as another


def new_code() -> str:
    """The public name of a game in addresses: twelve letters, 59 bits of chance."""
    return "".join(secrets.choice(CODE_LETTERS) for _place in range(12))


def new_link_secret() -> str:
    """What the invitation link of a table is derived from; a new one revokes old links."""
    return secrets.token_hex(16)


class Game(models.Model):
    """One playing of one of the games, from the open table to the result."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("cancelled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everybody")
        LINK = "link", _("whoever has the link")

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(_("name of the table"), max_length=40)
    ruleset = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict, blank=True)
    seat_count = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    visibility = models.CharField(
        max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    link_secret = models.CharField(max_length=32, default=new_link_secret, editable=False)
    hours = models.PositiveSmallIntegerField(
        help_text="Time for each hand, in hours; with a bank, what each hand adds to it."
    )
    bank_hours = models.PositiveSmallIntegerField(default=0, help_text="0: there is no bank.")
    most_hours = models.PositiveSmallIntegerField(default=0, help_text="The most a bank holds.")
    weekends = models.BooleanField(default=True, help_text="Whether clocks run on weekends.")
    least_share = models.PositiveSmallIntegerField(
        default=0, help_text="Who joins has answered so many of a hundred hands in time."
    )
    shows_bids = models.BooleanField(
        default=True, help_text="Whether the table sees who has answered before a hand is turned."
    )
    delay_minutes = models.PositiveSmallIntegerField(
        default=0, help_text="A full hand waits a random while, so long at most."
    )
    maker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="made_games"
    )

    commitment = models.CharField(max_length=64, editable=False)
    sealed_secret = models.BinaryField(editable=False)
    sealed_state = models.BinaryField(null=True, editable=False)
    sealed_shuffles = models.BinaryField(null=True, editable=False)

    hand_number = models.PositiveIntegerField(default=0, help_text="The hand that is open now.")
    log_length = models.PositiveIntegerField(default=0, editable=False)
    table = models.JSONField(null=True, blank=True, help_text="What a spectator sees.")
    outcome = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(hours__gte=1, hours__lte=MOST_HOURS), name="game_hours_in_bounds"
            ),
            models.CheckConstraint(
                condition=Q(bank_hours=0, most_hours=0)
                | Q(
                    bank_hours__gte=1,
                    most_hours__gte=Greatest("bank_hours", "hours"),
                    most_hours__lte=MOST_BANK,
                ),
                name="game_bank_in_bounds",
            ),
            models.CheckConstraint(
                condition=Q(least_share__lte=100), name="game_least_share_in_bounds"
            ),
        )
        indexes = (
            models.Index(
                fields=["-id"],
                name="game_open_public",
                condition=Q(state="open", visibility="public"),
            ),
            models.Index(fields=["state", "-id"], name="game_by_state"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def pace(self) -> Pace:
        """What this table promises to each seat."""
        return Pace(self.hours, self.bank_hours, self.most_hours, self.weekends)


class Seat(models.Model):
    """A place in a game, kept when its user is replaced."""

    class Policy(models.TextChoices):
        LOWEST = "lowest", _("my lowest card")
        MEDIAN = "median", _("my middle card")
        HIGHEST = "highest", _("my highest card")
        RANDOM = "random", _("a random card")

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats"
    )
    policy = models.CharField(
        _("if I miss a hand, play"), max_length=8, choices=Policy.choices, default=Policy.LOWEST
    )
    entropy = models.CharField(
        max_length=64, blank=True, help_text="This seat's share in the shuffle."
    )
    misses = models.PositiveIntegerField(default=0)
    misses_in_row = models.PositiveIntegerField(default=0)
    bank_seconds = models.PositiveIntegerField(
        null=True, blank=True, help_text="What is left in the bank; empty before the first hand."
    )
    joined_at = models.DateTimeField(null=True, blank=True)
    looked_at_hand = models.PositiveIntegerField(
        default=0, help_text="The last hand whose result this seat has seen on the page."
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "index"]
        constraints = (
            models.UniqueConstraint(fields=["game", "index"], name="seat_once"),
            models.UniqueConstraint(
                fields=["game", "user"], name="user_once_a_game", condition=Q(user__isnull=False)
            ),
        )
        indexes = (models.Index(fields=["user", "-game"], name="seat_of_user"),)

    def __str__(self) -> str:
        return f"seat {self.index} of game {self.game_id}"


class Invitation(models.Model):
    """An address that was asked to a table; its letter carries a signed link to this row."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    email = models.EmailField()
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "email"], name="invitation_once"),)

    def __str__(self) -> str:
        return f"invitation {self.pk} to game {self.game_id}"


class Stage(models.Model):
    """A stage of a game, with its points by seat once it is scored."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="stage_once"),)

    def __str__(self) -> str:
        return f"stage {self.number} of game {self.game_id}"


class Hand(models.Model):
    """One decision: the seats that owe a bid now, until all of them are in and it is resolved.

    Readiness and the deadline are facts of this row: the sweep finds what no message told.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        READY = "ready", _("all bids are in")
        RESOLVED = "resolved", _("resolved")
        VOID = "void", _("dropped, because the game ended")

    class Trigger(models.TextChoices):
        BIDS = "bids", _("the last bid came in")
        DEADLINE = "deadline", _("the time ran out")

    game = models.ForeignKey(Game, models.CASCADE, related_name="hands")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField(help_text="Counted through the game, from 1.")
    phase = models.CharField(max_length=12)
    awaiting = ArrayField(models.PositiveSmallIntegerField())
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    deadline = models.DateTimeField(
        help_text="The latest of its clocks: then it is resolved, whoever answers."
    )
    opened_at = models.DateTimeField(default=timezone.now)
    resolved_at = models.DateTimeField(null=True, blank=True)
    trigger = models.CharField(max_length=10, choices=Trigger.choices, blank=True)
    resolve_after = models.DateTimeField(
        null=True, blank=True, help_text="A full hand of a table that delays is not turned before."
    )
    table = models.JSONField(help_text="What a spectator saw when the hand opened.")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="hand_once"),)
        indexes = (
            models.Index(fields=["deadline"], name="hand_due", condition=Q(state="open")),
            models.Index(fields=["id"], name="hand_ready", condition=Q(state="ready")),
        )

    def __str__(self) -> str:
        return f"hand {self.number} of game {self.game_id}"


class SeatClock(models.Model):
    """The time of one seat for one hand, with the rule (games.pace) that its deadline follows.

    Bots have none.  `answered_at` is when the first answer came, or was played for the seat;
    `counted` once the hand is resolved: before, a public record must not tell who has answered.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="clocks")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="clocks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="clocks")
    deadline = models.DateTimeField()
    rule = models.JSONField()
    answered_at = models.DateTimeField(null=True, blank=True)
    took_seconds = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="From the opening, real time; unknown where the table hides who has answered.",
    )
    in_time = models.BooleanField(default=True)
    counted = models.BooleanField(default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["hand", "seat"], name="clock_once"),)
        indexes = (
            models.Index(fields=["deadline"], name="clock_due", condition=Q(answered_at=None)),
            models.Index(fields=["user"], name="clock_open", condition=Q(answered_at=None)),
            models.Index(fields=["user", "-id"], name="clock_counted", condition=Q(counted=True)),
        )

    def __str__(self) -> str:
        return f"clock of seat {self.seat_id} in hand {self.hand_id}"


class Bid(models.Model):
    """One seat's answer in one hand: sealed, and changeable until the hand is resolved.

    `digest` is the receipt (docs/fairness.md).  `opened` holds notation and salt once
    everybody may see them.
    """

    class Via(models.TextChoices):
        PAGE = "page", _("on the page")
        API = "api", _("by the API")
        MAIL = "mail", _("by mail")
        PLAN = "plan", _("by plan")
        BOT = "bot", _("by the bot")
        DEADLINE = "deadline", _("at the deadline")

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="bids")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="bids")
    sealed = models.BinaryField(editable=False)
    digest = models.CharField(max_length=64)
    via = models.CharField(max_length=10, choices=Via.choices)
    missed = models.BooleanField(default=False)
    changes = models.PositiveIntegerField(default=0)
    placed_at = models.DateTimeField(default=timezone.now)
    opened = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["hand", "seat"], name="bid_once"),)

    def __str__(self) -> str:
        return f"bid {self.pk} in hand {self.hand_id}"


class Aside(models.Model):
    """What a seat did out of turn while a hand was open, in order (docs/records.md, section 3)."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="asides")
    hand_number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="asides")
    act = models.CharField(max_length=20)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"{self.act} in game {self.game_id}"


class Peek(models.Model):
    """A seat's right to look at other cards for a short while, and when it began to look."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="peeks")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="peeks")
    seconds = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seat", "stage"], name="peek_once"),)

    def __str__(self) -> str:
        return f"peek of seat {self.seat_id} in stage {self.stage_id}"


class LogEntry(models.Model):
    """One public fact of a game, in order."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    hand_number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="log_entry_once"),)

    def __str__(self) -> str:
        return f"{self.kind} ({self.number}) in game {self.game_id}"


class Record(models.Model):
    """The whole of a finished game as docs/records.md writes it; running games have none."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="record", primary_key=True)
    data = models.JSONField()

    def __str__(self) -> str:
        return f"record of game {self.game_id}"


class IdempotencyKey(models.Model):
    """A bid that was posted with a key, so that sending it again answers the same."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    sealed_receipt = models.BinaryField(editable=False)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once"),
        )

    def __str__(self) -> str:
        return f"idempotency key {self.pk}"
