"""Erasing a person's data: what is only theirs is deleted, and games shared with others stay
whole.

A made-up name replaces theirs. Rows refer to the person; whatever holds a copy of the name is
rewritten (`games.services.people.personal_traces`). What was played stays, since it belongs to
everybody who played, and so does an address to which we were asked never to write. It can't be
undone.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.email import unasked_letters
from accounts.email.unasked_letters import ASKED
from accounts.models import Bounce, Notice, Program, Suppression, User
from accounts.people import guest_sign_in
from accounts.security import roles
from accounts.staff.audit_log import about_person, append, take_words_away
from accounts.text import former_names
from games import game_secrets
from games.models import (
    Entry,
    Game,
    Hand,
    InboundMail,
    Invitation,
    ReplyAddress,
    ReplyTopic,
    Season,
    Seat,
)
from games.refusals import Refused
from games.services.hands import resolving, vacant_seats
from games.services.lobby import tables
from games.services.mail import house_mail, invitation_replies
from games.services.people import personal_traces
from games.services.seats import absence

NOWHERE = "@deleted.invalid"  # RFC 2606: reserved
# Rows that refer to a person and stay, with the made-up name; all others are deleted.
KEPT = {
    "games.Game": "who started a table",
    "games.Seat": "who sits where",
    "games.SeatTenure": "who sat where and when",
    "games.SeatClock": "when seats answered",
    "games.PastClocks": "the same, of hands long ago",
    "games.Report": "that moderators were told of something, without words and names",
    "games.LogEntry": "what happened at a table",
    "games.Rating": "figures of nobody in particular, from which others’ were reckoned",
    "games.RatingStep": "the same, game by game",
    "games.Entry": "how a league went for all",
    "games.Invitation": "who came by an invitation",
    "accounts.ModerationEntry": "the log, which holds numbers in place of names",
}


def forget(user: User) -> str:
    """At the person's own wish. Returns the made-up name. Raises `Refused` for a member
    of staff.

    They get up from each table by itself first: while they are erased, all of their games are
    locked, and others there wait. Where that breaks off, they have left some tables, and can come
    back or ask again.
    """
    _check_may_go(user)
    for each in [*_theirs(user), user]:
        _get_up(each)
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        forget_locked(person)
        append(person, "forget", about_person(person.pk), reason="asked")
    return person.name


def forget_locked(person: User) -> None:
    """Erases a person whose row is locked, with their bots, for which nobody is responsible any
    more, and the guests that they were. Raises `Refused`."""
    _check_may_go(person)
    people = [*_theirs(person).select_for_update(no_key=True), person]
    game_secrets.lock_games(_games_of(people))
    for each in people:
        _forget(each)


def _check_may_go(person: User) -> None:
    if roles.role_of(person) or person.is_bot:
        raise Refused("is_staff")


def _theirs(person: User) -> "QuerySet[User]":
    """Their bots, and the guests that they were."""
    bots = Q(pk__in=Program.objects.filter(owner=person).values("user"))
    guests = Q(pk__in=guest_sign_in.former_guests(person).values("pk"))
    return User.objects.filter(bots | guests).order_by("pk")


def _games_of(people: Sequence[User]) -> set[int]:
    """The ids of all games that forgetting these people may change: where they sit or have seats
    kept, with the tables of the same deals, and where anything of theirs is left."""
    found: set[int] = set()
    for column in ("user", "kept_for", "kept_by"):
        seats = Seat.objects.filter(**{f"{column}__in": people})
        found |= set(seats.order_by().values_list("game_id", flat=True))
    for each in people:
        found |= personal_traces.games_of(each)
        found |= {game for game, _hand in _unread(each)}
    same = Game.objects.filter(pk__in=found, state=Game.State.OPEN).values("duplicate")
    return found | set(Game.objects.filter(duplicate__in=same).values_list("pk", flat=True))


def _forget(person: User) -> None:
    _get_up(person)  # from where they have sat down, or come back to, in the last moment
    _give_up_kept(person)
    _sign_off(person)
    unread = [hand for _game, hand in _unread(person)]
    addresses, names = _addresses(person), personal_traces.names_of(person)
    person.name = former_names.made()
    personal_traces.take_away(person, names)
    take_words_away(person, *personal_traces.entries_about(person), names, addresses)
    _forget_addresses(person, addresses)
    _delete_own(person)
    _empty(person)
    for hand_id in unread:  # their mail, which is gone, may have been all that these waited for
        resolving.close_when_full(hand_id)


def _get_up(person: User) -> None:
    """Leaves tables that have not begun; their seats in running games are offered to others."""
    at_open = Q(game__state=Game.State.OPEN)
    left = Q(absence=Seat.Absence.OFFERED) | Q(absence=Seat.Absence.BOT, game__closed=True)
    sits = Seat.objects.filter(at_open | Q(game__state=Game.State.RUNNING) & ~left, user=person)
    rows = sits.order_by("game_id").values_list("game_id", "game__code", "game__state")
    for pk, code, state in rows:
        with transaction.atomic():
            if state == Game.State.OPEN:
                with suppress(Refused):  # it has just begun, or is closed
                    tables.leave(person, code)
            _offer_seat(person, game_secrets.lock_game(pk=pk))


def _offer_seat(person: User, game: Game) -> None:
    seat = game.seats.select_related("user").filter(user=person).first()
    # Somebody may have taken it while we waited for the lock.
    if seat and game.state == Game.State.RUNNING:
        offer = vacant_seats.absence_at(game, Seat.Absence.OFFERED)
        if seat.absence != offer:
            absence.stand_in(game, seat, offer, vacant_seats.LEFT)


def _give_up_kept(person: User) -> None:
    Seat.objects.filter(kept_for=person).update(**Seat.UNKEPT)
    # The seats of a rematch belong to those who played, whoever asked for it.
    Seat.objects.filter(kept_by=person, game__rematch_of=None).update(**Seat.UNKEPT)


def _sign_off(person: User) -> None:
    """Takes them off the lists of coming seasons."""
    Entry.objects.filter(user=person, season__state=Season.State.OPEN).delete()


def _unread(person: User) -> list[tuple[int, int]]:
    """Ids of the games and hands that their unread mails may be about."""
    theirs = ReplyAddress.objects.filter(user=person, mails__state=InboundMail.State.NEW)
    listed = ReplyTopic.objects.filter(address__in=theirs)
    # Not by "or", for which PostgreSQL would read all hands there are.
    about = theirs.order_by().values("hand").union(listed.order_by().values("hand"))
    hands = Hand.objects.filter(pk__in=about).order_by("game_id", "pk")
    return list(hands.values_list("game_id", "pk"))


def _addresses(person: User) -> list[str]:
    """Their addresses, also earlier ones as far as we know them (from bounces). One that they never
    confirmed may be somebody else's, who has asked us not to write to it, say."""
    known = {
        person.email or "",
        *EmailAddress.objects.filter(user=person, verified=True).values_list("email", flat=True),
        *Bounce.objects.filter(notice__recipient=person).values_list("address", flat=True),
    }
    return sorted({address.lower() for address in known if address})


