"""Inviting people to a table, and who may join it. `games.links` has the tokens."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import User
from accounts.operation import database_clock
from accounts.people import new_accounts
from games import game_secrets, links, sanctions, selectors
from games.models import Game, Ignored, Invitation, Seat, new_link_secret
from games.refusals import Refused
from games.services import wake_workers
from games.services.notifications import hand_notices, people_notices

MAX_INVITATIONS = 20  # of one table
MAX_KEPT = 20  # seats at all open tables of one person
GOOD_FOR = timedelta(days=30)
# Takes 254 characters at most, as the column does; `validate_email` takes more.
EMAIL = Invitation._meta.get_field("email")


def invite(user: User, code: str, address: str) -> Invitation:
    """Invites an address to an open table. The same address gets only one letter, whose link works
    again if it had expired or was declined. Raises `Refused`."""
    email, until = _checked(address), database_clock.now() + GOOD_FOR
    sanctions.check_may_write(user)
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        _check_may_invite(game, user)
        invitation = game.invitations.filter(email=email).first()
        if invitation is None:
            _check_not_too_many(game)
            invitation = game.invitations.create(email=email, sent_by=user, expires_at=until)
            _tell(invitation)
        else:
            _ask_again(invitation, user, until)
        wake_workers.deliver()  # in any case, as in `keep`
    return invitation


def _tell(invitation: Invitation) -> None:
    """The same work whoever is invited: somebody who ignores whoever invites, or has no account."""
    member = new_accounts.member_at(invitation.email)
    pk = member.pk if member else None
    hides = Ignored.objects.filter(by=pk or 0, whom=invitation.sent_by).exists()
    hand_notices.invited(invitation, pk, hides=hides)


def _ask_again(invitation: Invitation, user: User, until: datetime) -> None:
    """Whoever hides the first to invite them hears of this one. The row stays the first one's, who
    must not learn of it."""
    if invitation.expires_at <= database_clock.now():
        invitation.expires_at = until
        invitation.save(update_fields=["expires_at"])
    member = new_accounts.member_at(invitation.email)
    if member and invitation.sent_by_id != user.pk:
        hidden = Ignored.objects.filter(by=member).values_list("whom", flat=True)
        if invitation.sent_by_id in hidden and user.pk not in hidden:
            hand_notices.invited(invitation, member.pk, by=user)


def keep_seat(user: User, code: str, whom: User) -> Game:
    """Invites somebody by name: reserves a seat for them and notifies them, once per table. Raises
    `Refused`."""
    with transaction.atomic():
        sanctions.check_may_write(sanctions.hold(user, [whom]))
        game = game_secrets.lock_game_by_code(code)
        _check_may_invite(game, user)
        keep(game, user, whom)
    return game


def keep(game: Game, user: User, whom: User) -> None:
    """As `keep_seat`, at a locked table, for somebody who is held (`sanctions.hold`). Somebody who
    ignores `user` gets a seat but no notice; whoever else invites them to it later lets them know.
    """
    no_other_person = {user.kind, whom.kind} != {User.Kind.PERSON} or whom.pk == user.pk
    if no_other_person or selectors.access.sits_at_same_deals(game, whom):
        raise Refused("not_invitable")
    if game.seats.filter(user=whom).exists():
        return
    seat = game.seats.filter(kept_for=whom).first() or _further_seat(game, user)
    hidden = set(Ignored.objects.filter(by=whom).values_list("whom", flat=True))
    if seat.kept_by_id is None or seat.kept_by_id in hidden:
        seat.kept_for, seat.kept_by = whom, user
        seat.save(update_fields=["kept_for", "kept_by"])
        if user.pk not in hidden:
            people_notices.seat_kept(game, whom, user)
    wake_workers.deliver()  # in any case: whether they want to hear of it is their secret


def _further_seat(game: Game, user: User) -> Seat:
    _check_not_too_many(game)
    kept = Seat.objects.filter(kept_for__isnull=False, game__maker=user, game__state="open")
    if kept.count() >= MAX_KEPT:
        raise Refused("too_many_kept", most=MAX_KEPT)
    seat = game.seats.filter(user=None, kept_for=None).order_by("index").first()
    if seat is None:
        raise Refused("table_full")
    return seat


def _checked(address: str) -> str:
    email = address.strip().lower()
    try:
        EMAIL.clean(email, None)
    except ValidationError:
        raise Refused("bad_address", given=address[:60]) from None
    return email


def _check_may_invite(game: Game, user: User) -> None:
    if not game.seats.filter(user=user).exists():
        raise Refused("not_seated")
    if game.state != Game.State.OPEN:
        raise Refused("already_started")
    if user.is_guest or user.is_program:
        raise Refused("cannot_invite")


def _check_not_too_many(game: Game) -> None:
    if game.invitations.count() >= MAX_INVITATIONS:
        raise Refused("too_many_invitations", most=MAX_INVITATIONS)


def check_may_join(game: Game, user: User, token: str, given_at: datetime | None = None) -> None:
    """Refuses a forged or expired token, and whoever has no token where one is needed; and whoever
    has left the table since they asked to join (`given_at`, for a mail)."""
    if given_at is not None and game.log.filter(kind="left", person=user, at__gt=given_at).exists():
        raise Refused("changed_since")
    if token and not links.good_link(game, token):
        raise Refused("bad_link")
    if not token and not selectors.access.may_join(game, user):
        raise Refused("unknown_game")


def decline(user: User, code: str) -> None:
    """Declines an open table: this person's invitations expire, and no seat is reserved for them.

    Raises `Refused`; "unknown_game" if they were not invited, so that nobody learns that a table
    exists.
    """
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        if game.seats.filter(user=user).exists():
            raise Refused("already_seated")
        asked, now = game.invitations.filter(selectors.access.invites(user)), database_clock.now()
        lapsed = asked.filter(expires_at__gt=now).update(expires_at=now)
        freed = game.seats.filter(kept_for=user, user=None).update(**Seat.UNKEPT)
        if not lapsed and not freed:
            raise Refused("unknown_game")


def release(user: User, code: str, name: str) -> None:
    """Keeps no seat for the person of this name, if one is kept. See `check_leads`."""
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        check_leads(game, user)
        if name.isprintable():
            game.seats.filter(kept_for__name=name, user=None).update(**Seat.UNKEPT)


def check_leads(game: Game, user: User) -> None:
    """Refuses whoever neither made the table nor has sat there for long."""
    if game.maker_id == user.pk:
        return
    seat = game.seats.filter(user=user).first()
    if seat is None or not selectors.lobby.lists.may_lead(game, seat):
        raise Refused("not_maker", maker=game.maker.name if game.maker else "—")


def note_accepted(game: Game, user: User, token: str) -> None:
    """Marks the invitation that brought somebody here as accepted."""
    invitation = links.invitation(game, token) if token else None
    if invitation is None:
        invitation = game.invitations.filter(selectors.access.invites(user)).first()
    if invitation is not None:
        invitation.accepted_by = user
        invitation.save(update_fields=["accepted_by"])


def renew_link(user: User, code: str) -> Game:
    """Makes a new link, so that the old one stops working. See `check_leads`."""
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        check_leads(game, user)
        game.link_secret = new_link_secret()
        game.save(update_fields=["link_secret"])
    return game
