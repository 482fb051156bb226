"""The user model (people, guests, bots) and vacations."""

import zoneinfo
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.text import confusables

# name__lower, served by the index of user_name_once. What it is compared with has to be lowered by
# PostgreSQL as well: Python's small letters of İ and of a final Σ are others.
models.CharField.register_lookup(Lower)


def check_zone(value: str) -> None:
    """Validator: an IANA time zone name."""
    if value not in zoneinfo.available_timezones():
        raise ValidationError(
            _("“%(zone)s” is not a time zone. Choose one such as Europe/Amsterdam."),
            params={"zone": value},
        )


class UserManager(BaseUserManager["User"]):
    """Creates users by the method names that Django's commands expect."""

    def create_user(
        self, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "User":
        user = self.model(email=self.normalize_email(email).lower() or None, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        fields.setdefault("name", email.split("@")[0][:30])
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())  # as all are stored


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who sits at tables: a person, a guest without an account, or a bot."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        GUEST = "guest", _("guest")
        BOT = "bot", _("bot")
        PROGRAM = "program", _("bot that somebody wrote")  # with an owner: accounts.people.own_bots

    class Digest(models.TextChoices):
        AT_ONCE = "at_once", _("an e-mail for every hand, at once")
        HOURLY = "hourly", _("at most one e-mail an hour")
        DAILY = "daily", _("one e-mail a day, at an hour I choose")

    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PERSON)
    email = models.EmailField(
        _("e-mail address"),
        null=True,
        blank=True,
        unique=True,
        error_messages={"unique": _("There is already an account with this address.")},
    )
    # The rules for names are in accounts.people.display_names.
    name = models.CharField(
        _("name"), max_length=30, help_text=_("What others at the table call you.")
    )
    look = models.TextField(unique=True, editable=False, help_text="What the name looks like.")
    zone = models.CharField(_("time zone"), max_length=40, default="UTC", validators=[check_zone])
    zone_follows = models.BooleanField(
        default=False, help_text="They chose none: it is that of the browser they last used."
    )
    language = models.CharField(
        _("language"), max_length=8, choices=settings.LANGUAGES, default="en"
    )
    quiet_from = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_to = models.TimeField(
        _("quiet hours until"),
        null=True,
        blank=True,
        help_text=_("A deadline of yours that falls in them moves to their end."),
    )
    remind_hours = models.PositiveSmallIntegerField(
        _("remind me this many hours before"),
        null=True,
        blank=True,
        help_text=_("From 1 to 168. Empty: when a fifth of the time is left."),
    )
    digest = models.CharField(
        _("e-mails about waiting hands"),
        max_length=8,
        choices=Digest.choices,
        default=Digest.HOURLY,
    )
    digest_hour = models.PositiveSmallIntegerField(_("the hour of the daily e-mail"), default=18)
    # Somebody who has just answered a letter, by reply or its button, is around, so an hourly
    # digest need not hold the next hand back.
    answered_at = models.DateTimeField(null=True, blank=True, editable=False)
    # One that fails authentication is always asked about; this adds those without any.
    strict_mail = models.BooleanField(
        _("Ask me to confirm replies whose sender can’t be verified"),
        default=False,
        help_text=_("We then send you a link to confirm what the e-mail says."),
    )
    paused_at = models.DateTimeField(
        null=True, blank=True, help_text="When clocks were paused because letters came back."
    )
    recovered_at = models.DateTimeField(null=True, blank=True, editable=False)
    learned = ArrayField(
        models.CharField(max_length=32),
        default=list,
        blank=True,
        help_text="The games that are no longer explained to them step by step.",
    )
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)
    muted_until = models.DateTimeField(
        null=True, blank=True, help_text="Until then their words reach nobody."
    )
    suspended_until = models.DateTimeField(
        null=True, blank=True, help_text="Until then they neither play nor look around."
    )

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Lower("name"),
                name="user_name_once",
                violation_error_message=_("That name is taken. Choose another one."),
            ),
            models.CheckConstraint(
                condition=~Q(kind="person") | Q(email__isnull=False), name="person_has_address"
            ),
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_to=None)
                | Q(quiet_from__isnull=False, quiet_to__isnull=False),
                name="quiet_hours_have_two_ends",
            ),
            models.CheckConstraint(
                condition=Q(remind_hours=None) | Q(remind_hours__gte=1, remind_hours__lte=168),
                name="remind_hours_in_bounds",
            ),
            models.CheckConstraint(condition=Q(digest_hour__lte=23), name="digest_hour_of_a_day"),
        )
        indexes = (
            models.Index(
                fields=["date_joined"],
                condition=Q(kind="person", is_staff=False, last_login=None),
                name="user_never_signed_in",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keeps `look` (the skeleton of the name) in step with the name.

        Names that already looked alike when this rule was introduced were left alone: the newer
        one's look ends with a line that holds its primary key (migration 0017).
        """
        if self.look.partition("\n")[0] != confusables.look(self.name):
            self.look = confusables.look(self.name)
            if kwargs.get("update_fields") is not None:
                kwargs["update_fields"] = {*kwargs["update_fields"], "look"}
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    @property
    def is_bot(self) -> bool:
        return self.kind == self.Kind.BOT

    @property
    def is_program(self) -> bool:
        return self.kind == self.Kind.PROGRAM

    @property
    def is_suspended(self) -> bool:
        return self.suspended_until is not None and self.suspended_until > timezone.now()

    @property
    def is_muted(self) -> bool:
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def is_guest(self) -> bool:
        return self.kind == self.Kind.GUEST


class Vacation(models.Model):
    """Days off, `first` to `last` inclusive, on which a person's clocks stand still."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    first = models.DateField()
    last = models.DateField()
    booked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(first__lte=F("last")), name="vacation_forwards"),
        )
        indexes = (models.Index(fields=["user", "last"], name="vacation_of_person"),)

    def __str__(self) -> str:
        return f"vacation {self.pk} of {self.user_id}"
