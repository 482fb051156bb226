"""Every error of the API with its stable code, status and title: the one table of them.

The body is RFC 9457's application/problem+json.  `type` is an address of ours that explains
the code; `detail` says what was wrong and what to do next; further members are hints for
programs (the hand that is open, the legal answers, the fields that were wrong).
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException

from games.refusals import MESSAGES

PLACE = re.compile(r"%\(\w+\)s")
MEDIA_TYPE = "application/problem+json"


class Kind(NamedTuple):
    """What a code means: its status, and a title that never changes from case to case."""

    status: int
    title: Any


# Refusals of the services; their sentences are in games.refusals.
REFUSALS = {
    "game_over": Kind(409, _("The game is over")),
    "game_not_running": Kind(409, _("The game has not started")),
    "stale_hand": Kind(409, _("That hand is past")),
    "future_hand": Kind(409, _("That hand is not open yet")),
    "hand_closed": Kind(409, _("All answers of this hand are in")),
    "bid_changed": Kind(409, _("Another answer of yours stands")),
    "not_awaited": Kind(409, _("Nothing is owed")),
    "not_seated": Kind(403, _("Not at this table")),
    "malformed": Kind(400, _("The answer cannot be read")),
    "illegal": Kind(422, _("The answer is not possible now")),
    "no_aside": Kind(409, _("Not possible out of turn now")),
    "no_peek": Kind(409, _("Nothing to look at")),
    "bad_plan": Kind(400, _("The plan cannot be read")),
    "empty_note": Kind(400, _("An empty note")),
    "long_note": Kind(400, _("The note is too long")),
    "too_many_notes": Kind(409, _("Enough notes")),
    "no_note": Kind(404, _("No such note")),
    "notes_fixed": Kind(409, _("The notes are fixed")),
    "notes_private": Kind(409, _("The game still runs")),
    "empty_message": Kind(400, _("An empty message")),
    "long_message": Kind(400, _("The message is too long")),
    "too_much_talk": Kind(429, _("Too much at once")),
    "no_chat": Kind(403, _("Nobody talks here")),
    "chat_of_players": Kind(403, _("For those who sit there")),
    "no_message": Kind(404, _("No such message")),
    "not_ignorable": Kind(409, _("Oneself, or a bot")),
    "bad_chat": Kind(400, _("No such choice for the talk")),
    "not_hidden": Kind(409, _("No such message to hide or show")),
    "key_reused": Kind(422, _("The key was used for another bid")),
    "unknown_game": Kind(404, _("No such table")),
    "unknown_ruleset": Kind(400, _("No such game")),
    "bad_options": Kind(400, _("The options do not fit")),
    "bad_seats": Kind(400, _("The number of seats does not fit")),
    "bad_hours": Kind(400, _("The time for a hand does not fit")),
    "bad_bank": Kind(400, _("The bank does not fit")),
    "bank_tells": Kind(400, _("A bank tells who took how long")),
    "bad_share": Kind(400, _("The share does not fit")),
    "not_reliable": Kind(403, _("The table asks for more hands in time")),
    "absent": Kind(409, _("A bot plays your seat")),
    "not_offered": Kind(409, _("The seat is not free")),
    "sat_elsewhere": Kind(403, _("You know cards of this game")),
    "no_seat": Kind(404, _("No such seat")),
    "no_extensions": Kind(403, _("No more time at this table")),
    "extended_already": Kind(409, _("Given already")),
    "not_that_hand": Kind(409, _("Another hand is open")),
    "no_votes": Kind(403, _("No votes at this table")),
    "bad_wish": Kind(400, _("Nothing to vote for")),
    "not_over": Kind(409, _("The game still runs")),
    "bad_offer": Kind(400, _("The number of misses does not fit")),
    "unknown_person": Kind(404, _("Nobody of that name")),
    "bad_duplicate": Kind(400, _("The number of tables does not fit")),
    "at_sister": Kind(409, _("You know these deals")),
    "duplicate_closed": Kind(403, _("The same deals are still played")),
    "duplicate_full": Kind(409, _("All tables start together")),
    "duplicate_alone": Kind(409, _("Nobody to compare with")),
    "no_duplicate": Kind(404, _("Not played elsewhere")),
    "bad_delay": Kind(400, _("The delay does not fit")),
    "bad_name": Kind(400, _("The name does not fit")),
    "bad_policy": Kind(400, _("No such choice for a missed hand")),
    "too_many_bots": Kind(400, _("Too many bots")),
    "already_seated": Kind(409, _("Seated already")),
    "table_full": Kind(409, _("The table is full")),
    "already_started": Kind(409, _("The game has started")),
    "not_maker": Kind(403, _("Only the maker of the table can do that")),
    "too_few": Kind(409, _("Too few sit here")),
    "bad_link": Kind(403, _("The link is not good")),
    "bad_address": Kind(400, _("Not an e-mail address")),
    "too_many_invitations": Kind(409, _("Enough invitations")),
    "too_many_tables": Kind(409, _("Enough open tables")),
    "record_running": Kind(409, _("The game still runs")),
    "game_cancelled": Kind(409, _("The game was cancelled")),
    "unknown_league": Kind(404, _("No such league")),
    "no_season": Kind(409, _("Nobody is taken at present")),
    "no_guests": Kind(403, _("Not for guests")),
    "no_comparison": Kind(404, _("Nothing to compare")),
    "no_hand": Kind(404, _("No such hand")),
    "no_bid": Kind(404, _("No bid yet")),
    "suspended": Kind(403, _("The account is suspended")),
    "muted": Kind(403, _("The account is muted")),
    "empty_report": Kind(400, _("The report says nothing")),
    "too_many_reports": Kind(409, _("Enough reports")),
    "no_report": Kind(404, _("No such report")),
    "report_closed": Kind(409, _("Answered already")),
    "unknown_command": Kind(404, _("No such command")),
    "not_allowed": Kind(403, _("Not with this role")),
    "own_game": Kind(403, _("A game of one’s own")),
    "own_person": Kind(403, _("A person of one’s own tables")),
    "no_reason": Kind(400, _("A reason is missing")),
    "long_text": Kind(400, _("The text is too long")),
    "not_in_this_state": Kind(409, _("Not in this state of the game")),
    "cannot_undo": Kind(409, _("It cannot be undone")),
    "unknown_letter": Kind(404, _("No such letter")),
    "queued_already": Kind(409, _("In the outbox already")),
    "paused_already": Kind(409, _("Already paused")),
    "not_paused": Kind(409, _("Not paused")),
    "absent_already": Kind(409, _("A bot plays it already")),
    "no_clock": Kind(409, _("No clock runs")),
    "no_miss": Kind(409, _("No miss to excuse")),
    "unrated_already": Kind(409, _("It does not count anyhow")),
    "no_points": Kind(409, _("The game has no points yet")),
    "no_such_hand": Kind(400, _("No such hand to go back to")),
    "not_replayable": Kind(409, _("The game cannot be worked out again")),
    "bad_days": Kind(400, _("The days do not fit")),
    "nothing_to_lift": Kind(409, _("Nothing to lift")),
    "unknown_role": Kind(400, _("No such role")),
    "is_staff": Kind(409, _("A moderator")),
    "is_operator": Kind(409, _("An operator of the server")),
}

# Refusals of a vacation (accounts.vacations), with sentences for the page that explains them.
VACATIONS: dict[str, tuple[Kind, Any]] = {
    "vacation_backwards": (
        Kind(400, _("The days run backwards")),
        _("The last day comes before the first."),
    ),
    "vacation_past": (
        Kind(400, _("The days have begun")),
        _("A vacation begins today at the earliest."),
    ),
    "vacation_far": (Kind(400, _("Too far ahead")), _("Book this year and the next.")),
    "vacation_twice": (
        Kind(409, _("Booked already")),
        _("Some of these days are booked already. Nothing was added."),
    ),
    "vacation_too_long": (
        Kind(409, _("Not so many days left")),
        _("There are 30 days a year; `left` says how many you have. Nothing was booked."),
    ),
    "no_vacation": (Kind(404, _("No such vacation")), _("There is no such vacation of yours.")),
    "vacation_begun": (Kind(409, _("It has begun")), _("It has begun, so it stays booked.")),
    "vacation_counted": (
        Kind(409, _("A hand counts on it")),
        _("A hand that is open has been given more time for it, so it stays booked."),
    ),
}

# Refusals of a webhook (accounts.hooks).
HOOKS: dict[str, tuple[Kind, Any]] = {
    "bad_hook": (
        Kind(400, _("No address that we call")),
        _("We call https addresses of public hosts only. Nothing was added."),
    ),
    "too_many_hooks": (
        Kind(409, _("Too many webhooks")),
        _("Take one away before you add another. Nothing was added."),
    ),
    "no_hook": (Kind(404, _("No such webhook")), _("There is no such webhook of yours.")),
}

# What goes wrong at the door itself, with its sentence.
DOOR: dict[str, tuple[Kind, Any]] = {
    "invalid": (
        Kind(400, _("Some fields are wrong")),
        _("Some fields are missing or wrong; `errors` says which. Nothing was changed."),
    ),
    "unknown_fields": (
        Kind(400, _("Unknown fields")),
        _("There is no %(given)s here; known are: %(known)s. Nothing was changed."),
    ),
    "malformed_json": (
        Kind(400, _("The body cannot be read")),
        _("The body is not JSON as we read it: %(reason)s. Nothing was changed."),
    ),
    "bad_key": (
        Kind(400, _("The Idempotency-Key cannot be used")),
        _(
            "An Idempotency-Key has 1 to 64 letters, digits or . _ ~ : + / = -; "
            "a fresh UUID is a good one. The bid was not stored."
        ),
    ),
    "bad_cursor": (
        Kind(400, _("The cursor is not good")),
        _("This cursor is none of ours. Start again without it, and follow `next`."),
    ),
    "body_too_large": (
        Kind(413, _("The body is too large")),
        _("A body has at most %(most)s bytes; it was not read."),
    ),
    "unsupported_media_type": (
        Kind(415, _("The body must be JSON")),
        _("Send the body as application/json. Nothing was changed."),
    ),
    "not_authenticated": (
        Kind(401, _("Not signed in")),
        _("Send `Authorization: Token …` (POST /api/v1/token gives you one), or sign in."),
    ),
    "bad_token": (
        Kind(401, _("The token is not good")),
        _("This token is not, or no longer, good. POST /api/v1/token gives you a new one."),
    ),
    "bad_credentials": (
        Kind(401, _("Address and password do not fit")),
        _("There is no account with this address and password. Both are kept to yourself."),
    ),
    "address_unconfirmed": (
        Kind(403, _("The address is not confirmed")),
        _("Follow the link in the letter that we sent you first; then try again."),
    ),
    "second_factor": (
        Kind(403, _("A second factor is needed")),
        _("Your account asks for a second factor: send it as `code`, fresh each time."),
    ),
    "csrf_failed": (
        Kind(403, _("The page's own token is missing")),
        _("With a session, send the CSRF token as X-CSRFToken; or use an API token."),
    ),
    "forbidden": (Kind(403, _("Not allowed")), _("You may not do this. Nothing was changed.")),
    "not_found": (
        Kind(404, _("Nothing here")),
        _("There is nothing at this address. /api/v1/docs/ lists what there is."),
    ),
    "method_not_allowed": (
        Kind(405, _("Not with this method")),
        _("This address does not take %(given)s; the header Allow says what it takes."),
    ),
    "throttled": (
        Kind(429, _("Too many requests")),
        _("That was too much at once. Wait %(seconds)s seconds and try again."),
    ),
    "busy": (
        Kind(503, _("Busy")),
        _("Something else is under way at this table just now. Nothing was stored; try again."),
    ),
    "unavailable": (
        Kind(503, _("Our database cannot be reached")),
        _(
            "Our database cannot be reached just now. Look again in a minute: if it does not show "
            "what you sent, send it again."
        ),
    ),
    "server_error": (
        Kind(500, _("Our mistake")),
        _("Something failed on our side and was noted. Nothing was changed; try again later."),
    ),
    **VACATIONS,
    **HOOKS,
}


class Problem(APIException):
    """Anything that the door itself refuses, by its code in `DOOR`."""

    def __init__(self, code: str, hint: Mapping[str, Any] | None = None, **params: Any) -> None:
        kind, sentence = DOOR[code]
        self.code, self.hint = code, dict(hint or {})
        self.status_code = kind.status
        self.sentence = str(sentence) % params if params else str(sentence)
        super().__init__(self.sentence, code)


def kind_of(code: str) -> Kind:
    """Status and title of a code."""
    return REFUSALS[code] if code in REFUSALS else DOOR[code][0]


def explanation(code: str) -> str:
    """The sentence of a code as it stands, for the page that explains it."""
    sentence = str(MESSAGES[code] if code in MESSAGES else DOOR[code][1])
    return PLACE.sub("…", sentence)


def all_codes() -> list[str]:
    """Every code, by status and name."""
    return sorted([*REFUSALS, *DOOR], key=lambda code: (kind_of(code).status, code))


def body(code: str, detail: str, hint: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The members of a problem; hints never overrule the five that RFC 9457 and we fix."""
    kind = kind_of(code)
    return {
        **(hint or {}),
        "type": f"{settings.SITE_URL}/api/v1/problems/{code}",
        "title": str(kind.title),
        "status": kind.status,
        "detail": detail,
        "code": code,
    }
