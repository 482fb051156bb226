"""Games, seats and invitations."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Greatest, Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.pace import MAX_BANK, MAX_HOURS, Pace

MAX_TABLE_NAME = 40  # characters
MAX_OFFER = 9  # misses in a row until a seat is offered
MAX_ENTROPY = 2000  # characters: up to four people's words, 64 each, as JSON
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that can be mistaken for another


def new_code() -> str:
    """A random code that identifies a game in URLs: twelve characters, 59 bits."""
    return "".join(secrets.choice(CODE_LETTERS) for _place in range(12))


def new_link_secret() -> str:
    """The secret from which the link of a table is derived; replacing it revokes old links."""
    return secrets.token_hex(16)


class Game(models.Model):
    """A game, from the open table to the result."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("cancelled")

    UNFINISHED = (State.OPEN, State.RUNNING)
    ENDED = (State.OVER, State.CANCELLED)

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everybody")
        LINK = "link", _("anybody with the link")

    class Chat(models.TextChoices):
        OFF = "off", _("nobody")
        PLAYERS = "players", _("the players at the table")
        EVERYBODY = "everybody", _("the players at the table; everybody may read it")

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(_("name of the table"), max_length=MAX_TABLE_NAME)
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
    offer_after = models.PositiveSmallIntegerField(
        default=2, help_text="Misses in a row before a seat is offered to others; 0: never."
    )
    extensions = models.BooleanField(
        default=True, help_text="Whether each seat may once give a hand more time."
    )
    votes = models.BooleanField(
        default=True, help_text="Whether all together may pause the game, or cancel it."
    )
    rated = models.BooleanField(
        default=True, help_text="Whether it counts for ratings, if no bot sits there."
    )
    recalls = models.BooleanField(
        default=True,
        help_text="Whether its page keeps what each may know of cards that were seen before.",
    )
    chat = models.CharField(
        max_length=10,
        choices=Chat.choices,
        default=Chat.PLAYERS,
        help_text="Who talks at this table, and who may read it.",
    )
    maker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="made_games"
    )
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch"
    )

    duplicate = models.ForeignKey(
        "games.Duplicate", models.PROTECT, null=True, blank=True, related_name="tables"
    )
    closed = models.BooleanField(
        default=False,
        editable=False,
        help_text="Only its own seats may look: a table with the same deals is not over yet.",
    )

    commitment = models.CharField(max_length=64, editable=False)
    sealed_secret = models.BinaryField(editable=False)
    sealed_state = models.BinaryField(null=True, editable=False)
    sealed_shuffles = models.BinaryField(null=True, editable=False)
    # Null if it can be derived from the secret and the players' words.
    sealed_seed = models.BinaryField(null=True, editable=False)
    start = models.JSONField(
        null=True,
        editable=False,
        help_text="What was fixed at the start: its digest, and by seat names, salts, digests.",
    )

    hand_number = models.PositiveIntegerField(default=0, help_text="The hand that is open now.")
    told_hand = models.PositiveIntegerField(
        default=0, editable=False, help_text="The last hand whose result letters have told."
    )
    log_length = models.PositiveIntegerField(default=0, editable=False)
    chat_length = models.PositiveIntegerField(default=0, editable=False)
    table = models.JSONField(null=True, blank=True, help_text="What a spectator sees.")
    outcome = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when its clocks stand still; empty while they run."
    )
    compacted_at = models.DateTimeField(
        null=True, editable=False, help_text="Since when its record tells what rows told before."
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(offer_after__lte=MAX_OFFER), name="game_offer_in_bounds"
            ),
            models.CheckConstraint(
                condition=Q(hours__gte=1, hours__lte=MAX_HOURS), name="game_hours_in_bounds"
            ),
            models.CheckConstraint(
                condition=Q(bank_hours=0, most_hours=0)
                | Q(
                    bank_hours__gte=1,
                    most_hours__gte=Greatest("bank_hours", "hours"),
                    most_hours__lte=MAX_BANK,
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
            models.Index(
                fields=["ruleset", "-id"],
                name="game_public_by_ruleset",
                condition=Q(visibility="public", closed=False),
            ),
            models.Index(Lower("name"), name="game_by_name"),
            models.Index(fields=["duplicate"], name="game_closed", condition=Q(closed=True)),
            models.Index(
                fields=["ended_at"],
                name="game_to_compact",
                condition=Q(compacted_at=None, closed=False, state__in=["over", "cancelled"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def pace(self) -> Pace:
        """The pace of the table, as a rule object."""
        return Pace(self.hours, self.bank_hours, self.most_hours, self.weekends)


class Seat(models.Model):
    """A seat in a game; it stays when its user is replaced."""

    class Policy(models.TextChoices):
        LOWEST = "lowest", _("my lowest answer")
        MEDIAN = "median", _("my middle answer")
        HIGHEST = "highest", _("my highest answer")
        RANDOM = "random", _("a random answer")
        BOT = "bot", _("what a bot would play")
        PLAN = "plan", _("my plan, or else my lowest card")

    class Level(models.IntegerChoices):
        """The level of a bot, from gentle to expert (docs/bots.md)."""

        GULL = 1, _("Gull")
        CRAB = 2, _("Crab")
        OTTER = 3, _("Otter")
        WALRUS = 4, _("Walrus")
        HERON = 5, _("Heron")
        DOLPHIN = 6, _("Dolphin")
        ORCA = 7, _("Orca")
        KRAKEN = 8, _("Kraken")

    class Absence(models.TextChoices):
        BOT = "bot", _("a bot plays until the player is back")
        OFFERED = "offered", _("a bot plays until somebody takes the seat")

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats",
        db_index=False,
    )  # fmt: skip
    policy = models.CharField(
        _("if I miss a hand, play"), max_length=8, choices=Policy.choices, default=Policy.LOWEST
    )
    strict_mail = models.BooleanField(
        _("ask me to confirm replies to this table whose sender can’t be verified"),
        default=False,
        help_text="Beside the person's own setting, which holds for all their seats.",
    )
    entropy = models.CharField(
        max_length=MAX_ENTROPY, blank=True, help_text="This seat's share in the shuffle."
    )
    misses = models.PositiveIntegerField(default=0)
    misses_in_row = models.PositiveIntegerField(default=0)
    bank_seconds = models.PositiveIntegerField(
        null=True, blank=True, help_text="What is left in the bank; empty before the first hand."
    )
    joined_at = models.DateTimeField(null=True, blank=True)
    ask_forced = models.BooleanField(
        _("ask me even when only one answer is possible"), default=False
    )
    looked_at_hand = models.PositiveIntegerField(
        default=0, help_text="The last hand whose result this seat has seen on the page."
    )
    chat_read = models.PositiveIntegerField(
        default=0, help_text="The last message of the talk that this seat has seen."
    )
    chat_told = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="The last message seen on the page or got in a letter; empty: as chat_read.",
    )
    absence = models.CharField(
        max_length=8, choices=Absence.choices, blank=True, help_text="Empty: its person plays."
    )
    absent_since = models.DateTimeField(null=True, blank=True)
    level = models.PositiveSmallIntegerField(
        choices=Level.choices,
        null=True,
        blank=True,
        help_text="Of the bot that sits here; empty: the light one, which answers at once.",
    )
    extended = models.BooleanField(
        default=False, help_text="Whether it has given a hand more time."
    )
    kept_for = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Whose seat this is, until they sit down.",
    )
    kept_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="Who keeps it and has told them, unless they hide that person; empty: nobody.",
    )
    UNKEPT: ClassVar[dict[str, None]] = {"kept_for": None, "kept_by": None}

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "index"]
        constraints = (
            models.UniqueConstraint(fields=["game", "index"], name="seat_once"),
            models.UniqueConstraint(
                fields=["game", "user"], name="user_once_a_game", condition=Q(user__isnull=False)
            ),
        )
        indexes = (
            models.Index(fields=["user", "-game"], name="seat_of_user"),
            models.Index(
                fields=["-absent_since"], name="seat_offered", condition=Q(absence="offered")
            ),
            models.Index(
                fields=["kept_by"], name="seat_kept_by", condition=Q(kept_by__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}"

    @property
    def number(self) -> int:
        """As people count: from 1."""
        return self.index + 1

    @property
    def chat_known(self) -> int:
        """The last message that this seat has seen or been told."""
        return self.chat_read if self.chat_told is None else self.chat_told

    @property
    def by_bot(self) -> bool:
        """Whether a bot answers for this seat, permanently or while its player is away.

        The user must have been fetched with the seat.
        """
        return bool(self.absence) or (self.user is not None and self.user.is_bot)


class Invitation(models.Model):
    """An invitation to an address; the e-mail contains a signed link to this row."""

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

    @property
    def lapsed(self) -> bool:
        """Whether its link works no more: it was declined, or its time is up."""
        return self.expires_at <= timezone.now()
