"""What moderators call the columns of our tables."""

from django.db.models import Model
from django.utils.translation import pgettext_lazy

COLUMNS = {
    "about": pgettext_lazy("column", "about"),
    "accepted_by": pgettext_lazy("column", "accepted by"),
    "actor": pgettext_lazy("column", "by"),
    "address": pgettext_lazy("column", "address"),
    "at": pgettext_lazy("column", "at"),
    "attempts": pgettext_lazy("column", "attempts"),
    "awaiting": pgettext_lazy("column", "seats asked"),
    "changes": pgettext_lazy("column", "changes"),
    "channel": pgettext_lazy("column", "channel"),
    "code": pgettext_lazy("column", "code"),
    "command": pgettext_lazy("column", "command"),
    "created_at": pgettext_lazy("column", "created"),
    "data": pgettext_lazy("column", "data"),
    "date_joined": pgettext_lazy("column", "joined"),
    "deadline": pgettext_lazy("column", "deadline"),
    "digest": pgettext_lazy("column", "digest"),
    "drop_after": pgettext_lazy("column", "dropped after"),
    "email": pgettext_lazy("column", "e-mail"),
    "ended_at": pgettext_lazy("column", "ended"),
    "event": pgettext_lazy("column", "event"),
    "expires_at": pgettext_lazy("column", "expires"),
    "facts": pgettext_lazy("column", "facts"),
    "finished_at": pgettext_lazy("column", "finished"),
    "former": pgettext_lazy("column", "former player"),
    "game": pgettext_lazy("column", "game"),
    "hand": pgettext_lazy("column", "hand"),
    "hand_number": pgettext_lazy("column", "hand number"),
    "is_active": pgettext_lazy("column", "active"),
    "is_staff": pgettext_lazy("column", "staff"),
    "joined_at": pgettext_lazy("column", "joined"),
    "kind": pgettext_lazy("column", "kind"),
    "leased_until": pgettext_lazy("column", "leased until"),
    "local": pgettext_lazy("column", "mailbox"),
    "maker": pgettext_lazy("column", "started by"),
    "message_id": pgettext_lazy("column", "message ID"),
    "missed": pgettext_lazy("column", "missed"),
    "misses": pgettext_lazy("column", "missed hands"),
    "misses_in_row": pgettext_lazy("column", "missed in a row"),
    "number": pgettext_lazy("column", "number"),
    "opened": pgettext_lazy("column", "opened"),
    "opened_at": pgettext_lazy("column", "opened"),
    "outcome": pgettext_lazy("column", "outcome"),
    "person": pgettext_lazy("column", "person"),
    "phase": pgettext_lazy("column", "phase"),
    "placed_at": pgettext_lazy("column", "answered"),
    "previous": pgettext_lazy("column", "previous digest"),
    "reason": pgettext_lazy("column", "reason"),
    "received_at": pgettext_lazy("column", "received"),
    "recipient": pgettext_lazy("column", "recipient"),
    "resolved_at": pgettext_lazy("column", "turned"),
    "ruleset": pgettext_lazy("column", "ruleset"),
    "seat": pgettext_lazy("column", "seat"),
    "seat_count": pgettext_lazy("column", "seats"),
    "send_after": pgettext_lazy("column", "to be sent"),
    "sent_by": pgettext_lazy("column", "sent by"),
    "since": pgettext_lazy("column", "since"),
    "stage": pgettext_lazy("column", "stage"),
    "started_at": pgettext_lazy("column", "started"),
    "state": pgettext_lazy("column", "status"),
    "table": pgettext_lazy("column", "table"),
    "trigger": pgettext_lazy("column", "turned because"),
    "unsure_at": pgettext_lazy("column", "unsure since"),
    "user": pgettext_lazy("column", "person"),
    "visibility": pgettext_lazy("column", "visibility"),
    "wanted": pgettext_lazy("column", "wanted"),
}


def name_columns(model: type[Model]) -> None:
    """Gives a model's fields these names, unless they have one of their own, which forms show.
    Set in the models, they would be part of migrations.
    """
    for field in model._meta.fields:
        unnamed = field.verbose_name == field.name.replace("_", " ")
        if unnamed and field.name in COLUMNS:
            vars(field)["verbose_name"] = COLUMNS[field.name]
