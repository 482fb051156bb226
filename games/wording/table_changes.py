"""Sentences about the table itself: seats offered and taken, pauses, extensions."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.text import date_words
from accounts.text.bidi_isolation import each_isolated
from games.wording.base import Seating
from games.wording.lists import listed

Data = Mapping[str, Any]


def _offered(data: Data) -> str:
    if data.get("why") == "missed":
        return _(
            "%(name)s has missed too many hands in a row. A bot plays the seat until %(name)s is "
            "back or somebody takes it."
        )
    if data.get("by"):
        return _(
            "A moderator has offered the seat of %(name)s; a bot plays it until somebody takes it."
        )
    return _("%(name)s has left. A bot plays the seat until somebody takes it.")


def _bot(data: Data) -> str:
    return _("A bot plays for %(name)s until %(name)s is back.")


def _returned(data: Data) -> str:
    return _("%(name)s is back.")


def _taken(data: Data) -> str:
    if not data.get("before"):
        return _("%(name)s has taken the seat.")
    return _("%(name)s has taken the seat of %(before)s.")


def _extended(data: Data) -> str:
    hours = int(data["hours"])
    return ngettext(
        "%(name)s added %(hours)s hour to this hand.",
        "%(name)s added %(hours)s hours to this hand.",
        hours,
    )


def _paused(data: Data) -> str:
    if data.get("moved"):
        return _("The game was moved here from another server. It is still paused.")
    if data.get("why") == "nobody":
        return _("Nobody is there, so the game waits until somebody is.")
    if data.get("by"):
        return _("A moderator has paused the game. All clocks are stopped.")
    return _("The game is paused, as everybody wanted. All clocks are stopped.")


def _resumed(data: Data) -> str:
    if data.get("by"):
        return _("A moderator has resumed the game.")
    if data.get("moved"):
        return _("The game was moved here from another server, and continues here.")
    if "name" not in data:
        return _("Somebody is there again, so the game goes on.")
    return _("%(name)s has resumed the game.")


def _cancelled(data: Data) -> str:
    if data.get("by"):
        return _("A moderator has cancelled the game.")
    return _("The game is cancelled, as everybody wanted.")


def _restored(data: Data) -> str:
    begun, until = (
        date_words.short(datetime.fromisoformat(data[name])) for name in ("from", "until")
    )
    words = _(
        "We restored our data from a backup of %(begun)s. Answers given between then and %(until)s "
        "are lost: please give them again. Hands that were turned in that time are played again, "
        "with the same cards."
    )
    return words % {"begun": begun, "until": until}


SENTENCES: dict[str, Callable[[Data], str]] = {
    "offered": _offered,
    "bot": _bot,
    "returned": _returned,
    "taken": _taken,
    "extended": _extended,
    "paused": _paused,
    "resumed": _resumed,
    "cancelled": _cancelled,
    "restored": _restored,
}


def sentence(kind: str, data: Data) -> str:
    """A log entry of one of the kinds in `SENTENCES`.  Raises `KeyError` for any other."""
    return SENTENCES[kind](data) % each_isolated(data)


def played_out_by_bots(seats: Sequence[int], seating: Seating) -> list[str]:
    """For whom a bot played when the game ended: first the reader, then all others."""
    others = [seating.names[seat] for seat in seats if seat != seating.reader]
    words = _("A bot played for %(names)s until the end.")
    return [
        *([_("A bot played for you until the end.")] if seating.reader in seats else []),
        *([words % {"names": listed(others)}] if others else []),
    ]
