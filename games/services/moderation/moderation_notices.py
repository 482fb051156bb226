"""One letter a person about what moderators did: what happened at the table, and why.

A pause or a new player at a table is news by itself (`games.services.notifications.seat_notices`).
Where a moderator is behind it, those who sit there get the moderators' letter in its place; letters
that have a way to go on of their own stay, and say the reason, too.
"""

from collections.abc import Collection

from django.db.models import QuerySet

from accounts.models import ModerationEntry, Notice
from accounts.notifications import outbox
from accounts.notifications.channels.names import MAIL, SITE
from accounts.notifications.outbox import NotificationRequest
from accounts.operation import database_clock
from games.selectors.talk.chat import message_of
from games.services.moderation.command_types import Action

IN_ITS_PLACE = ("game_paused", "game_resumed", "game_cancelled", "seat_taken")
BY_MAIL = ("game_over",)  # other ways, programs' calls among them, tell it as ever
WITH_REASON = ("seat_offered", "briefing")  # come back; this is what you play now


def tell(action: Action, entry: ModerationEntry, heard: list[NotificationRequest]) -> None:
    """Writes the letters about an entry; `heard` is what was enqueued so far, and is kept true."""
    event = f"moderation:{entry.number}"
    if action.game is not None:
        _tell_table(action, entry, heard, event)
    if action.person is not None:
        facts = {"entry": entry.number}
        outbox.enqueue([NotificationRequest(action.person.pk, "from_staff", event, facts)])


def _tell_table(
    action: Action, entry: ModerationEntry, heard: list[NotificationRequest], event: str
) -> None:
    game = action.table
    seats = game.seats.exclude(user=None).order_by("index").values_list("user_id", "index")
    seated = {pk: index for pk, index in seats if pk is not None}
    _drop(heard, seated)
    carried = _carried(heard, seated)
    for tell in carried:
        _add_reason(tell, entry)
    done = {tell.recipient_id for tell in carried}
    outbox.enqueue(
        NotificationRequest(
            pk, "moderated", event, {"game": game.pk, "seat": index, "entry": entry.number}
        )
        for pk, index in seated.items()
        if pk not in done
    )
    if author := _gone(entry, seated):
        outbox.enqueue([NotificationRequest(author, "from_staff", event, {"entry": entry.number})])


def _gone(entry: ModerationEntry, seated: Collection[int]) -> int | None:
    """Who wrote the message that it is about, if they have no seat there any more."""
    said = message_of(entry)
    return said.author_id if said is not None and said.author_id not in seated else None


def _drop(heard: list[NotificationRequest], seated: Collection[int]) -> None:
    """News that the moderators' letter tells, and the way back for who has no seat any more."""
    kept = []
    for tell in heard:
        kinds = IN_ITS_PLACE if tell.recipient_id in seated else ("seat_offered",)
        if tell.kind in BY_MAIL and tell.recipient_id in seated:
            _keep_from_mail(_rows(tell).filter(channel=MAIL))
            continue
        if tell.kind in kinds:
            _rows(tell).delete()
        else:
            kept.append(tell)
    heard[:] = kept


def _keep_from_mail(letters: "QuerySet[Notice]") -> None:
    """They stand behind the bell only, if they were to stand there at all."""
    now, sent = database_clock.now(), Notice.State.SENT
    letters.filter(shown=True).update(channel=SITE, state=sent, finished_at=now)
    letters.filter(shown=False).delete()


def _carried(
    heard: list[NotificationRequest], seated: Collection[int]
) -> list[NotificationRequest]:
    """The letters that say the reason: of those who sit there, and of who sat there before."""
    return [
        tell
        for tell in heard
        if tell.kind in (WITH_REASON if tell.recipient_id in seated else IN_ITS_PLACE)
    ]


def _add_reason(tell: NotificationRequest, entry: ModerationEntry) -> None:
    for row in _rows(tell):
        row.facts = {**row.facts, "entry": entry.number}
        row.save(update_fields=["facts"])


def _rows(tell: NotificationRequest) -> "QuerySet[Notice]":
    return Notice.objects.filter(recipient=tell.recipient_id, kind=tell.kind, event=tell.event)