def _forget_addresses(person: User, addresses: Sequence[str]) -> None:
    Invitation.objects.filter(email__in=addresses, accepted_by=None).delete()
    theirs = list(Invitation.objects.filter(Q(email__in=addresses) | Q(accepted_by=person)))
    for invitation in theirs:
        invitation.email = nowhere(f"{person.pk}-{invitation.pk}")
    Invitation.objects.bulk_update(theirs, ["email"])
    invitation_replies.forget(Invitation.objects.filter(sent_by=person, accepted_by=None))
    Notice.objects.filter(recipient=None, address__in=addresses).delete()
    # "Never write to me again" holds all the same, so whoever asked for it keeps that row.
    Suppression.objects.filter(address__in=addresses).exclude(reason=ASKED).delete()
    unasked_letters.forget(list(addresses))
    house_mail.forget_from(addresses)


def nowhere(local: object) -> str:
    """An address that nobody can ever have."""
    return f"{local}{NOWHERE}"


def is_nobody(user: User) -> bool:
    """Whether this person's data were deleted."""
    return (user.email or "").endswith(NOWHERE)


def take_no_address(sender: Any, instance: EmailAddress, **_kwargs: Any) -> None:
    """Takes an address from a person whose data were deleted meanwhile. The library adds and
    confirms addresses without a lock, and writes this row last."""
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=instance.user_id)
        if not person.is_active:
            EmailAddress.objects.filter(user=person).delete()
            User.objects.filter(pk=person.pk).update(email=nowhere(person.pk))


def own_relations() -> list[Any]:
    """The relations to people whose rows are deleted."""
    relations: list[Any] = list(User._meta.get_fields(include_hidden=True))
    return [
        relation
        for relation in relations
        if (relation.one_to_many or relation.one_to_one)
        and relation.auto_created
        and relation.related_model._meta.label not in KEPT
    ]


def _delete_own(person: User) -> None:
    keys = UserSession.objects.filter(user=person).values("session_key")
    Session.objects.filter(session_key__in=keys).delete()
    for relation in own_relations():
        relation.related_model._base_manager.filter(**{relation.field.name: person}).delete()
    person.reports.update(reporter=None)


def _empty(person: User) -> None:
    if person.email:
        person.email = nowhere(person.pk)
    person.set_unusable_password()
    person.is_active, person.zone, person.language = False, "UTC", "en"
    person.quiet_from = person.quiet_to = person.last_login = None
    person.muted_until = person.suspended_until = None
    person.save()
