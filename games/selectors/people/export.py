"""Exports everything stored about a person, for that person, as JSON values."""

from dataclasses import asdict
from typing import Any

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import QuerySet
from django.forms.models import model_to_dict

from accounts.models import Choice, ModerationEntry, Notice, User, Vacation
from accounts.people import guest_sign_in
from accounts.staff.audit_log import about_person
from games import game_secrets
from games.models import Invitation, Message, Note, Report
from games.selectors.people.export_games import games_left_by, games_of
from games.selectors.people.friends import friendships_of
from games.selectors.people.preferences import preferences_of
from games.selectors.talk.chat import ignored_by

FIGURES = ("mu", "sigma", "shown")
SECRET = {"password", "user_permissions", "groups"}


def everything(user: User) -> dict[str, Any]:
    """All data by subject. The person's own sealed answers are decrypted."""
    return {
        "format": "tideweb-person/1",
        "person": model_to_dict(user, exclude=SECRET),
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified")),
        "letters_wished": list(
            Choice.objects.filter(user=user).values("kind", "channel", "about", "wanted")
        ),
        "preferences": asdict(preferences_of(user)),
        "vacations": list(Vacation.objects.filter(user=user).values("first", "last", "booked_at")),
        "signed_in": list(
            UserSession.objects.filter(user=user).values("ip", "user_agent", "created_at")
        ),
        "networks": list(user.sightings.values("first_at", "last_at", "times")),
        **_letting_in(user),
        **_sending_to(user),
        "letters": _letters(user),
        "games": games_of(user),
        "games_left": games_left_by(user),
        "notes": [note for note in map(_note, _notes(user)) if note["text"]],
        "said": [_message(message) for message in _messages(user)],
        "not_read": ignored_by(user),
        "friends": _friends(user),
        "invitations_sent": list(
            Invitation.objects.filter(sent_by=user).values("game__code", "email", "created_at")
        ),
        "reports": list(
            Report.objects.filter(reporter=user).values("kind", "text", "answer", "created_at")
        ),
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
        "moderation": [_act(entry) for entry in _actions(user)],
        "as_guest": [everything(guest) for guest in guest_sign_in.former_guests(user)],
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
            Authenticator.objects.filter(user=user).values("type", "created_at")
        ),
    }


def _sending_to(user: User) -> dict[str, Any]:
    """Where notices go besides e-mail, without the secrets of those addresses."""
    return {
        "webhooks": list(user.webhooks.values("host", "format", "created_at", "disabled_at")),
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
    columns = ("kind", "channel", "state", "reason", "facts", "created_at", "finished_at")
    return list(Notice.objects.filter(recipient=user).order_by("id").values(*columns))


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
