"""Play: stages, hands, clocks, bids, asides and peeks."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.commit_order import TransactionField, this_transaction
from games.models.placement import placement
from games.models.tables import Game, Seat


class Stage(models.Model):
    """A stage of a game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="stages", db_index=False)
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    packed_at = models.DateTimeField(
        null=True, blank=True, help_text="When its clocks were packed into PastClocks."
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="stage_once"),)
        indexes = (
            models.Index(
                fields=["ended_at"],
                name="stage_to_pack",
                condition=Q(ended_at__isnull=False, packed_at=None),
            ),
        )

    def __str__(self) -> str:
        return f"stage {self.number} of game {self.game_id}"


class Hand(models.Model):
    """One decision: it waits for the bids of some seats, is complete, and is then resolved.

    State and deadline are columns of this row, so the sweep finds hands for which a message was
    lost.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        READY = "ready", _("all bids are in")
        RESOLVED = "resolved", _("resolved")
        VOID = "void", _("dropped, because the game ended")

    class Trigger(models.TextChoices):
        BIDS = "bids", _("the last bid came in")
        DEADLINE = "deadline", _("the time ran out")

    game = models.ForeignKey(Game, models.CASCADE, related_name="hands", db_index=False)
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
    bots_due = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When a light answer serves for bots that still think; empty: none does.",
    )
    table = models.JSONField(help_text="What a spectator saw when the hand opened.")
    kept_bids = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text="Its bids by seat, once the game is compacted (games.kept_bids).",
    )
    paused = models.BooleanField(
        default=False, help_text="As its game is: of a paused one the sweep knows nothing."
    )
    failures = models.PositiveSmallIntegerField(
        default=0, help_text="How often the sweep tried to settle it and failed."
    )
    failed_with = models.CharField(max_length=60, blank=True, help_text="The kind of error.")
    retry_at = models.DateTimeField(
        null=True, blank=True, help_text="After a failure the sweep leaves it alone until then."
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="hand_once"),)
        indexes = (
            models.Index(
                fields=["deadline"], name="hand_due", condition=Q(state="open", paused=False)
            ),
            models.Index(fields=["id"], name="hand_ready", condition=Q(state="ready")),
            models.Index(
                fields=["bots_due"],
                name="hand_awaits_bots",
                condition=Q(state="open", bots_due__isnull=False),
            ),
            models.Index(fields=["id"], name="hand_failed", condition=Q(failures__gt=0)),
        )

    def __str__(self) -> str:
        return f"hand {self.number} of game {self.game_id}"


class SeatClock(models.Model):
    """The clock of one seat in one hand, with the pace rule (games.pace) for its deadline.

    Bots have none. `answered_at` is when the first answer was given or played for the seat.
    `counted` is set once the hand is resolved; before that, public statistics must not reveal who
    has answered.
    """

    game = placement()
    hand = models.ForeignKey(Hand, models.CASCADE, related_name="clocks")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="clocks")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="clocks", db_index=False
    )
    deadline = models.DateTimeField()
    rule = models.JSONField()
    answered_at = models.DateTimeField(null=True, blank=True)
    took_seconds = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="From the opening, real time; unknown where the table hides who has answered.",
    )
    in_time = models.BooleanField(default=True)
    moves = models.PositiveIntegerField(default=0, help_text="How often the deadline moved.")
    moved_at = models.DateTimeField(null=True, blank=True)
    counted = models.BooleanField(default=False)
    paused = models.BooleanField(default=False, help_text="As its hand is.")
    remind_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When its person is reminded, unless they have answered; empty once they were.",
    )
    given_up = models.BooleanField(
        default=False, help_text="Its person left the seat after answering: it is shown no more."
    )
    written_in = TransactionField(db_default=this_transaction())

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["hand", "seat"], name="clock_once", condition=Q(given_up=False)
            ),
        )
        indexes = (
            models.Index(
                fields=["deadline"], name="clock_due", condition=Q(answered_at=None, paused=False)
            ),
            models.Index(
                fields=["remind_at"],
                name="clock_remind",
                condition=Q(answered_at=None, paused=False, remind_at__isnull=False),
            ),
            models.Index(fields=["user"], name="clock_open", condition=Q(answered_at=None)),
            models.Index(fields=["user", "-id"], name="clock_counted", condition=Q(counted=True)),
            models.Index(fields=["user", "written_in"], name="clock_written"),
        )

    def __str__(self) -> str:
        return f"clock of seat {self.seat_id} in hand {self.hand_id}"


class PastClocks(models.Model):
    """The clocks of one person at one seat that stopped in time, of stages long over: one row
    instead of one a hand (`services.results.packing`).

    The public record reads `ids` and `took`, which belong together by their place. `whole` has the
    clocks as they were, in case a moderator takes hands back; empty once the game is compacted.
    """

    game = placement()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="past_clocks", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="past_clocks", db_index=False
    )
    last = models.BigIntegerField(help_text="The highest of `ids`.")
    ids = ArrayField(models.BigIntegerField())
    took = ArrayField(models.PositiveIntegerField(null=True))
    whole = models.JSONField(default=list)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seat", "user"], name="past_clocks_once"),)
        indexes = (models.Index(fields=["user", "-last"], name="past_clocks_of_person"),)

    def __str__(self) -> str:
        return f"past clocks of seat {self.seat_id}"


class Bid(models.Model):
    """A seat's answer in a hand; sealed, and changeable until the hand is resolved.

    `digest` is the receipt (docs/fairness.md), issued at `placed_at`. `given_at` is when this
    answer was last accepted; an answer given earlier but processed later doesn't replace it.
    `opened` holds notation and salt once they are public. Bids of a compacted game are in
    `Hand.kept_bids`.
    """

    class Via(models.TextChoices):
        PAGE = "page", _("on the page")
        API = "api", _("over the API")
        MAIL = "mail", _("by e-mail")
        PLAN = "plan", _("by plan")
        FORCED = "forced", _("automatically, as the only possible answer")
        BOT = "bot", _("by the bot")
        DEADLINE = "deadline", _("at the deadline")

    GIVEN = (Via.PAGE, Via.API, Via.MAIL)  # what players answer themselves
    FOLLOW_UP = "follow"  # the `trace` of what was prepared together with an earlier answer

    game = placement()
    hand = models.ForeignKey(Hand, models.CASCADE, related_name="bids", db_index=False)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="bids")
    sealed = models.BinaryField(null=True, editable=False)  # null if compacted before 0061
    digest = models.CharField(max_length=64)
    via = models.CharField(max_length=10, choices=Via.choices)
    missed = models.BooleanField(default=False)
    changes = models.PositiveIntegerField(default=0)
    placed_at = models.DateTimeField(default=timezone.now)
    given_at = models.DateTimeField(default=timezone.now)
    opened = models.JSONField(null=True, blank=True)

    trace = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        help_text="How a bot came to it: searched, light, and why.",
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=["hand", "seat"], name="bid_once"),)

    def __str__(self) -> str:
        return f"bid {self.pk} in hand {self.hand_id}"


class VoidReceipt(models.Model):
    """The receipt of an answer that was deleted, so that its owner can find out why: without it,
    nobody could tell it from one that was altered. Shown only once the game is over
    (`games.visibility`)."""

    class Why(models.TextChoices):
        TAKEN_BACK = "taken_back", "moderators took its hand back"
        PUT_BACK = "put_back", "moderators undid that, and it was given meanwhile"
        HANDED_ON = "handed_on", "its seat changed hands"
        CAME_BACK = "came_back", "its player came back and was asked anew"

    game = models.ForeignKey(Game, models.CASCADE, related_name="void_receipts")
    hand_number = models.PositiveIntegerField()
    seat_index = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    why = models.CharField(max_length=10, choices=Why.choices)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"void receipt {self.pk} in game {self.game_id}"


class Course(models.Model):
    """Chart data of a game, from the spectator's observations.

    Derived from the hands and stored because it is viewed so often: `points` by number of the hand
    or stage, up to the hand `last`.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="course")
    last = models.PositiveIntegerField()
    points = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"course of game {self.game_id}"


class Aside(models.Model):
    """An action out of turn while a hand was open, in order (docs/records.md, section 3)."""

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
    """A seat's right to see other cards for a limited time, and when it started to look."""

    game = placement()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="peeks", db_index=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="peeks")
    seconds = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seat", "stage"], name="peek_once"),)

    def __str__(self) -> str:
        return f"peek of seat {self.seat_id} in stage {self.stage_id}"
