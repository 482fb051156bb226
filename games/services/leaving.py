"""Taking a person's data away: what is theirs alone goes, and games of others stay whole.

In place of the name stands a made-up one, on seats, in logs and records.  What was played stays,
since it belongs to all who played.  It cannot be undone.
"""

import secrets
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from accounts import roles
from accounts.models import Notice, Suppression, User
from accounts.moderating import about_person, append
from games import sealing, vault
from games.models import Entry, Game, Invitation, LogEntry, Record, Season, Seat, SeatTenure
from games.refusals import Refused
from games.services import absence, standing, tables

# Rows that name a person and stay, with the made-up name; all others that point to them go.
KEPT = {
    "games.Game": "who laid a table",
    "games.Seat": "who sits where",
    "games.SeatTenure": "who sat where and when",
    "games.SeatClock": "when seats answered",
    "games.Report": "what moderators were told, without the name of who told it",
    "games.Rating": "figures of nobody in particular, from which others’ were reckoned",
    "games.RatingStep": "the same, game by game",
    "games.Entry": "how a league went for all",
    "games.Invitation": "who came by an invitation",
    "accounts.ModerationEntry": "the log, which holds numbers in place of names",
}


def forget(user: User) -> None:
    """By the person's own wish.  Raises `Refused` for somebody of the staff."""
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        forget_locked(person)
        append(None, "forget", about_person(person.pk), reason="asked")


def forget_locked(person: User) -> None:
    """The same, of a person whose row is locked."""
    if roles.role_of(person) or person.is_bot:
        raise Refused("is_staff")
    _get_up(person)
    _sign_off(person)
    before = person.name
    person.name = f"Former player {secrets.token_hex(4)}"
    _rename(person, before)
    _forget_address(person)
    _delete_own(person)
    _empty(person)


def _get_up(person: User) -> None:
    """Leaves the tables that have not begun; seats in games that run are offered to others."""
    running = Game.objects.filter(state=Game.State.RUNNING, seats__user=person).order_by("id")
    for pk in running.values_list("pk", flat=True):
        game = vault.lock_game(pk=pk)
        seat = game.seats.select_related("user").get(user=person)
        if seat.absence != Seat.Absence.OFFERED:
            absence.stand_in(game, seat, Seat.Absence.OFFERED, standing.LEFT)
    open_ = Game.objects.filter(state=Game.State.OPEN, seats__user=person)
    for code in open_.order_by("id").values_list("code", flat=True):
        tables.leave(person, code)


def _sign_off(person: User) -> None:
    """Seasons to come go on without them."""
    Entry.objects.filter(user=person, season__state=Season.State.OPEN).delete()


def _rename(person: User, before: str) -> None:
    games = Game.objects.filter(Q(seats__user=person) | Q(maker=person)).values("pk")
    said = LogEntry.objects.filter(Q(data__name=before) | Q(data__before=before), game__in=games)
    for entry in said:
        entry.data = {k: person.name if v == before else v for k, v in entry.data.items()}
        entry.save(update_fields=["data"])
    for record in Record.objects.filter(game__in=games):
        _rename_in(record, person, before)
    for game in Game.objects.filter(seats__tenures__user=person).distinct():
        if game.start is not None:
            _unname(game.start, game.start["players"], _seats_from_the_start(person, game.pk))
            game.save(update_fields=["start"])
    for game in Game.objects.filter(pk__in=games, name__contains=before):
        game.name = game.name.replace(before, person.name)[:40]
        game.save(update_fields=["name"])


def _rename_in(record: Record, person: User, before: str) -> None:
    """The checksum is of the record as it reads now; deck and receipts prove themselves."""
    data: dict[str, Any] = record.data
    if "start" in data:
        _unname(data["start"], data["players"], _seats_from_the_start(person, record.game_id))
        _unname_substitutes(data.get("substitutes", []), person, record.game_id)
    else:
        data["players"] = [person.name if n == before else n for n in data.get("players", [])]
    data["checksum"] = sealing.checksum(data)
    record.save(update_fields=["data"])


def _seats_from_the_start(person: User, game: int) -> list[int]:
    rows = SeatTenure.objects.filter(user=person, seat__game=game, substitute=False)
    return list(rows.values_list("seat__index", flat=True))


def _unname(start: dict[str, Any], players: list[str | None], seats: list[int]) -> None:
    """Takes names away together with their salts: without these the digests that stay, and bind
    all the rest, tell nobody what the names were."""
    for seat in seats:
        players[seat] = start["salts"][seat] = None


def _unname_substitutes(entries: list[dict[str, Any]], person: User, game: int) -> None:
    rows = SeatTenure.objects.filter(user=person, seat__game=game)
    held = set(rows.values_list("seat__index", "from_hand", "until_hand"))
    for entry in entries:
        if (entry["seat"], entry["from_hand"], entry["until_hand"]) in held:
            entry["name"] = None


def _forget_address(person: User) -> None:
    address = person.email or "-"
    Invitation.objects.filter(email=address, accepted_by=None).delete()
    Invitation.objects.filter(email=address).update(email=_nowhere(person))
    Invitation.objects.filter(sent_by=person, accepted_by=None).delete()
    Notice.objects.filter(recipient=None, address=address).delete()
    Suppression.objects.filter(address=address).delete()


def _nowhere(person: User) -> str:
    return f"{person.pk}@deleted.invalid"  # RFC 2606: nobody can ever have it


def own_relations() -> list[Any]:
    """What points to people and is not kept."""
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
        person.email = _nowhere(person)
    person.set_unusable_password()
    person.is_active, person.zone, person.language = False, "UTC", "en"
    person.quiet_from = person.quiet_to = person.last_login = None
    person.muted_until = person.suspended_until = None
    person.save()
