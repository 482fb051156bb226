"""Deadlines as calendars (RFC 5545): all of a person's by a secret URL, or that of one letter."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Feed, User
from accounts.notifications import eligibility, feed_tokens, render
from accounts.text.bidi_isolation import isolated
from accounts.web.channels import as_feed
from accounts.web.dead_links import DeadLink
from games import links, pace, selectors
from games.models import SeatClock
from games.services.mail import reply_addresses
from games.wording import wording

if TYPE_CHECKING:
    from icalendar import Event, Timezone


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """All deadlines of the owner of the secret URL; never a card."""
    user = feed_tokens.reader(token, Feed.What.CALENDAR)
    if user is None:
        raise Http404
    return as_feed(request, write(user), "text/calendar; charset=utf-8")


@require_safe
def deadline(request: HttpRequest, token: str) -> HttpResponse:
    """The deadline of the hand a letter asks about; 404 once the hand is over."""
    named = links.address_of(token)
    row = reply_addresses.address_by_link(**named) if named is not None else None
    if row is None or not row.user.is_active or not reply_addresses.is_good(row):
        raise DeadLink
    clocks = [
        clock
        for clock in selectors.lobby.lists.clocks_waiting_for(row.user)
        if clock.hand == row.hand
    ]
    return as_feed(request, write(row.user, clocks), "text/calendar; charset=utf-8")


def write(user: User, clocks: Sequence[SeatClock] | None = None) -> bytes:
    """The calendar of these deadlines (by default all); byte-identical until something changes."""
    with eligibility.at_home(user).at_home():
        from icalendar import Calendar  # imported late: large and rarely needed

        found = Calendar()
        found.add("prodid", "-//Tideweb//deadlines//EN")
        found.add("version", "2.0")
        found.add(
            "x-wr-calname", _("Tideweb: deadlines of %(name)s") % {"name": isolated(user.name)}
        )
        shown = selectors.lobby.lists.clocks_waiting_for(user) if clocks is None else clocks
        for clock in shown:
            found.add_component(_event(clock))
        if not shown:
            found.add_component(_utc_zone())
        return bytes(found.to_ical())


def _utc_zone() -> "Timezone":
    """For a calendar without events: RFC 5545, 3.6, asks for at least one component."""
    from icalendar import Timezone, TimezoneStandard

    zone, always = Timezone(), TimezoneStandard()
    zone.add("tzid", "UTC")
    always.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 – local time, as the RFC has it
    always.add("tzoffsetfrom", timedelta())
    always.add("tzoffsetto", timedelta())
    zone.add_component(always)
    return zone


def _event(clock: SeatClock) -> "Event":
    """One deadline, with a permanent UID and a SEQUENCE that grows when it moves."""
    from icalendar import Event

    game, hand = clock.hand.game, clock.hand
    started = pace.rule_of(clock.rule).opened
    event = Event()
    event.add("uid", f"{game.code}-{hand.number}-{clock.seat.index}@{settings.MAIL_DOMAIN}")
    event.add("sequence", _sequence(clock, started))
    event.add("dtstamp", _utc(clock.moved_at or started))
    event.add("dtstart", _utc(clock.deadline))
    names = {"game": wording(game.ruleset).title(), "table": isolated(game.name)}
    event.add("summary", _("Your move: %(game)s, %(table)s") % names)
    event.add("url", render.absolute(reverse("game", args=[game.code])))
    event.add("transp", "TRANSPARENT")
    return event


def _sequence(clock: SeatClock, started: datetime) -> int:
    """The seconds until this clock started, and its moves since: a hand that moderators take back
    is asked again by a clock that has not moved."""
    return int((started - clock.hand.game.created_at).total_seconds()) + clock.moves


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(microsecond=0)
