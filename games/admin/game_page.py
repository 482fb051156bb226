"""A game's page for moderators: the spectator's view, all that happened, and the commands."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from accounts import roles
from accounts.kinds import KINDS
from accounts.models import ModerationEntry, User
from games import selectors, tells, times
from games.models import Game, Hand
from games.selectors import watching
from games.selectors.stakes import has_stake
from games.selectors.watching import Moment
from games.services.moderation import COMMANDS, REASONS, commands_on
from games.telling import Circle, telling


@require_safe
def by_code(request: HttpRequest, code: str) -> HttpResponse:
    """The same, by the public name of the game."""
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise Http404
    return redirect("admin:games_game_change", game.pk)


def page(request: HttpRequest, game: Game) -> HttpResponse:
    """The page of a game that was found."""
    hand = selectors.current_hand(game)
    user = request.user
    before = parse_datetime(request.GET.get("before", "").replace(" ", "+")) or None
    moments = watching.timeline(game, before)
    context = {
        **admin.site.each_context(request),
        "title": game.name,
        "game": game,
        "kind": telling(game.ruleset).title(),
        "own": isinstance(user, User) and has_stake(user, game),
        "heading": telling(game.ruleset).heading(game.table) if game.table else "",
        "standing": _standing(game),
        "hand": hand,
        "shown_state": str(Hand.State(tells.shown_state(hand)).label) if hand else "",
        "seats": _seats(game, hand),
        "history": [_log_words(entry.kind, entry.data) for entry in watching.seat_history(game)],
        "misses": watching.missed_hands(game),
        "moments": [_row(game, moment) for moment in moments],
        "older": moments[-1].at.isoformat() if len(moments) == watching.MOST else "",
        "acts": [act_row(entry) for entry in watching.acts_on(game)[:20]],
        "commands": offered(request, "game", game),
    }
    return TemplateResponse(request, "admin/games/game/page.html", context)


def offered(request: HttpRequest, on: str, game: Game | None = None) -> list[dict[str, Any]]:
    """The commands that this moderator may give here, in the state that the game is in."""
    user = request.user
    return [
        {"slug": command.slug, "label": command.label, "hint": command.hint}
        for command in commands_on(on)
        if roles.may(user, command.needs)  # type: ignore[arg-type]
        and (game is None or _fits(command.slug, command.states, game))
    ]


def _fits(slug: str, states: tuple[str, ...], game: Game) -> bool:
    if slug in ("pause", "resume") and (game.paused_at is None) is (slug == "resume"):
        return False
    return game.state in states


def _standing(game: Game) -> list[str]:
    if not game.table:
        return []
    return telling(game.ruleset).standing(game.table, _circle(game))


def _circle(game: Game) -> Circle:
    seats = game.seats.select_related("user").order_by("index")
    return Circle([seat.user.name if seat.user else "—" for seat in seats], None)


def _seats(game: Game, hand: Hand | None) -> list[dict[str, Any]]:
    due: dict[int, datetime] = {}
    answered: list[int] = []
    if hand is not None:
        hand.game = game
        due = {clock.seat.index: clock.deadline for clock in times.clocks_of(hand)}
        answered = tells.seats_in(hand)
    return [
        {
            "seat": seat,
            "asked": hand is not None and seat.index in hand.awaiting,
            "due": due.get(seat.index),
            "answered": seat.index in answered,
        }
        for seat in game.seats.select_related("user").order_by("index")
    ]


def _row(game: Game, moment: Moment) -> dict[str, Any]:
    return {
        "at": moment.at,
        "hand": moment.hand,
        "kind": moment.kind,
        **SAYING[moment.kind](moment),
    }


def _hand_opened(moment: Moment) -> dict[str, Any]:
    seats = ", ".join(str(index) for index in moment.row.awaiting)
    return {"what": _("Hand opened; asked: %(seats)s") % {"seats": seats}}


def _hand_resolved(moment: Moment) -> dict[str, Any]:
    hand: Hand = moment.row
    if hand.state == Hand.State.VOID:
        return {"what": str(Hand.State.VOID.label)}
    return {"what": _("Turned: %(why)s") % {"why": hand.get_trigger_display()}}


def _log(moment: Moment) -> dict[str, Any]:
    return {"what": _log_words(moment.row.kind, moment.row.data)}


LOG_WORDS = {
    "made": gettext_noop("the table was laid by %(name)s"),
    "joined": gettext_noop("%(name)s sat down"),
    "left": gettext_noop("%(name)s got up"),
    "started": gettext_noop("the game began"),
    "hand": gettext_noop("what happened in the hand was told"),
    "undone": gettext_noop("void: it was taken back"),
    "taken_back": gettext_noop("taken back to hand %(hand)s"),
    "put_back": gettext_noop("put back: hands from %(hand)s on count again"),
    "aside": gettext_noop("seat %(seat)s acted out of turn: %(act)s"),
    "paused": gettext_noop("the clocks stand still"),
    "resumed": gettext_noop("the clocks run again"),
    "cancelled": gettext_noop("cancelled without a result"),
    "offered": gettext_noop("the seat of %(name)s is offered, a bot plays it"),
    "bot": gettext_noop("a bot plays for %(name)s"),
    "returned": gettext_noop("%(name)s is back"),
    "taken": gettext_noop("%(name)s took the seat of %(before)s"),
    "over": gettext_noop("the game is over"),
}


def _log_words(kind: str, data: dict[str, Any]) -> str:
    missed = data.get("missed")
    words = _(LOG_WORDS.get(kind, kind))
    try:
        said = words % data
    except (KeyError, ValueError):
        said = words
    if missed:
        said += " " + _("Missed by seat %(seats)s.") % {"seats": ", ".join(map(str, missed))}
    return said


def _letter(moment: Moment) -> dict[str, Any]:
    notice = moment.row
    kind = KINDS.get(notice.kind)
    who = notice.recipient.name if notice.recipient else _("an address without an account")
    what = _("Letter to %(who)s: %(kind)s, by %(channel)s, %(state)s") % {
        "who": who, "kind": kind.label if kind else notice.kind, "channel": notice.channel,
        "state": notice.get_state_display(),
    }  # fmt: skip
    return {"what": what, "link": reverse("admin:accounts_notice_change", args=[notice.pk])}


def _bid(moment: Moment) -> dict[str, Any]:
    bid = moment.row
    name = bid.seat.user.name if bid.seat.user else "—"
    if bid.missed:
        return {"what": _("%(name)s missed it; the seat’s choice was played") % {"name": name}}
    return {"what": _("%(name)s answered %(via)s") % {"name": name, "via": tells.given_words(bid)}}


def _act(moment: Moment) -> dict[str, Any]:
    return {"what": act_row(moment.row)["what"]}


OTHER_ACTS = {
    "read_person": gettext_noop("read name and address"),
    "read_letter": gettext_noop("read about a letter"),
    "read_address": gettext_noop("read an address"),
    "read_report": gettext_noop("read a report"),
    "take_up_report": gettext_noop("took up a report"),
    "close_report": gettext_noop("answered a report"),
    "refused": gettext_noop("was refused"),
    "undo": gettext_noop("took something back"),
}


def act_row(entry: ModerationEntry) -> dict[str, Any]:
    """An entry of the log, in a line, and whether it might be undone."""
    command = COMMANDS.get(entry.command)
    label = str(command.label) if command else _(OTHER_ACTS.get(entry.command, entry.command))
    who = entry.actor.name if entry.actor else _("the operators")
    why = str(REASONS.get(entry.reason, entry.reason))
    return {
        "entry": entry,
        "what": f"{who}: {label}" + (f" ({why})" if why else ""),
        "undo": command is not None and command.undo is not None,
    }


SAYING = {
    "hand_opened": _hand_opened,
    "hand_resolved": _hand_resolved,
    "log": _log,
    "letter": _letter,
    "bid": _bid,
    "act": _act,
}
