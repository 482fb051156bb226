"""Exports everything stored about a person, for that person, as JSON values."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import QuerySet
from django.forms.models import model_to_dict

from accounts.models import Choice, ModerationEntry, Notice, User, Vacation
from accounts.staff.audit_log import about_person
from games import game_secrets, kept_bids
from games.models import (
    Bid,
    Invitation,
    LogEntry,
    Message,
    Note,
    PastClocks,
    Report,
    Seat,
    SeatClock,
    SeatTenure,
)
from games.selectors.hands.plans import own_plan
from games.selectors.people.friends import friendships_of
from games.selectors.people.preferences import preferences_of
from games.selectors.seats.deck_words import first_of, words_of
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
        "games": [_game(seat) for seat in _seats(user)],
        "games_left": [_left(tenure) for tenure in _tenures(user)],
        "notes": [_note(note) for note in _notes(user)],
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


def _seats(user: User) -> list[Seat]:
    return list(Seat.objects.filter(user=user).select_related("game").order_by("game_id"))


def _tenures(user: User) -> list[SeatTenure]:
    """Former seats, which now belong to somebody else."""
    ended = SeatTenure.objects.filter(user=user).exclude(until_hand=None)
    return list(ended.select_related("seat__game").order_by("pk"))


def _game(seat: Seat) -> dict[str, Any]:
    game, plan = seat.game, own_plan(seat.game, seat)
    return {
        "code": game.code, "name": game.name, "game": game.ruleset, "state": game.state,
        "seat": seat.index, "choice_for_misses": seat.policy,
        "words_for_the_deck": _words(seat, seat.user_id),
        "misses": seat.misses, "joined_at": seat.joined_at, "answers": _answers(seat),
        "plan": plan.text if plan else "", "asked_if_forced": seat.ask_forced,
        "confirms_mails": seat.strict_mail,
        "clocks": _clocks(seat, seat.user_id),
        "log": _log(LogEntry.objects.filter(game=game, data__seat=seat.index)),
    }  # fmt: skip


def _left(tenure: SeatTenure) -> dict[str, Any]:
    """Their own data from the time they held the seat, without what a bot or a successor did."""
    seat, game = tenure.seat, tenure.seat.game
    hands = (tenure.from_hand, tenure.until_hand or 0)
    theirs = range(hands[0], hands[1] + 1)
    return {
        "code": game.code, "name": game.name, "game": game.ruleset, "state": game.state,
        "seat": seat.index, "misses": tenure.misses, "from_hand": tenure.from_hand,
        "until_hand": tenure.until_hand, "began_at": tenure.began_at,
        "words_for_the_deck": _words(seat, tenure.user_id),
        "ended_at": tenure.ended_at, "answers": _opened(seat, theirs, by_bot=False),
        "clocks": _clocks(seat, tenure.user_id),
        "log": _log(
            LogEntry.objects.filter(game=game, data__seat=seat.index, hand_number__range=hands)
        ),
    }  # fmt: skip


def _words(seat: Seat, user_id: int | None) -> str:
    """Nothing for whoever came later: the words are those of who had the seat first."""
    return words_of(seat) if first_of(seat) == user_id else ""


def _log(entries: "QuerySet[LogEntry]") -> list[dict[str, Any]]:
    return [{"kind": each.kind, "data": each.with_names, "at": each.at} for each in entries]


def _clocks(seat: Seat, user_id: int | None) -> list[dict[str, Any]]:
    clocks = SeatClock.objects.filter(seat=seat, user=user_id)
    rows = clocks.values("hand__number", "deadline", "answered_at", "in_time")
    every = [*map(dict, rows), *_past(seat, user_id)]
    return sorted(every, key=lambda row: row["hand__number"])


def _past(seat: Seat, user_id: int | None) -> Iterator[dict[str, Any]]:
    """Those that are packed, until their game is compacted."""
    numbers = dict(seat.game.hands.values_list("pk", "number"))
    for past in PastClocks.objects.filter(seat=seat, user=user_id):
        for clock in past.whole:
            yield {
                "hand__number": numbers[clock["hand_id"]],
                "deadline": datetime.fromisoformat(clock["deadline"]),
                "answered_at": datetime.fromisoformat(clock["answered_at"]),
                "in_time": clock["in_time"],
            }


def _answers(seat: Seat) -> list[dict[str, Any]]:
    first = seat.tenures.filter(until_hand=None).values_list("from_hand", flat=True).first() or 1
    return _opened(seat, range(first, seat.game.hand_number + 1))  # not those of a predecessor


def _opened(seat: Seat, hands: range, *, by_bot: bool = True) -> list[dict[str, Any]]:
    rows = Bid.objects.filter(seat=seat, hand__number__range=(hands.start, hands.stop - 1))
    mine = {bid.hand.number: bid for bid in rows.select_related("hand")}
    kept = kept_bids.of_game(seat.game, list(hands))
    mine |= {bid.hand.number: bid for bid in kept if bid.seat.index == seat.index}
    return [
        _answer(bid, seat)
        for _number, bid in sorted(mine.items())
        if by_bot or bid.via != Bid.Via.BOT
    ]


def _answer(bid: Bid, seat: Seat) -> dict[str, Any]:
    opened = game_secrets.open_bid(bid, seat.game.code, bid.hand.number, seat.index)
    return {
        "hand": bid.hand.number, "answer": opened.notation, "salt": opened.salt,
        "receipt": bid.digest, "via": bid.via, "missed": bid.missed, "at": bid.placed_at,
    }  # fmt: skip
