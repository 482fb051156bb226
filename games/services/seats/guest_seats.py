"""The seats of a guest who signs in to an account of their own go on to that account.

The account is a substitute, as if it had taken the seats: whoever takes them along only when they
are winning gains nothing in the ratings, and what the guest has sealed isn't theirs.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from games import sanctions, selectors
from games.models import Game, Ignored, Report, Seat, Vote
from games.refusals import Refused
from games.services import game_log
from games.services.hands import vacant_seats
from games.services.lobby import duplicate_tables, invitations, starting, tables
from games.services.seats import absence, substitutes


class Brought(NamedTuple):
    """A table where the guest sat, as it is now; if `refused`, their seat was given up there."""

    game: Game
    refused: Refused | None


def bring(guest: User, user: User) -> list[Brought]:
    """Gives each seat of the guest to this account, or up where the account may not sit. Each
    table is a transaction, and what was brought isn't brought again. Seats kept for the guest are
    kept for the account, their reports are answered there, and it hides whom the guest does.
    Raises `Refused` if the account is just being deleted."""
    with transaction.atomic():
        sanctions.hold(user)
        Report.objects.filter(reporter=guest).update(reporter=user)
        _hide([(user.pk, whom) for _guest, whom in _pairs(by=guest)])
    found = Game.objects.filter(state__in=Game.UNFINISHED, seats__user=guest).order_by("pk")
    brought = [_bring(guest, user, code) for code in found.values_list("code", flat=True)]
    kept = Game.objects.filter(state=Game.State.OPEN, seats__kept_for=guest).order_by("pk")
    for code in kept.values_list("code", flat=True):
        _keep(guest, user, code)
    return [each for each in brought if each is not None]


@transaction.atomic
def _keep(guest: User, user: User, code: str) -> None:
    sanctions.hold(user)
    game = duplicate_tables.lock(code)
    has_one = game.seats.filter(Q(user=user) | Q(kept_for=user)).exists()
    no_other = has_one or selectors.access.sits_at_same_deals(game, user)
    game.seats.filter(kept_for=guest).update(**Seat.UNKEPT if no_other else {"kept_for": user})


def _bring(guest: User, user: User, code: str) -> Brought | None:
    with transaction.atomic():
        user = sanctions.hold(user)
        game = duplicate_tables.lock(code)
        held = game.seats.select_related("user").filter(user=guest)
        seat = held.exclude(absence=Seat.Absence.OFFERED).first()  # they left that one
        if seat is None or game.state not in Game.UNFINISHED:
            return None
        try:
            _check(game, seat, guest, user)
        except Refused as refused:
            return Brought(_give_up(game, seat, guest), refused)
        _pass_on(game, seat, guest, user)
        return Brought(game, None)


def _check(game: Game, seat: Seat, guest: User, user: User) -> None:
    sanctions.check_may_play(guest)
    sanctions.check_may_play(user)
    substitutes.check_cards_unknown(game, seat, user)
    duplicate_tables.check_may_sit(game, user)
    starting.check_reliable(game, user)


def _pass_on(game: Game, seat: Seat, guest: User, user: User) -> None:
    for each in duplicate_tables.open_tables(game):
        if each.maker_id == guest.pk:
            each.maker = user
            each.save(update_fields=["maker"])
    game.invitations.filter(accepted_by=guest).update(accepted_by=user)
    # Only who sits there sees that they are one, so nobody else's choice may tell it.
    there = game.seats.exclude(user=None).values("user")
    _hide([(by, user.pk) for by, _guest in _pairs(whom=guest, by__in=there)])
    if game.state == Game.State.OPEN:
        _sit(game, seat, guest, user)
        return
    vacant_seats.give_up_clock(game, seat)
    Vote.objects.filter(seat=seat).delete()
    substitutes.give_on(game, seat, user, seat.policy)


def _sit(game: Game, seat: Seat, guest: User, user: User) -> None:
    """Lets the account sit in place of the guest at an open table, with the guest's choices, and
    since then: they have waited for the others as long."""
    game.seats.filter(kept_for=user).update(**Seat.UNKEPT)
    seat.user = user
    seat.save(update_fields=["user"])
    game_log.write_log(game, "left", {"seat": seat.index}, person=guest)
    game_log.write_log(game, "joined", {"seat": seat.index}, person=user)
    duplicate_tables.free_elsewhere(game, user)
    invitations.note_accepted(game, user, "")
    game.save()


def _pairs(**asked: Any) -> "QuerySet[Ignored, tuple[int, int]]":
    return Ignored.objects.filter(**asked).values_list("by", "whom")


def _hide(pairs: Iterable[tuple[int, int]]) -> None:
    """The rows of the guest stay, for what was said until now."""
    rows = [Ignored(by_id=by, whom_id=whom) for by, whom in pairs if by != whom]
    Ignored.objects.bulk_create(rows, ignore_conflicts=True)


def _give_up(game: Game, seat: Seat, guest: User) -> Game:
    if game.state == Game.State.OPEN:
        return tables.leave(guest, game.code)
    if seat.absence != vacant_seats.absence_at(game, Seat.Absence.OFFERED):
        absence.stand_in(game, seat, Seat.Absence.OFFERED, vacant_seats.LEFT)
    return game
