"""The timeline of a game as rows for display, newest first; e-mails are grouped by kind."""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import ModerationEntry, Notice
from accounts.notifications.kinds import KINDS
from accounts.text.bidi_isolation import isolated
from games import visibility
from games.models import Game, Hand
from games.selectors.moderation.timeline import Moment
from games.services.moderation.command_types import REASONS, Command
from games.services.moderation.commands import COMMANDS
from games.services.moderation.execution import UNDO
from games.wording import table_changes
from games.wording.pace import given_back

Row = dict[str, Any]
Names = Mapping[int, str]
LOG_WORDS = {
    "made": gettext_noop("%(name)s started the table"),
    "joined": gettext_noop("%(name)s sat down"),
    "left": gettext_noop("%(name)s left the table"),
    "started": gettext_noop("the game began"),
    "hand": "",
    "undone": gettext_noop("void: it was taken back"),
    "taken_back": gettext_noop("taken back to hand %(hand)s"),
    "put_back": gettext_noop("restored: hands from %(hand)s on count again"),
    "aside": gettext_noop("%(name)s acted out of turn: %(act)s"),
    "paused": gettext_noop("the clocks are stopped"),
    "resumed": gettext_noop("the clocks are running again"),
    "cancelled": gettext_noop("cancelled without a result"),
    "offered": gettext_noop("the seat of %(name)s is offered, a bot plays it"),
    "bot": gettext_noop("a bot plays for %(name)s"),
    "returned": gettext_noop("%(name)s is back"),
    "taken": gettext_noop("%(name)s took the seat of %(before)s"),
    "over": gettext_noop("the game is over"),
}
OTHER_ACTS = {
    "read_person": gettext_noop("read name and address"),
    "read_letter": gettext_noop("read about an e-mail"),
    "read_address": gettext_noop("read an address"),
    "read_by_address": gettext_noop("looked for an address"),
    "read_report": gettext_noop("read a report"),
    "read_chat": gettext_noop("read what was said at a table"),
    "take_up_report": gettext_noop("took up a report"),
    "close_report": gettext_noop("answered a report"),
    "refused": gettext_noop("was refused"),
    "undo": gettext_noop("took something back"),
}


def names_of(game: Game) -> dict[int, str]:
    """Current names by seat."""
    seats = game.seats.select_related("user").order_by("index")
    return {seat.index: isolated(seat.user.name) if seat.user else "—" for seat in seats}


def rows(names: Names, moments: Iterable[Moment]) -> list[Row]:
    """One row per event; e-mails of the same kind and minute share a row."""
    found: list[Row] = []
    for kind, run in groupby(moments, lambda moment: moment.kind):
        of_kind = list(run)
        found += _together(of_kind) if kind == "letter" else _each(kind, names, of_kind)
    return found


def _together(letters: Iterable[Moment]) -> list[Row]:
    """Rows for consecutive e-mails."""
    found: dict[Any, list[Moment]] = {}
    for moment in letters:
        minute = moment.at.replace(second=0, microsecond=0)
        key = (moment.row.kind, moment.row.state, moment.hand, minute)
        found.setdefault(key, []).append(moment)
    return [_letters(moments) for moments in found.values()]


def _each(kind: str, names: Names, moments: Iterable[Moment]) -> list[Row]:
    told = ((moment, SAYING[kind](moment, names)) for moment in moments)
    return [
        {"at": moment.at, "hand": moment.hand, "kind": kind, "what": what}
        for moment, what in told
        if what
    ]


def _letters(moments: list[Moment]) -> Row:
    first = moments[0]
    notice: Notice = first.row
    kind = KINDS.get(notice.kind)
    return {
        "at": first.at,
        "hand": first.hand,
        "kind": "letter",
        "what": _("E-mail, %(kind)s, %(state)s") % {
            "kind": kind.label if kind else notice.kind, "state": notice.get_state_display(),
        },
        "people": _people([moment.row for moment in moments]),
    }  # fmt: skip


