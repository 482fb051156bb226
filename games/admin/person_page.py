"""A person's page for moderators: account, play, reports and past actions."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.security import network_fingerprints, roles
from accounts.staff.audit_log import about_person, actions_about
from games import reliability, selectors
from games.admin import timeline as timeline_rows
from games.admin.game_page import may_give, offered
from games.models import Seat
from games.selectors.moderation import deliverability, signals, timeline
from games.selectors.moderation.stakes import is_own, plays_with, unseen_keys
from games.wording import wording

MAX_SEATS, MAX_ROWS = 60, 20


def facts(request: HttpRequest, person: User) -> dict[str, Any]:
    """The context of the page; of games only what a spectator sees."""
    reader = request.user
    if not isinstance(reader, User):
        return {}
    concerned, about = _concerned(reader, person), about_person(person.pk)
    closed = concerned or person.is_bot or not person.is_active
    unseen = unseen_keys(reader)
    seats = timeline.running_seats(person, unseen, MAX_SEATS + 1)
    before = timeline.games_before(person, unseen, MAX_ROWS + 1)
    return {
        "role": roles.LABELS.get(roles.role_of(person), ""),
        "factor": person.is_staff and roles.has_factor(person),
        "concerned": concerned,
        "commands": [] if closed else _actions(request, person),
        "reach": deliverability.reach_of(reader, [person]).get(person.pk),
        "habits": reliability.habits([person.pk])[person.pk],
        "seats": [_seat(seat) for seat in seats[:MAX_SEATS]],
        "more_seats": len(seats) > MAX_SEATS,
        "before": before[:MAX_ROWS],
        "more_before": len(before) > MAX_ROWS,
        "reports": selectors.talk.reports.reports_about(person, reader)[:MAX_ROWS],
        "acts": timeline_rows.acts(
            actions_about(about, MAX_ROWS),
            lambda command: not closed and may_give(request, command),
        ),
        "about": about,
        "signals": _signals(person),
    }


def _concerned(reader: User, person: User) -> str:
    """Why this moderator may not act on the person; empty if they may."""
    if reader.pk == person.pk:
        return _("You can’t moderate yourself. Another moderator has to act here.")
    if not roles.outranks(reader, person):
        return _("Your role isn’t above theirs: somebody above you has to act here.")
    if is_own(reader, person.pk) or plays_with(reader, person):
        return _("You play with this person, so another moderator has to act here.")
    return ""


def _actions(request: HttpRequest, person: User) -> list[dict[str, Any]]:
    """The commands that currently make sense."""
    bound = person.is_suspended or person.is_muted
    return [action for action in offered(request, "person") if bound or action["slug"] != "lift"]


def _seat(seat: Seat) -> dict[str, Any]:
    game = seat.game
    told = wording(game.ruleset)
    heading = told.heading(game.table) if game.table and not game.closed else ""
    return {"seat": seat, "game": game, "kind": told.title(), "heading": heading}


def _signals(person: User) -> dict[str, Any]:
    """Accounts that may belong to the same person, with evidence."""
    return {
        "networks": network_fingerprints.sharing(person),
        "together": signals.always_together(person),
        "addresses": signals.similar_addresses(person),
    }
