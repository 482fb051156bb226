"""A person's page for moderators: who it is, how they play, and what was reported and done."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import networks, roles
from accounts.models import User
from accounts.moderating import about_person, deeds_about
from games import reliability, selectors
from games.admin.game_page import offered
from games.admin.timeline import act_row
from games.models import Seat
from games.selectors import reaching, signals, watching
from games.selectors.stakes import plays_with, unseen_keys
from games.telling import telling

SHOWN = 20


def facts(request: HttpRequest, person: User) -> dict[str, Any]:
    """All that the page shows; of games only what a spectator sees."""
    reader = request.user
    if not isinstance(reader, User):
        return {}
    concerned, about = _concerned(reader, person), about_person(person.pk)
    unseen = unseen_keys(reader)
    return {
        "role": roles.LABELS.get(roles.role_of(person), ""),
        "factor": person.is_staff and roles.has_factor(person),
        "concerned": concerned,
        "deeds": [] if concerned or person.is_bot else _deeds(request, person),
        "reach": reaching.reach_of(reader, [person]).get(person.pk),
        "habits": reliability.habits([person.pk])[person.pk],
        "seats": [_seat(s) for s in watching.running_seats(person) if s.game_id not in unseen],
        "before": [g for g in watching.games_before(person, SHOWN) if g.pk not in unseen],
        "reports": selectors.reports_about(person, reader)[:SHOWN],
        "acts": [act_row(entry) for entry in deeds_about(about, SHOWN)],
        "about": about,
        "signals": _signals(person),
    }


def _concerned(reader: User, person: User) -> str:
    """Why this moderator may not act here; empty if nothing is in the way."""
    if reader.pk == person.pk:
        return _("This is you: another moderator must act here.")
    if not roles.outranks(reader, person):
        return _("Your role is not above theirs: somebody above you must act here.")
    if plays_with(reader, person):
        return _("You have a stake in a game of this person’s: another moderator must act here.")
    return ""


def _deeds(request: HttpRequest, person: User) -> list[dict[str, Any]]:
    """The commands that make sense now."""
    bound = person.is_suspended or person.is_muted
    return [deed for deed in offered(request, "person") if bound or deed["slug"] != "lift"]


def _seat(seat: Seat) -> dict[str, Any]:
    game = seat.game
    told = telling(game.ruleset)
    heading = told.heading(game.table) if game.table and not game.closed else ""
    return {"seat": seat, "game": game, "kind": told.title(), "heading": heading}


def _signals(person: User) -> dict[str, Any]:
    """Who might be the same person, with the evidence."""
    return {
        "networks": networks.sharing(person),
        "together": signals.always_together(person),
        "addresses": signals.similar_addresses(person),
    }
