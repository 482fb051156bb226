"""Whom an entry of the moderators' log about a table is about."""

from accounts.models import ModerationEntry, Program, User
from games.models import Message

REPLACE = "replace"  # whoever had the seat before sits there no more


def message_of(entry: ModerationEntry) -> Message | None:
    """The message that a log entry, or the entry it undid, is about."""
    return _message(_first(entry))


def _message(first: ModerationEntry) -> Message | None:
    code, number = first.about.partition(":")[2], first.facts.get("message", 0)
    return Message.objects.filter(game__code=code, number=number).first()


def owners_in(entry: ModerationEntry) -> list[int]:
    """The owners of the bots that wrote the message, or have or had the seat, that an entry about a
    table is about."""
    first = _first(entry)
    message = _message(first)
    people = [message.author_id if message else None, first.facts.get("person")]
    if first.command == REPLACE:
        people.append(first.facts["before"])
    bots = Program.objects.filter(user__in=[pk for pk in people if pk])
    return list(bots.order_by("owner").values_list("owner_id", flat=True).distinct())


def concerns(user: User, entry: ModerationEntry) -> bool:
    """Whether an entry about a table is about what this person or a bot of theirs wrote, a seat
    that they had, or one that their bot has or had."""
    message = message_of(entry)
    wrote = message is not None and message.author_id == user.pk
    replaced = entry.command == REPLACE and entry.facts["before"] == user.pk
    return wrote or replaced or user.pk in owners_in(entry)


def _first(entry: ModerationEntry) -> ModerationEntry:
    """The entry that this one undid; otherwise itself."""
    return ModerationEntry.objects.filter(number=entry.facts.get("undoes", 0)).first() or entry
