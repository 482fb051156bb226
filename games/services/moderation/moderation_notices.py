"""One letter per person about what moderators did: what happened, and why.

A pause or a new player has a notice of its own (`games.services.notifications.seat_notices`). If a
moderator did it, those who sit there get the moderators' letter instead. Letters that offer
something to do next are kept, with the reason added.
"""

from collections.abc import Collection

from django.db.models import QuerySet

from accounts.models import ModerationEntry, Notice, Program, User
from accounts.notifications import outbox
from accounts.notifications.channels.names import MAIL, SITE
from accounts.notifications.outbox import NotificationRequest
from accounts.operation import database_clock
from games.selectors.moderation.concerned import REPLACE, message_of, owners_in
from games.services.moderation.command_types import Action

IN_ITS_PLACE = ("game_paused", "game_resumed", "game_cancelled", "seat_taken")
BY_VOTES = ("game_paused", "game_cancelled")  # decided by those who are left when a bot is given
BY_MAIL = ("game_over",)  # replaced only in mail: push and webhooks are sent as usual
WITH_REASON = ("seat_offered", "briefing")


def tell(action: Action, entry: ModerationEntry, heard: list[NotificationRequest]) -> None:
    """Enqueues the letters about an entry. `heard` is what was enqueued so far, and is updated."""
    event = f"moderation:{entry.number}"
    if action.game is not None:
        _tell_table(action, entry, heard, event)
    if action.person is not None:
        facts, program = {"entry": entry.number}, action.person.is_program
        reader = _owner(action.person) if program else action.person.pk
        if reader is not None:
            outbox.enqueue([NotificationRequest(reader, "from_staff", event, facts)])


def _owner(program: User) -> int | None:
    """Who reads what is told to a program: it has no address."""
    return Program.objects.filter(user=program).values_list("owner_id", flat=True).first()


def _tell_table(
    action: Action, entry: ModerationEntry, heard: list[NotificationRequest], event: str
) -> None:
    game = action.table
    seats = game.seats.exclude(user=None).order_by("index").values_list("user_id", "index")
    seated = {pk: index for pk, index in seats if pk is not None}
    _drop(heard, seated, BY_VOTES if entry.command == "bot" else ())
    carried = _carried(heard, seated)
    for request in carried:
        _add_reason(request, entry)
    done = {request.recipient_id for request in carried}
    outbox.enqueue(
        NotificationRequest(
            pk, "moderated", event, {"game": game.pk, "seat": index, "entry": entry.number}
        )
        for pk, index in seated.items()
        if pk not in done
    )
    outbox.enqueue(
        NotificationRequest(pk, "from_staff", event, {"entry": entry.number})
        for pk in _gone(entry)
        if pk not in seated and pk not in done
    )


def _gone(entry: ModerationEntry) -> list[int]:
    """The author of the message it is about, or who had the seat before: they may sit there no
    more. And the owner of a bot that it is about."""
    message = message_of(entry)
    former = [entry.facts["before"]] if entry.command == REPLACE else []
    return [*([message.author_id] if message is not None else former), *owners_in(entry)]


def _drop(
    heard: list[NotificationRequest], seated: Collection[int], besides: Collection[str]
) -> None:
    """Deletes notices that the moderators' letter replaces, except those of the kinds `besides`,
    and offers to come back for those who no longer have a seat."""
    kept = []
    for request in heard:
        kinds = IN_ITS_PLACE if request.recipient_id in seated else ("seat_offered",)
        if request.kind in BY_MAIL and request.recipient_id in seated:
            _keep_from_mail(_rows(request).filter(channel=MAIL))
            continue
        if request.kind in kinds and request.kind not in besides:
            _rows(request).delete()
        else:
            kept.append(request)
    heard[:] = kept


def _keep_from_mail(letters: "QuerySet[Notice]") -> None:
    """Keeps them as in-app notices, if they were to be shown there; otherwise deletes them."""
    now, sent = database_clock.now(), Notice.State.SENT
    letters.filter(shown=True).update(channel=SITE, state=sent, finished_at=now)
    letters.filter(shown=False).delete()


def _carried(
    heard: list[NotificationRequest], seated: Collection[int]
) -> list[NotificationRequest]:
    """The letters that get the reason added: of those who sit there, and of whoever sat there
    before. Only an e-mail has room for it."""
    return [
        request
        for request in heard
        if request.kind in (WITH_REASON if request.recipient_id in seated else IN_ITS_PLACE)
        and _rows(request).filter(channel=MAIL).exists()
    ]


def _add_reason(request: NotificationRequest, entry: ModerationEntry) -> None:
    for row in _rows(request):
        row.facts = {**row.facts, "entry": entry.number}
        row.save(update_fields=["facts"])


def _rows(request: NotificationRequest) -> "QuerySet[Notice]":
    return Notice.objects.filter(
        recipient=request.recipient_id, kind=request.kind, event=request.event
    )