def _people(notices: Iterable[Notice]) -> list[Row]:
    """Recipients with their channels and links."""
    found: dict[str, list[Row]] = {}
    for notice in notices:
        name = (
            isolated(notice.recipient.name)
            if notice.recipient
            else _("an address without an account")
        )
        way = {
            "by": notice.channel,
            "link": reverse("admin:accounts_notice_change", args=[notice.pk]),
        }
        found.setdefault(name, []).append(way)
    return [{"name": name, "ways": ways} for name, ways in found.items()]


def _hand_opened(moment: Moment, names: Names) -> str:
    asked = ", ".join(names.get(index, str(index)) for index in moment.row.awaiting)
    return _("Hand opened; asked: %(seats)s") % {"seats": asked}


def _hand_resolved(moment: Moment, _names: Names) -> str:
    hand: Hand = moment.row
    if hand.state == Hand.State.VOID:
        return str(Hand.State.VOID.label)
    return _("Turned: %(why)s") % {"why": hand.get_trigger_display()}


def _log(moment: Moment, names: Names) -> str:
    return log_words(moment.row.kind, moment.row.with_names, names)


def log_words(kind: str, data: Mapping[str, Any], names: Names) -> str:
    """A log entry in words; empty for a hand that was resolved normally."""
    if "seat" in data:
        data = {"name": names.get(data["seat"], "—"), **data}
    sentence = _logged(kind, data)
    if missed := data.get("missed"):
        seats = ", ".join(names.get(index, str(index)) for index in missed)
        by = _("Missed by %(names)s.") % {"names": seats}
        sentence = f"{sentence} {by}".strip()
    return sentence


def _logged(kind: str, data: Mapping[str, Any]) -> str:
    if kind == "outage":
        return given_back(data["minutes"])
    if kind not in LOG_WORDS:
        return table_changes.sentence(kind, data)
    words = LOG_WORDS[kind]
    try:
        return _(words) % data if words else ""
    except (KeyError, ValueError):
        return _(words)


def _bid(moment: Moment, _names: Names) -> str:
    bid = moment.row
    name = isolated(bid.seat.user.name) if bid.seat.user else "—"
    if bid.missed:
        return _("%(name)s missed it; the seat’s fallback was played") % {"name": name}
    return _("%(name)s answered %(via)s") % {"name": name, "via": visibility.given_words(bid)}


def _act(moment: Moment, _names: Names) -> str:
    return str(act_row(moment.row)["what"])


def acts(entries: Iterable[ModerationEntry], may_undo: Callable[[Command], bool]) -> list[Row]:
    """The latest actions on a game or person, newest first, each with whether to offer its undoing.

    Where an action is among them, so is what undid it, which came later.
    """
    latest = list(entries)
    undone = {entry.facts["undoes"] for entry in latest if entry.command == UNDO}
    return [
        {**act_row(entry), "undo": entry.number not in undone and _offers_undo(entry, may_undo)}
        for entry in latest
    ]


def _offers_undo(entry: ModerationEntry, may_undo: Callable[[Command], bool]) -> bool:
    command = COMMANDS.get(entry.command)
    return command is not None and command.undo is not None and may_undo(command)


def act_row(entry: ModerationEntry) -> Row:
    """An entry of the moderators' log as a row."""
    command = COMMANDS.get(entry.command)
    label = str(command.label) if command else _(OTHER_ACTS.get(entry.command, entry.command))
    who = isolated(entry.actor.name) if entry.actor else _("the operators")
    why = str(REASONS.get(entry.reason, entry.reason))
    return {"entry": entry, "what": f"{who}: {label}" + (f" ({why})" if why else "")}


SAYING: dict[str, Callable[[Moment, Names], str]] = {
    "hand_opened": _hand_opened,
    "hand_resolved": _hand_resolved,
    "log": _log,
    "bid": _bid,
    "act": _act,
}
