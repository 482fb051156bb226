"""Exports everything stored about a person, for that person, as JSON values."""

from dataclasses import asdict
from typing import Any

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q, QuerySet
from django.forms.models import model_to_dict

from accounts.models import (
    Bounce,
    Choice,
    ModerationEntry,
    Notice,
    Suppression,
    User,
    Vacation,
)
from accounts.people import guest_sign_in
from accounts.staff.audit_log import about_person
from games import game_secrets
from games.models import (
    Game,
    InboundMail,
    Invitation,
    LogEntry,
    Message,
    Note,
    Report,
    Seat,
    SeatTenure,
)
from games.selectors.access import invites
from games.selectors.people.export_games import games_left_by, games_of
from games.selectors.people.friends import friendships_of
from games.selectors.people.preferences import preferences_of
from games.selectors.talk.chat import ignored_by

FIGURES = ("mu", "sigma", "shown")
SECRET = {"password", "user_permissions", "groups"}
UNEDITED = ("answered_at", "recovered_at")  # no form has these columns


def everything(user: User) -> dict[str, Any]:
    """All data by subject. The person's own sealed answers are decrypted."""
    return {
        "format": "tideweb-person/1",
        "person": model_to_dict(user, exclude=SECRET)
        | {name: getattr(user, name) for name in UNEDITED},
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified")),
        "addresses_stopped": list(_stopped(user).values("address", "reason", "since")),
        "letters_wished": list(
            Choice.objects.filter(user=user).values("kind", "channel", "about", "wanted")
        ),
        "preferences": asdict(preferences_of(user)),
        "vacations": list(Vacation.objects.filter(user=user).values("first", "last", "booked_at")),
        "signed_in": list(
            UserSession.objects.filter(user=user).values(
                "ip", "user_agent", "created_at", "last_seen_at"
            )
        ),
        "networks": list(user.sightings.values("first_at", "last_at", "times")),
        **_letting_in(user),
        **_sending_to(user),
        "letters": _letters(user),
        "letters_returned": list(
            Bounce.objects.filter(notice__recipient=user)
            .order_by("pk")
            .values("address", "sort", "status", "said", "at")
        ),
        "written_to_us": _written(user),
        "games": games_of(user),
        "games_left": games_left_by(user),
        **_tables(user),
        "notes": [note for note in map(_note, _notes(user)) if note["text"]],
        "said": [_message(message) for message in _messages(user)],
        "not_read": ignored_by(user),
        "friends": _friends(user),
        **_invitations(user),
        "reports": list(
            Report.objects.filter(reporter=user).values(
                *("kind", "text", "game__code", "person__name", "message__number"),
                *("outcome", "answer", "created_at", "closed_at"),
            )
        ),
        **_standing(user),
        "moderation": [_act(entry) for entry in _actions(user)],
        "as_guest": [everything(guest) for guest in guest_sign_in.former_guests(user)],
    }


def _invitations(user: User) -> dict[str, Any]:
    return {
        "invitations_sent": list(
            Invitation.objects.filter(sent_by=user).values("game__code", "email", "created_at")
        ),
        "invitations_received": list(
            Invitation.objects.filter(Q(accepted_by=user) | invites(user))
            .order_by("pk")
            .values("game__code", "created_at", "expires_at")  # the address may be of another
        ),
    }


def _standing(user: User) -> dict[str, Any]:
    """How they rank: ratings with their steps, and leagues."""
    return {
        "ratings": list(user.ratings.order_by("ruleset").values("ruleset", *FIGURES, "games")),
        "leagues": list(
            user.league_entries.order_by("pk").values(
                "season__league__name", "season__number", "division", "points", "place", "at"
            )
        ),
        "rating_steps": list(
            user.rating_steps.order_by("number").values(
                "ruleset", "rated__game__code", "place", *FIGURES, "change"
            )
        ),
    }


def _stopped(user: User) -> "QuerySet[Suppression]":
    """Addresses of theirs to which we don't write."""
    own = EmailAddress.objects.filter(user=user, verified=True).values("email")
    return Suppression.objects.filter(Q(address__in=own) | Q(address=user.email))


