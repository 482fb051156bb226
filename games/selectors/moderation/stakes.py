"""Who has a stake in a game and so may neither moderate it nor read reports about it."""

from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Concat

from accounts.models import Notice, Program, User
from accounts.staff.audit_log import about_game, actions
from games.models import Game, Invitation, Report, Seat, SeatTenure
from games.selectors import access


def stake_of(user: User) -> Q:
    """The games this person or a bot of theirs created, was invited to, or has or had a seat in.

    Somebody who gave up a seat still knows its cards, and so those at tables with the same deals;
    the owner of a bot can read whatever it can.
    """
    here = OuterRef("pk")
    theirs = _own("user", user) | _own("kept_for", user) | _own("tenures__user", user)
    sat = Seat.objects.filter(theirs, game=here)
    beside = Seat.objects.filter(theirs, game__duplicate=OuterRef("duplicate"))
    asked = _own("accepted_by", user) | access.invites(user)
    letters = Invitation.objects.filter(game=here).filter(asked)
    return _own("maker", user) | Q(Exists(sat)) | Q(Exists(beside)) | Q(Exists(letters))


def _own(column: str, user: User) -> Q:
    """Where that column is this person or a bot of theirs."""
    bots = Program.objects.filter(owner=user).values("user")
    return Q(**{column: user}) | Q(**{f"{column}__in": bots})


def is_own(user: User, person: int | None) -> bool:
    """Whether `person` is this person or a bot of theirs."""
    return person is not None and (
        person == user.pk or Program.objects.filter(owner=user, user=person).exists()
    )


def has_stake(user: User, game: Game) -> bool:
    """Whether `stake_of` includes this game."""
    return Game.objects.filter(stake_of(user), pk=game.pk).exists()


def unseen_by(user: User) -> Q:
    """The games hidden even from this moderator: a table with the same deals is still being played,
    and they have a stake in it.
    """
    return Q(closed=True) & stake_of(user)


def unseen_keys(user: User) -> set[int]:
    """The ids of those games; never many, since tables with the same deals end together."""
    return set(Game.objects.filter(unseen_by(user)).values_list("pk", flat=True))


def plays_with(user: User, person: User) -> bool:
    """Whether `person` sits in a running game in which `user` has a stake."""
    games = Game.objects.filter(state=Game.State.RUNNING, pk__in=person.seats.values("game_id"))
    return games.filter(stake_of(user)).exists()


def concerning(user: User, rows: "QuerySet[Report]") -> "QuerySet[Report]":
    """The reports that this person or a bot of theirs wrote, or that are about them, what they did
    as a moderator, or a game they have a stake in."""
    own = Game.objects.filter(stake_of(user), pk=OuterRef("game_id"))
    theirs = _own("reporter", user) | _own("person", user)
    return rows.filter(theirs | Exists(own) | appeal_against(user))


def appeal_against(user: User) -> Q:
    """The reports about something moderators did, if this one acted on that game, on whoever
    reports it or is named there, or on a bot of theirs; or hid a message or gave a seat to somebody
    else at a table where they sit or sat. Players are told that another moderator reads those."""
    reporter, game = OuterRef("reporter_id"), Concat(Value("game:"), OuterRef("game__code"))
    bots = Program.objects.filter(owner=OuterRef(reporter))
    tables = SeatTenure.objects.filter(user=OuterRef(reporter))
    on_them = Q(
        about__in=(
            game,
            _numbered("person:", reporter),
            _numbered("person:", OuterRef("person_id")),
        )
    )
    on_bots = Q(about__in=bots.values_list(_numbered("person:", F("user_id")), flat=True))
    at_tables = Q(
        about__in=tables.values_list(Concat(Value("game:"), F("seat__game__code")), flat=True),
        command__in=("hide", "replace"),
    )
    acts = actions().filter(on_them | on_bots | at_tables, actor=user)
    return Q(Exists(acts), kind=Report.Kind.ACT)


def letters_for(user: User, rows: "QuerySet[Notice]") -> "QuerySet[Notice]":
    """Without the answers to reports that this moderator may not read, since their readers made
    them, and letters about games that are hidden from this moderator."""
    rows = rows.exclude(kind="report_answered", event__in=_named(user))
    unseen = [str(key) for key in unseen_keys(user)]
    return rows.alias(its_game=KT("facts__game")).exclude(its_game__in=unseen) if unseen else rows


def unseen_abouts(user: User) -> set[str]:
    """How the log refers to the games hidden from this moderator."""
    codes = Game.objects.filter(unseen_by(user)).values_list("code", flat=True)
    return {about_game(code) for code in codes}


def unread_by(user: User) -> set[str]:
    """How the log refers to the reports that this moderator may not read."""
    return set(_named(user))


def _named(user: User) -> "QuerySet[Report, str]":
    rows = concerning(user, Report.objects.all())
    return rows.values_list(_numbered("report:", F("pk")), flat=True)


def _numbered(kind: str, key: F) -> Concat:
    return Concat(Value(kind), Cast(key, CharField()), output_field=CharField())