def _written(user: User) -> list[dict[str, Any]]:
    """When mails from them came and what became of them, without their text."""
    rows = InboundMail.objects.filter(address__user=user).order_by("pk")
    told = rows.values("address__game__code", "received_at", "state", "outcome")
    return [dict(row) for row in told]


def _tables(user: User) -> dict[str, Any]:
    """What is stored of them at tables besides their seats. They left some before the start."""
    sits = Seat.objects.filter(user=user).order_by().values("game")
    sat = sits.union(SeatTenure.objects.filter(user=user).order_by().values("seat__game"))
    left = LogEntry.objects.filter(Q(person=user) | Q(former=user)).exclude(game__in=sat)
    started = Game.objects.filter(maker=user).order_by("pk")
    by_others = Seat.objects.filter(kept_for=user)
    for_others = Seat.objects.filter(kept_by=user)
    return {
        "tables_started": list(started.values("code", "name", "created_at")),
        "tables_left": list(left.order_by("pk").values("game__code", "kind", "data", "at")),
        "seats_kept": {
            "for_them": list(by_others.values("game__code", "index")),
            "by_them": list(for_others.values("game__code", "index", "kept_for__name")),
        },
    }


def _friends(user: User) -> dict[str, list[str]]:
    """Friends and pending requests in both directions, by name."""
    friendships = vars(friendships_of(user))
    return {name: [each.name for each in people] for name, people in friendships.items()}


def _letting_in(user: User) -> dict[str, Any]:
    """Keys, applications and sign-in methods."""
    return {
        "keys_for_programs": list(
            user.api_keys.values("name", "created_at", "used_on", "scopes", "expires_at")
        ),
        "bots": list(user.programs.values("user__name", "created_at")),
        "applications": list(Client.objects.filter(owner=user).values("name", "created_at")),
        "applications_allowed": list(
            Token.objects.filter(user=user).values("client__name", "created_at", "scopes")
        ),
        "second_factors": list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        ),
    }


def _sending_to(user: User) -> dict[str, Any]:
    """Where notices go besides e-mail, without the secrets of those addresses."""
    return {
        "webhooks": list(
            user.webhooks.values(
                *("host", "format", "created_at", "last_ok_at", "last_error", "disabled_at")
            )
        ),
        "browsers": list(user.devices.values("label", "created_at", "last_ok_at")),
        "feeds": list(user.feeds.values("what", "created_at")),
    }


def _actions(user: User) -> "QuerySet[ModerationEntry]":
    rows = ModerationEntry.objects.filter(about=about_person(user.pk))
    return rows.exclude(command__startswith="read_").order_by("-number")


def _act(entry: ModerationEntry) -> dict[str, Any]:
    columns = ("at", "command", "reason", "text", "facts")
    return {name: getattr(entry, name) for name in columns}


def _letters(user: User) -> list[dict[str, Any]]:
    what = ("kind", "channel", "state", "reason", "facts")
    rows = Notice.objects.filter(recipient=user).order_by("id")
    return list(rows.values(*what, "created_at", "finished_at", "read_at"))


def _notes(user: User) -> list[Note]:
    rows = Note.objects.filter(author=user).select_related("seat__game")
    return list(rows.order_by("seat__game_id", "number"))


def _note(note: Note) -> dict[str, Any]:
    game = note.seat.game
    return {
        "game": game.code, "seat": note.seat.index, "hand": note.hand_number,
        "text": game_secrets.open_note(note, game.code), "changed_at": note.changed_at,
        "shown_to_all_since": note.released_at,
    }  # fmt: skip


def _messages(user: User) -> list[Message]:
    return list(Message.objects.filter(author=user).select_related("game").order_by("pk"))


def _message(message: Message) -> dict[str, Any]:
    return {
        "game": message.game.code, "number": message.number, "at": message.at,
        "text": game_secrets.open_message(message, message.game.code),
        "hidden_since": message.hidden_at,
    }  # fmt: skip
